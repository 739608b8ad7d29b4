// Whatever the bytes: the check names a position inside them, and what it accepts can be decoded
// and encoded again.

#include <cstdint>
#include <cstdlib>
#include <string>

#include "textnorm/utf8.h"

namespace tn = cosyscribe::textnorm;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const tn::TextCheck check = tn::CheckUtf8(text);
  const bool is_ok = check.status == tn::TextStatus::kOk;
  if (!is_ok && check.position >= size) std::abort();
  const std::string_view good = is_ok ? text : text.substr(0, check.position);
  std::string again;
  for (std::size_t at = 0; at < good.size();) {
    const tn::CodePoint c = tn::DecodeUtf8(good, at);
    tn::AppendUtf8(&again, c.value);
    at += c.length;
  }
  if (again != good) std::abort();
  return 0;
}
