#ifndef COSYSCRIBE_TEXTNORM_PINYIN_H_
#define COSYSCRIBE_TEXTNORM_PINYIN_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cosyscribe::textnorm {

// A syllable without its tone; 0 is none.
using Syllable = std::uint16_t;

// How far two syllables are from each other.
enum class SyllableMatch : std::uint8_t {
  kSame,
  kFuzzy,  // what many speakers, and recognisers, do not tell apart: z zh, n l, in ing
  kNear,   // the same but for the consonant, or for the vowel
  kOther,
};

// How Chinese characters are read. Built once, then shared by any number of threads.
class Pinyin {
 public:
  static constexpr std::size_t kMostReadings = 2;
  using Readings = std::array<Syllable, kMostReadings>;  // zeros behind the last

  Pinyin() : syllables_(1) {}

  // Adds lines: a syllable, a tab, the characters read so; or "=", a tab, pairs of a Traditional
  // character and its Simplified one.
  void Add(std::string_view lines);

  const Readings& ReadingsOf(char32_t c) const noexcept {
    const char32_t offset = c - kFirstHan;
    return offset < readings_.size() ? readings_[offset] : kNone;
  }
  char32_t Simplified(char32_t c) const noexcept {
    const char32_t offset = c - kFirstHan;
    return offset < simplified_.size() && simplified_[offset] != 0 ? simplified_[offset] : c;
  }
  // The syllable of that spelling, with ü as v and any tone digit left out; 0 where there is none.
  Syllable Find(std::string_view spelling) const;
  // The same for syllables that differ in fuzzy pairs only.
  std::uint16_t KeyOf(Syllable syllable) const noexcept { return syllables_[syllable].key; }
  SyllableMatch Compare(Syllable a, Syllable b) const noexcept;

 private:
  static constexpr char32_t kFirstHan = 0x4E00;
  static constexpr Readings kNone = {};

  struct Parts {
    std::uint16_t key = 0;
    std::uint16_t initial = 0;
    std::uint16_t final = 0;
  };

  Syllable AddSyllable(std::string_view spelling);
  std::uint16_t Intern(const std::string& text);

  std::vector<Readings> readings_;
  std::vector<char32_t> simplified_;
  std::vector<Parts> syllables_;
  std::unordered_map<std::string, Syllable> by_spelling_;
  std::unordered_map<std::string, std::uint16_t> interned_;
};

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_PINYIN_H_
