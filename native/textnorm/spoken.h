#ifndef COSYSCRIBE_TEXTNORM_SPOKEN_H_
#define COSYSCRIBE_TEXTNORM_SPOKEN_H_

#include <optional>

#include "textnorm/result.h"
#include "textnorm/scan.h"

namespace cosyscribe::textnorm {

// How a spoken mark stands between its neighbours.
enum class MarkFit : std::uint8_t {
  kAfter,   // behind what it follows: , . ) and closing quotes
  kBefore,  // before what follows: ( and opening quotes
  kJoin,    // between both: a hyphen
  kLine,    // a line break
};

// What was spoken to be written as a mark, or to edit.
struct Spoken {
  std::size_t length = 0;  // tokens; 0 for none
  MarkFit fit = MarkFit::kAfter;
  std::string_view narrow;  // beside Latin
  std::string_view wide;    // beside Han
  std::optional<EditKind> edit;
  enum class Pair : std::uint8_t { kNone, kQuote, kBracket } pair = Pair::kNone;

  explicit operator bool() const noexcept { return length != 0; }
};

// Marks and editing commands ahead, where they are commands and not talked about.
class SpokenMarks {
 public:
  void Reset() noexcept { is_quote_open_ = is_bracket_open_ = false; }
  Spoken Match(Scan& scan) const;
  // What was matched is written: a pair that was open is closed, and the other way round.
  void Accept(const Spoken& spoken) noexcept;

 private:
  Spoken MatchPair(Scan& scan, std::size_t at, Phrase phrase, std::string_view value) const;

  bool is_quote_open_ = false;    // an 引号 that opens has been written
  bool is_bracket_open_ = false;  // and a 括号
};

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_SPOKEN_H_
