#ifndef COSYSCRIBE_TEXTNORM_HOT_WORD_SEARCH_H_
#define COSYSCRIBE_TEXTNORM_HOT_WORD_SEARCH_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "textnorm/hot_words.h"
#include "textnorm/result.h"
#include "textnorm/token.h"

namespace cosyscribe::textnorm {

// Finds where a recogniser wrote something else for a hot word.
//
// A noisy channel, clause by clause: the text is cut into words in the cheapest way, where a word
// of the language costs the more the rarer it is, and a hot word costs what a rare word does, and
// more the less it sounds like what stands there. So text that reads as common words stays, and
// text that falls apart into rare words and single characters gives way.
// Threads: one at a time; the words are shared.
class HotWordSearch {
 public:
  explicit HotWordSearch(const HotWords& words) : words_(words) {}

  // Rewrites a text; `spans` gets what was replaced, before and after, in order.
  void Apply(std::string* text, std::vector<Span>* spans);

 private:
  struct Heard {
    Token token;
    Unit unit;
    std::vector<std::uint16_t> keys;  // of unit
    std::size_t folded_begin = 0;     // in folded_
    std::size_t folded_end = 0;
    std::size_t stem_end = 0;  // bytes of the text; before a 's
    double cost = 0;           // of the token as a word of its own
    std::string sound;         // of a word
  };
  // Words in a row, as one sound.
  struct HeardSound {
    std::string_view sound;
    double plain = 0;  // what they cost as they stand
    double extra = 0;  // for being several, or common
    double most_distance = 0;
  };
  // The cheapest way to the end of a token.
  struct Best {
    double cost = 0;
    std::size_t begin = 0;
    std::optional<std::uint32_t> word;
  };

  bool EndsClause(const Token& token, std::string_view text) const;
  void Hear(std::string_view text, const Token& token);
  void CorrectClause(std::string_view text);
  void AddPlain(std::size_t i);
  void AddExact(std::size_t i, std::string_view text);
  void AddChinese(std::size_t i);
  void AddChineseAt(std::size_t i, const HotWords::Places* places, std::size_t length);
  std::vector<std::uint64_t> PairsAt(std::size_t i) const;
  void AddEnglish(std::size_t i);
  void AddEnglishAt(std::size_t begin, std::size_t end, const HeardSound& heard);
  void Offer(std::size_t begin, std::size_t end, double cost, std::optional<std::uint32_t> word);
  std::optional<double> PenaltyOf(const HotWords::Pattern& pattern, std::size_t begin) const;
  std::optional<double> PenaltyOf(const Unit& wanted, const Unit& heard) const;

  const HotWords& words_;
  std::vector<Heard> clause_;
  std::string folded_;  // the clause's text, Simplified and in small letters
  std::vector<Best> best_;
  std::vector<Span> found_;
  std::string out_;
  std::size_t copied_ = 0;  // bytes of the text that are in out_
};

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_HOT_WORD_SEARCH_H_
