#ifndef COSYSCRIBE_TEXTNORM_WORD_COSTS_H_
#define COSYSCRIBE_TEXTNORM_WORD_COSTS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace cosyscribe::textnorm {

// How rare words are: -ln of a word's share of all words. Built once, then shared by any number
// of threads. Words are kept as hashes; of 200,000 no two have the same one.
class WordCosts {
 public:
  static constexpr double kUnknown = -1;
  static constexpr double kUnknownEnglish = 23;  // far above the rarest word

  // Adds lines: a cost, a tab, words with a space between them. To be followed by Finish.
  void Add(std::string_view lines);
  void Finish();

  // In small letters, Simplified; kUnknown where it is not in the tables.
  double CostOf(std::string_view word) const noexcept;
  // The same; for a contraction or an inflection the tables lack, what its own word costs.
  double CostOfEnglish(std::string_view word) const noexcept;

 private:
  std::vector<std::uint64_t> entries_;  // 56 bits of hash, 8 of twice the cost; sorted
};

std::uint64_t HashOf(std::string_view text) noexcept;

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_WORD_COSTS_H_
