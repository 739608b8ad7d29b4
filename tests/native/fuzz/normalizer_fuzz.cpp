// Any valid text: a split changes nothing, spans cover what changed, nothing crashes. The input is
// read as choices from words that the rules know, else as text.

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "textnorm/normalizer.h"
#include "textnorm/utf8.h"

namespace tn = cosyscribe::textnorm;

namespace {

constexpr const char* kWords[] = {"一",        "二",        "三",
                                  "五",        "八",        "九",
                                  "零",        "两",        "幺",
                                  "十",        "百",        "千",
                                  "万",        "亿",        "点",
                                  "负",        "第",        "几",
                                  "年",        "月",        "日",
                                  "号",        "分",        "之",
                                  "百分之",    "比",        "加",
                                  "等于",      "到",        "块",
                                  "米",        "半",        "周",
                                  "初",        "，",        "。",
                                  ",",         ".",         "句号",
                                  "换行",      "撤销",      "引号",
                                  "一起",      "十分",      "F",
                                  "GB",        "one ",      "two ",
                                  "five ",     "o ",        "ten ",
                                  "thirteen ", "twenty ",   "fifty ",
                                  "hundred ",  "thousand ", "million ",
                                  "and ",      "a ",        "point ",
                                  "dot ",      "at ",       "minus ",
                                  "second ",   "first ",    "twentieth ",
                                  "double ",   "percent ",  "dollars ",
                                  "cents ",    "a m ",      "p m ",
                                  "o'clock ",  "past ",     "to ",
                                  "half ",     "july ",     "may ",
                                  "room ",     "com ",      "slash ",
                                  "x ",        "b ",        "period ",
                                  "comma ",    "new line ", "scratch that ",
                                  "i ",        "-",         "3.5",
                                  "20",        " ",         "\n"};

tn::Normalizer MakeNormalizer() {
  auto lexicon = std::make_shared<tn::Lexicon>();
  for (const auto& entry : std::filesystem::directory_iterator(COSYSCRIBE_TEXT_DIR)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string lines{std::istreambuf_iterator<char>(file), {}};
    lexicon->Add(entry.path().filename().string(), lines);
  }
  return tn::Normalizer(lexicon, tn::Config{});
}

std::string TextOf(const std::uint8_t* data, std::size_t size) {
  const std::string_view raw(reinterpret_cast<const char*>(data), size);
  if (size != 0 && data[0] == 0) {
    const std::string_view rest = raw.substr(1);
    const tn::TextCheck check = tn::CheckUtf8(rest);
    return std::string(check.status == tn::TextStatus::kOk ? rest : rest.substr(0, check.position));
  }
  std::string text;
  for (const char c : raw) text += kWords[static_cast<unsigned char>(c) % std::size(kWords)];
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const tn::Normalizer normalizer = MakeNormalizer();
  const std::string text = TextOf(data, size);
  const tn::Normalized whole = normalizer.Normalize(text);
  if (tn::CheckUtf8(whole.text).status != tn::TextStatus::kOk) std::abort();
  std::size_t source = 0;
  std::size_t out = 0;
  const std::string_view from = text;
  const std::string_view to = whole.text;
  for (const tn::Span& span : whole.spans) {
    if (from.substr(source, span.source_begin - source) != to.substr(out, span.begin - out)) {
      std::abort();
    }
    source = span.source_end;
    out = span.end;
  }
  if (from.substr(source) != to.substr(out)) std::abort();
  std::size_t cut = size == 0 ? 0 : data[size - 1] % (text.size() + 1);
  while (cut < text.size() && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) ++cut;
  tn::NormalizerStream stream(normalizer);
  std::string streamed = stream.Feed(from.substr(0, cut)).text;
  streamed += stream.Feed(from.substr(cut)).text;
  streamed += stream.Finish().text;
  if (streamed != whole.text) std::abort();
  return 0;
}
