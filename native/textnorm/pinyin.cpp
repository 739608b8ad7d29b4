#include "textnorm/pinyin.h"

#include <algorithm>

#include "textnorm/utf8.h"

namespace cosyscribe::textnorm {
namespace {

bool IsOneOf(std::string_view letters, char c) { return letters.find(c) != std::string_view::npos; }

std::size_t InitialLength(std::string_view spelling) {
  if (spelling.size() > 1 && spelling[1] == 'h' && IsOneOf("zcs", spelling[0])) {
    return 2;
  }
  return IsOneOf("bpmfdtnlgkhjqxrzcsyw", spelling[0]) ? 1 : 0;
}

// The pairs that southern speakers merge: zh z, ch c, sh s, n l.
std::string FuzzyInitial(std::string_view initial) {
  if (initial.size() == 2) return std::string(1, initial[0]);
  return initial == "n" ? "l" : std::string(initial);
}

// And in ing, en eng, an ang with what stands before them.
std::string FuzzyFinal(std::string_view final) {
  const bool is_back = final.size() > 2 && final.ends_with("ng") && final[final.size() - 3] != 'o';
  return std::string(is_back ? final.substr(0, final.size() - 1) : final);
}

}  // namespace

void Pinyin::Add(std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) continue;
    const bool is_pairs = line[0] == '=';
    const Syllable syllable = is_pairs ? Syllable{0} : AddSyllable(line.substr(0, tab));
    char32_t traditional = 0;
    for (std::size_t at = tab + 1; at < line.size();) {
      const CodePoint c = DecodeUtf8(line, at);
      at += c.length;
      const char32_t character = is_pairs && traditional != 0 ? traditional : c.value;
      const char32_t offset = character - kFirstHan;
      if (offset > 0xFFFF) continue;
      if (offset >= readings_.size()) readings_.resize(offset + 1);
      if (offset >= simplified_.size()) simplified_.resize(offset + 1);
      if (!is_pairs) {
        const auto free = std::find(readings_[offset].begin(), readings_[offset].end(), 0);
        if (free != readings_[offset].end()) *free = syllable;
      } else if (traditional == 0) {
        traditional = c.value;
      } else {
        simplified_[offset] = c.value;
        traditional = 0;
      }
    }
  }
}

Syllable Pinyin::Find(std::string_view spelling) const {
  std::string folded;
  for (std::size_t at = 0; at < spelling.size();) {
    const CodePoint c = DecodeUtf8(spelling, at);
    at += c.length;
    if (c.value == U'ü' || c.value == U'Ü') {
      folded += 'v';
    } else if (c.value < U'0' || c.value > U'9') {
      const bool is_upper = c.value >= U'A' && c.value <= U'Z';
      AppendUtf8(&folded, is_upper ? c.value + (U'a' - U'A') : c.value);
    }
  }
  const auto found = by_spelling_.find(folded);
  return found == by_spelling_.end() ? Syllable{0} : found->second;
}

SyllableMatch Pinyin::Compare(Syllable a, Syllable b) const noexcept {
  if (a == 0 || b == 0) return SyllableMatch::kOther;
  if (a == b) return SyllableMatch::kSame;
  const Parts& first = syllables_[a];
  const Parts& second = syllables_[b];
  if (first.key == second.key) return SyllableMatch::kFuzzy;
  const bool is_near = first.initial == second.initial || first.final == second.final;
  return is_near ? SyllableMatch::kNear : SyllableMatch::kOther;
}

Syllable Pinyin::AddSyllable(std::string_view spelling) {
  const auto [at, is_new] =
      by_spelling_.try_emplace(std::string(spelling), static_cast<Syllable>(syllables_.size()));
  if (is_new) {
    const std::size_t length = InitialLength(spelling);
    const std::string initial = FuzzyInitial(spelling.substr(0, length));
    const std::string final = FuzzyFinal(spelling.substr(length));
    syllables_.push_back({Intern(initial + "-" + final), Intern(initial), Intern("-" + final)});
  }
  return at->second;
}

std::uint16_t Pinyin::Intern(const std::string& text) {
  const auto next = static_cast<std::uint16_t>(interned_.size() + 1);
  return interned_.try_emplace(text, next).first->second;
}

}  // namespace cosyscribe::textnorm
