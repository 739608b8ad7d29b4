#ifndef COSYSCRIBE_TEXTNORM_HOT_WORDS_H_
#define COSYSCRIBE_TEXTNORM_HOT_WORDS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "textnorm/lexicon.h"
#include "textnorm/pinyin.h"
#include "textnorm/result.h"
#include "textnorm/token.h"
#include "textnorm/word_costs.h"

namespace cosyscribe::textnorm {

// A token of a text or of a hot word, as it is compared.
struct Unit {
  TokenKind kind = TokenKind::kEnd;
  std::string text;  // Latin in small letters
  Pinyin::Readings readings{};
};

// What the correction knows before it has a word of the user's; shared.
struct WordTables {
  std::shared_ptr<const Lexicon> lexicon;
  Pinyin pinyin;
  WordCosts costs;
};

// The user's own words, and how to find them in what a recogniser wrote for them. Safe to share
// once built.
class HotWords {
 public:
  // What stands in a text for a word.
  enum class Kind : std::uint8_t { kSpelling, kAlias, kSound };
  struct Pattern {
    std::uint32_t word = 0;
    Kind kind = Kind::kSpelling;
    std::vector<Unit> units;
  };
  struct Sound {
    std::uint32_t word = 0;
    std::string sound;
    std::size_t letters = 0;
    char first = 0;  // of its skeleton
  };
  struct Word {
    std::string text;
    double bonus = 0;  // what its weight takes off its cost
  };
  using Places = std::vector<std::uint32_t>;

  explicit HotWords(std::shared_ptr<const WordTables> tables) : tables_(std::move(tables)) {}

  // Adds a word; weight 1 is neutral. Syllables, where given, are how it sounds in Chinese.
  // Returns what is wrong, or nothing.
  std::string Add(std::string_view text, double weight, const std::vector<std::string>& aliases,
                  const std::vector<std::string>& syllables);

  std::size_t Size() const noexcept { return words_.size(); }
  const WordTables& tables() const noexcept { return *tables_; }
  const Word& word(std::uint32_t index) const noexcept { return words_[index]; }
  const Pattern& pattern(std::uint32_t index) const noexcept { return patterns_[index]; }
  const Sound& sound(std::uint32_t index) const noexcept { return sounds_[index]; }

  // Spellings and aliases that begin with a unit of that text.
  const Places* StartingWith(std::string_view text) const;
  // Sound patterns that begin, or of the longer ones end, with two units of these keys.
  const Places* WithFirst(std::uint64_t pair) const;
  const Places* WithLast(std::uint64_t pair) const;
  // English sounds that have a key of KeysOf in common.
  const Places* WithSkeleton(std::string_view key) const;

  Unit UnitOf(std::string_view text, const Token& token) const;
  // Every key a unit has: one for each of its readings.
  std::vector<std::uint16_t> KeysOfUnit(const Unit& unit) const;
  static std::uint64_t PairKey(std::uint16_t first, std::uint16_t second) noexcept {
    return std::uint64_t{first} << 16 | second;
  }

  // Patterns of at least this many units may have one that is no more than near.
  static constexpr std::size_t kShortestWithNear = 4;

 private:
  using Index = std::unordered_map<std::uint64_t, Places>;

  std::vector<Unit> UnitsOf(std::string_view text) const;
  void AddExact(Kind kind, std::vector<Unit> units);
  void AddChineseSound(std::vector<Unit> units);
  void AddEnglishSound(std::string_view text);
  void AddPairs(const Unit& first, const Unit& second, std::uint32_t place, Index* index);

  std::shared_ptr<const WordTables> tables_;
  std::vector<Word> words_;
  std::vector<Pattern> patterns_;
  std::vector<Sound> sounds_;
  Index by_start_;
  Index by_first_;
  Index by_last_;
  Index by_skeleton_;
};

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_HOT_WORDS_H_
