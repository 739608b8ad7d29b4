#include "textnorm/sound_en.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "textnorm/characters.h"

namespace cosyscribe::textnorm {
namespace {

constexpr std::size_t kLongestSound = 48;  // of a text; more is never a word
constexpr std::size_t kShortestFuzzySkeleton = 4;

// Where in the word a spelling has its sound.
enum class Place : std::uint8_t {
  kAnywhere,
  kStart,
  kEnd,
  kBeforeFrontVowel,
  kBeforeVowel,
  kBetween
};

struct Spelling {
  std::string_view letters;
  std::string_view sound;
  Place place = Place::kAnywhere;
};

// The first that fits holds, so longer ones stand before shorter ones of the same letter.
constexpr Spelling kSpellings[] = {
    {"augh", "a"},
    {"ough", "u"},
    {"eigh", "i"},
    {"igh", "ai"},
    {"tion", "Xan"},
    {"sion", "Xan"},
    {"cious", "Xas"},
    {"tious", "Xas"},
    {"ture", "CaR", Place::kEnd},
    {"tsch", "C"},
    {"tch", "C"},
    {"sch", "SK"},
    {"dge", "J"},
    {"que", "K", Place::kEnd},
    {"gue", "G", Place::kEnd},
    {"mb", "M", Place::kEnd},
    {"ch", "C"},
    {"sh", "X"},
    {"th", "Q"},
    {"ph", "F"},
    {"gh", "G", Place::kStart},
    {"gh", ""},
    {"ck", "K"},
    {"kn", "N", Place::kStart},
    {"gn", "N", Place::kStart},
    {"wr", "R", Place::kStart},
    {"ps", "S", Place::kStart},
    {"rh", "R", Place::kStart},
    {"wh", "W"},
    {"qu", "KW"},
    {"sc", "S", Place::kBeforeFrontVowel},
    {"x", "S", Place::kStart},
    {"x", "KS"},
    {"c", "S", Place::kBeforeFrontVowel},
    {"c", "K"},
    {"g", "J", Place::kBeforeFrontVowel},
    {"g", "G"},
    {"q", "K"},
    {"z", "S"},
    {"s", "S"},
    {"y", "Y", Place::kStart},
    {"w", "W", Place::kBeforeVowel},
    {"w", ""},
    {"h", "H", Place::kStart},
    {"h", "H", Place::kBetween},
    {"h", ""},
};

bool IsVowelLetter(char c) { return std::string_view("aeiouy").find(c) != std::string_view::npos; }

char VowelOf(char c) {
  switch (c) {
    case 'a':
      return 'a';
    case 'o':
    case 'u':
      return 'u';
    default:
      return 'i';
  }
}

bool IsVowel(char sound) { return sound >= 'a'; }

// Writes the sound of one part of a word, in small ASCII letters.
class Reader {
 public:
  explicit Reader(std::string_view word) : word_(word) {}

  std::string Read() {
    while (at_ < word_.size()) {
      if (!ReadSpelling()) ReadLetter();
    }
    return sound_;
  }

 private:
  bool Fits(const Spelling& spelling) const {
    if (!word_.substr(at_).starts_with(spelling.letters)) return false;
    const std::size_t end = at_ + spelling.letters.size();
    const char next = end < word_.size() ? word_[end] : '\0';
    switch (spelling.place) {
      case Place::kAnywhere:
        return true;
      case Place::kStart:
        return at_ == 0;
      case Place::kEnd:
        return end == word_.size();
      case Place::kBeforeFrontVowel:
        return next == 'e' || next == 'i' || next == 'y';
      case Place::kBeforeVowel:
        return IsVowelLetter(next);
      case Place::kBetween:
        return at_ > 0 && IsVowelLetter(word_[at_ - 1]) && IsVowelLetter(next);
    }
    return false;
  }

  bool ReadSpelling() {
    for (const Spelling& spelling : kSpellings) {
      if (!Fits(spelling)) continue;
      for (const char c : spelling.sound) Append(c);
      at_ += spelling.letters.size();
      return true;
    }
    return false;
  }

  void ReadLetter() {
    const char letter = word_[at_];
    const bool is_silent_e = letter == 'e' && at_ + 1 == word_.size() && at_ > 1;
    if (IsVowelLetter(letter)) {
      if (!is_silent_e) Append(VowelOf(letter));
    } else if (IsAsciiLower(static_cast<unsigned char>(letter))) {
      Append(static_cast<char>(letter - 'a' + 'A'));
    }
    ++at_;
  }

  // Vowels in a row and doubled consonants are one sound.
  void Append(char sound) {
    if (!sound_.empty() && (sound_.back() == sound || (IsVowel(sound) && IsVowel(sound_.back())))) {
      return;
    }
    sound_ += sound;
  }

  std::string_view word_;
  std::size_t at_ = 0;
  std::string sound_;
};

// Consonants that are easily confused are of one class; those that come and go have none.
char ClassOf(char sound) {
  switch (sound) {
    case 'P':
    case 'B':
      return 'P';
    case 'F':
    case 'V':
      return 'F';
    case 'T':
    case 'D':
    case 'Q':
      return 'T';
    case 'K':
    case 'G':
      return 'K';
    case 'S':
    case 'X':
    case 'C':
    case 'J':
      return 'S';
    case 'M':
    case 'N':
      return 'N';
    case 'L':
    case 'R':
      return sound;
    default:
      return '\0';
  }
}

double DropCost(char sound) {
  if (ClassOf(sound) == '\0') return 0.35;
  return sound == 'R' ? 0.6 : 1.0;
}

double SwapCost(char from, char to) {
  if (from == to) return 0;
  if (IsVowel(from) != IsVowel(to)) return 1.3;
  if (IsVowel(from)) return 0.3;
  const char from_class = ClassOf(from);
  return from_class != '\0' && from_class == ClassOf(to) ? 0.35 : 1.0;
}

}  // namespace

std::string SoundOf(std::string_view word) {
  std::string sound;
  std::string part;
  bool was_lower = false;
  const auto flush = [&] {
    sound += Reader(part).Read();
    part.clear();
  };
  for (const char c : word) {
    const auto code = static_cast<unsigned char>(c);
    if (IsAsciiUpper(code)) {
      if (was_lower) flush();
      part += static_cast<char>(c - 'A' + 'a');
    } else if (c != '\'') {
      part += c;
    }
    was_lower = IsAsciiLower(code);
  }
  flush();
  return sound;
}

std::string SkeletonOf(std::string_view sound) {
  std::string skeleton;
  for (const char c : sound) {
    const char kind = ClassOf(c);
    if (kind != '\0') skeleton += kind;
  }
  return skeleton;
}

std::vector<std::string> KeysOf(const std::string& skeleton) {
  std::vector<std::string> keys{skeleton};
  if (skeleton.size() < kShortestFuzzySkeleton) return keys;
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    keys.push_back(skeleton.substr(0, i) + skeleton.substr(i + 1));
  }
  return keys;
}

double SoundDistance(std::string_view from, std::string_view to, double limit) {
  if (from.size() > kLongestSound || to.size() > kLongestSound) return limit + 1;
  std::array<double, kLongestSound + 1> row{};
  for (std::size_t j = 0; j < to.size(); ++j) row[j + 1] = row[j] + DropCost(to[j]);
  for (const char c : from) {
    double diagonal = row[0];
    row[0] += DropCost(c);
    double best = row[0];
    for (std::size_t j = 0; j < to.size(); ++j) {
      const double above = row[j + 1];
      row[j + 1] =
          std::min({diagonal + SwapCost(c, to[j]), above + DropCost(c), row[j] + DropCost(to[j])});
      diagonal = above;
      best = std::min(best, row[j + 1]);
    }
    if (best > limit) return best;
  }
  return row[to.size()];
}

}  // namespace cosyscribe::textnorm
