#include "textnorm/word_costs.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace cosyscribe::textnorm {
namespace {

constexpr std::uint64_t kCostMask = 0xFF;
constexpr double kInflection = 3;
constexpr double kNoise = 8;  // um, uh, and letters
constexpr std::size_t kLongestNoise = 2;
constexpr std::size_t kShortestStem = 3;

}  // namespace

// FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/
std::uint64_t HashOf(std::string_view text) noexcept {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001B3;
  }
  return hash;
}

void WordCosts::Add(std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) continue;
    const double cost = std::strtod(std::string(line.substr(0, tab)).c_str(), nullptr);
    const auto twice = static_cast<std::uint64_t>(std::clamp(cost * 2, 0.0, 255.0));
    line.remove_prefix(tab + 1);
    while (!line.empty()) {
      const std::size_t space = std::min(line.find(' '), line.size());
      entries_.push_back((HashOf(line.substr(0, space)) & ~kCostMask) | twice);
      line.remove_prefix(std::min(space + 1, line.size()));
    }
  }
}

void WordCosts::Finish() {
  std::sort(entries_.begin(), entries_.end());
  entries_.shrink_to_fit();
}

double WordCosts::CostOf(std::string_view word) const noexcept {
  const std::uint64_t hash = HashOf(word) & ~kCostMask;
  const auto found = std::lower_bound(entries_.begin(), entries_.end(), hash);
  if (found == entries_.end() || (*found & ~kCostMask) != hash) return kUnknown;
  return static_cast<double>(*found & kCostMask) / 2;
}

double WordCosts::CostOfEnglish(std::string_view word) const noexcept {
  const double known = CostOf(word);
  if (known != kUnknown) return known;
  const std::size_t apostrophe = std::min(word.find('\''), word.find("\u2019"));
  if (apostrophe != std::string_view::npos && apostrophe != 0) {
    const bool is_not = apostrophe > 1 && word[apostrophe - 1] == 'n' && word.ends_with('t');
    return CostOfEnglish(word.substr(0, apostrophe - (is_not ? 1 : 0)));
  }
  for (const std::string_view ending : {"s", "es", "d", "ed", "ly", "er", "est", "ness", "ing"}) {
    if (!word.ends_with(ending) || word.size() < ending.size() + kShortestStem) continue;
    const double stem = CostOf(word.substr(0, word.size() - ending.size()));
    if (stem != kUnknown) return stem + kInflection;
  }
  return word.size() <= kLongestNoise ? kNoise : kUnknownEnglish;
}

}  // namespace cosyscribe::textnorm
