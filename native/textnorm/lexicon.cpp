#include "textnorm/lexicon.h"

#include <algorithm>
#include <limits>

#include "textnorm/characters.h"
#include "textnorm/token.h"
#include "textnorm/utf8.h"

namespace cosyscribe::textnorm {
namespace {

constexpr std::size_t kLongestWord = 32;  // bytes; longer ones cannot be in a data file

struct NumberWord {
  std::string_view word;
  NumberPart part;
  std::int32_t value;
};

constexpr NumberWord kNumberWords[] = {
    {"零", NumberPart::kZhZero, 0},
    {"〇", NumberPart::kZhZero, 0},
    {"一", NumberPart::kZhDigit, 1},
    {"二", NumberPart::kZhDigit, 2},
    {"三", NumberPart::kZhDigit, 3},
    {"四", NumberPart::kZhDigit, 4},
    {"五", NumberPart::kZhDigit, 5},
    {"六", NumberPart::kZhDigit, 6},
    {"七", NumberPart::kZhDigit, 7},
    {"八", NumberPart::kZhDigit, 8},
    {"九", NumberPart::kZhDigit, 9},
    {"两", NumberPart::kZhTwo, 2},
    {"兩", NumberPart::kZhTwo, 2},
    {"幺", NumberPart::kZhSpoken, 1},
    {"洞", NumberPart::kZhSpoken, 0},
    {"拐", NumberPart::kZhSpoken, 7},
    {"勾", NumberPart::kZhSpoken, 9},
    {"壹", NumberPart::kZhFormal, 1},
    {"贰", NumberPart::kZhFormal, 2},
    {"叁", NumberPart::kZhFormal, 3},
    {"肆", NumberPart::kZhFormal, 4},
    {"伍", NumberPart::kZhFormal, 5},
    {"陆", NumberPart::kZhFormal, 6},
    {"柒", NumberPart::kZhFormal, 7},
    {"捌", NumberPart::kZhFormal, 8},
    {"玖", NumberPart::kZhFormal, 9},
    {"十", NumberPart::kZhUnit, 10},
    {"百", NumberPart::kZhUnit, 100},
    {"千", NumberPart::kZhUnit, 1000},
    {"万", NumberPart::kZhWan, 4},
    {"萬", NumberPart::kZhWan, 4},
    {"亿", NumberPart::kZhYi, 8},
    {"億", NumberPart::kZhYi, 8},
    {"zero", NumberPart::kEnZero, 0},
    {"oh", NumberPart::kEnOh, 0},
    {"o", NumberPart::kEnOh, 0},
    {"one", NumberPart::kEnDigit, 1},
    {"two", NumberPart::kEnDigit, 2},
    {"three", NumberPart::kEnDigit, 3},
    {"four", NumberPart::kEnDigit, 4},
    {"five", NumberPart::kEnDigit, 5},
    {"six", NumberPart::kEnDigit, 6},
    {"seven", NumberPart::kEnDigit, 7},
    {"eight", NumberPart::kEnDigit, 8},
    {"nine", NumberPart::kEnDigit, 9},
    {"ten", NumberPart::kEnTeen, 10},
    {"eleven", NumberPart::kEnTeen, 11},
    {"twelve", NumberPart::kEnTeen, 12},
    {"thirteen", NumberPart::kEnTeen, 13},
    {"fourteen", NumberPart::kEnTeen, 14},
    {"fifteen", NumberPart::kEnTeen, 15},
    {"sixteen", NumberPart::kEnTeen, 16},
    {"seventeen", NumberPart::kEnTeen, 17},
    {"eighteen", NumberPart::kEnTeen, 18},
    {"nineteen", NumberPart::kEnTeen, 19},
    {"twenty", NumberPart::kEnTens, 20},
    {"thirty", NumberPart::kEnTens, 30},
    {"forty", NumberPart::kEnTens, 40},
    {"fourty", NumberPart::kEnTens, 40},
    {"fifty", NumberPart::kEnTens, 50},
    {"sixty", NumberPart::kEnTens, 60},
    {"seventy", NumberPart::kEnTens, 70},
    {"eighty", NumberPart::kEnTens, 80},
    {"ninety", NumberPart::kEnTens, 90},
    {"hundred", NumberPart::kEnHundred, 2},
    {"thousand", NumberPart::kEnScale, 3},
    {"million", NumberPart::kEnScale, 6},
    {"billion", NumberPart::kEnScale, 9},
    {"trillion", NumberPart::kEnScale, 12},
    {"quadrillion", NumberPart::kEnScale, 15},
    {"quintillion", NumberPart::kEnScale, 18},
    {"sextillion", NumberPart::kEnScale, 21},
    {"zeroth", NumberPart::kEnOrdinalDigit, 0},
    {"first", NumberPart::kEnOrdinalDigit, 1},
    {"second", NumberPart::kEnOrdinalDigit, 2},
    {"third", NumberPart::kEnOrdinalDigit, 3},
    {"fourth", NumberPart::kEnOrdinalDigit, 4},
    {"fifth", NumberPart::kEnOrdinalDigit, 5},
    {"sixth", NumberPart::kEnOrdinalDigit, 6},
    {"seventh", NumberPart::kEnOrdinalDigit, 7},
    {"eighth", NumberPart::kEnOrdinalDigit, 8},
    {"ninth", NumberPart::kEnOrdinalDigit, 9},
    {"tenth", NumberPart::kEnOrdinalTeen, 10},
    {"eleventh", NumberPart::kEnOrdinalTeen, 11},
    {"twelfth", NumberPart::kEnOrdinalTeen, 12},
    {"thirteenth", NumberPart::kEnOrdinalTeen, 13},
    {"fourteenth", NumberPart::kEnOrdinalTeen, 14},
    {"fifteenth", NumberPart::kEnOrdinalTeen, 15},
    {"sixteenth", NumberPart::kEnOrdinalTeen, 16},
    {"seventeenth", NumberPart::kEnOrdinalTeen, 17},
    {"eighteenth", NumberPart::kEnOrdinalTeen, 18},
    {"nineteenth", NumberPart::kEnOrdinalTeen, 19},
    {"twentieth", NumberPart::kEnOrdinalTens, 20},
    {"thirtieth", NumberPart::kEnOrdinalTens, 30},
    {"fortieth", NumberPart::kEnOrdinalTens, 40},
    {"fiftieth", NumberPart::kEnOrdinalTens, 50},
    {"sixtieth", NumberPart::kEnOrdinalTens, 60},
    {"seventieth", NumberPart::kEnOrdinalTens, 70},
    {"eightieth", NumberPart::kEnOrdinalTens, 80},
    {"ninetieth", NumberPart::kEnOrdinalTens, 90},
    {"hundredth", NumberPart::kEnOrdinalHundred, 2},
    {"thousandth", NumberPart::kEnOrdinalScale, 3},
    {"millionth", NumberPart::kEnOrdinalScale, 6},
    {"billionth", NumberPart::kEnOrdinalScale, 9},
    {"double", NumberPart::kEnRepeat, 2},
    {"triple", NumberPart::kEnRepeat, 3},
};

// Words that rules begin with, beside the digits and units and those of the data files.
constexpr std::string_view kRuleWords[] = {"第",    "几",       "幾",    "数",  "數",      "负",
                                           "負",    "正",       "加",    "初",  "quarter", "half",
                                           "minus", "negative", "point", "plus"};

constexpr ClassSet kActiveClasses =
    SetOf(WordClass::kKeep) | SetOf(WordClass::kTerm) | SetOf(WordClass::kMark) |
    SetOf(WordClass::kPauseMark) | SetOf(WordClass::kDeleteSentence) | SetOf(WordClass::kUndo) |
    SetOf(WordClass::kZhWeek) | SetOf(WordClass::kZhLunar) | SetOf(WordClass::kZhProvince);

// Factors of the units that take prefixes, spoken joined ("kilowatts") or apart ("kilo watts").
constexpr std::string_view kUnitPrefixes[] = {"nano",  "micro", "milli", "centi", "deci",
                                              "hecto", "kilo",  "mega",  "giga",  "tera"};

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::uint64_t HashWord(std::string_view word) {
  std::uint64_t hash = 0xCBF29CE484222325U;  // FNV-1a
  for (const char c : word) {
    hash = (hash ^ static_cast<unsigned char>(Lower(c))) * 0x100000001B3U;
  }
  return hash ^ hash >> 29;
}

bool SameWord(std::string_view known, std::string_view word) {
  return known.size() == word.size() && std::equal(known.begin(), known.end(), word.begin(),
                                                   [](char a, char b) { return a == Lower(b); });
}

std::uint64_t EdgeKey(std::uint32_t node, std::uint16_t word) {
  return std::uint64_t{node} << 16 | word;
}

std::size_t Spread(std::uint64_t key) {
  key *= 0x9E3779B97F4A7C15U;  // Fibonacci hashing
  return static_cast<std::size_t>(key ^ key >> 32);
}

template <typename F>
void ForEachPart(std::string_view text, char separator, F visit) {
  for (;;) {
    const std::size_t end = text.find(separator);
    visit(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

Lexicon::Lexicon()
    : han_ids_(kLastHan - kFirstHan + 1),
      words_(1),
      word_slots_(1U << 14),
      infos_(1),
      roots_(1),
      nodes_(1),
      slots_(1U << 12) {
  AddNumberWords();
}

std::uint16_t Lexicon::WordId(std::string_view word) const noexcept {
  if (word.size() > kLongestWord) return 0;
  const std::size_t mask = word_slots_.size() - 1;
  for (std::size_t i = HashWord(word) & mask; word_slots_[i] != 0; i = (i + 1) & mask) {
    if (SameWord(words_[word_slots_[i]], word)) return word_slots_[i];
  }
  return 0;
}

std::uint32_t Lexicon::Child(std::uint32_t node, std::uint16_t word) const noexcept {
  const std::uint64_t key = EdgeKey(node, word);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = Spread(key) & mask; slots_[i].node != kNoNode; i = (i + 1) & mask) {
    if (slots_[i].key == key) return slots_[i].node;
  }
  return kNoNode;
}

std::string_view Lexicon::Value(std::uint32_t node, WordClass word_class) const noexcept {
  const auto found = values_.find(std::uint64_t{node} << 8 | static_cast<unsigned>(word_class));
  return found == values_.end() ? std::string_view{} : std::string_view{found->second};
}

std::vector<LexiconProblem> Lexicon::Add(std::string_view file, std::string_view lines) {
  std::vector<LexiconProblem> problems;
  const TextCheck check = CheckUtf8(lines);
  std::size_t number = 0;
  ForEachPart(lines.substr(0, check.status == TextStatus::kOk ? lines.npos : check.position), '\n',
              [&](std::string_view line) {
                ++number;
                const std::string detail = ReadLine(line);
                if (!detail.empty()) problems.push_back({std::string(file), number, detail});
              });
  if (check.status != TextStatus::kOk) {
    problems.push_back({std::string(file), number, "not UTF-8; the rest is left out"});
  }
  return problems;
}

std::string Lexicon::ReadLine(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (line.empty() || line.front() == '#') return "";
  const std::size_t first = line.find('\t');
  if (first == line.npos) return "no tab between class and phrases";
  const std::size_t second = line.find('\t', first + 1);
  const std::string_view name = line.substr(0, first);
  const std::string_view phrases = line.substr(first + 1, second - first - 1);
  const std::string_view value = second == line.npos ? "" : line.substr(second + 1);
  const auto* found = std::find(kWordClassNames.begin(), kWordClassNames.end(), name);
  if (found == kWordClassNames.end()) return "unknown class " + std::string(name);
  const auto word_class = static_cast<WordClass>(found - kWordClassNames.begin());
  std::string problem;
  ForEachPart(phrases, '|', [&](std::string_view phrase) {
    const std::string one = word_class == WordClass::kEnUnitBase
                                ? AddUnitPrefixes(phrase)
                                : AddPhrase(word_class, phrase, value);
    if (problem.empty()) problem = one;
  });
  return problem;
}

std::string Lexicon::AddUnitPrefixes(std::string_view base) {
  std::string problem = AddPhrase(WordClass::kEnUnit, base, "");
  for (const std::string_view prefix : kUnitPrefixes) {
    for (const std::string_view joint : {"", " "}) {
      std::string unit(prefix);
      unit.append(joint).append(base);
      if (problem.empty()) problem = AddPhrase(WordClass::kEnUnit, unit, "");
    }
  }
  return problem;
}

std::string Lexicon::AddPhrase(WordClass word_class, std::string_view phrase,
                               std::string_view value) {
  std::size_t at = 0;
  Token token;
  std::uint32_t node = kNoNode;
  std::uint16_t first = 0;
  while (ReadToken(phrase, true, *this, &at, &token)) {
    if (!token.IsHan() && !token.IsWord()) return "only words can be in a phrase";
    const std::uint16_t word = AddWord(phrase.substr(token.begin, token.end - token.begin));
    if (word == 0) return "too many words";
    if (node == kNoNode) first = word;
    node = AddNode(node, word);
  }
  if (node == kNoNode || at != phrase.size()) return "empty phrase";
  nodes_[node].classes |= SetOf(word_class);
  infos_[first].begins |= SetOf(word_class);
  if (Has(kActiveClasses, word_class)) infos_[first].is_active = true;
  if (node == roots_[first]) infos_[first].classes |= SetOf(word_class);
  if (!value.empty()) {
    values_[std::uint64_t{node} << 8 | static_cast<unsigned>(word_class)] = std::string(value);
  }
  return "";
}

std::uint16_t Lexicon::AddWord(std::string_view word) {
  const CodePoint first = DecodeUtf8(word, 0);
  const bool is_han = IsHan(first.value);
  const std::uint16_t known = is_han ? HanId(first.value) : WordId(word);
  if (known != 0) return known;
  const bool is_full = words_.size() >= word_slots_.size() / 2;
  const bool is_rare_han = is_han && first.value - kFirstHan >= han_ids_.size();
  if (is_full || is_rare_han || word.size() > kLongestWord) return 0;
  const auto id = static_cast<std::uint16_t>(words_.size());
  std::string lower(word);
  std::transform(lower.begin(), lower.end(), lower.begin(), Lower);
  words_.push_back(lower);
  infos_.emplace_back();
  roots_.push_back(kNoNode);
  if (is_han) {
    han_ids_[first.value - kFirstHan] = id;
    return id;
  }
  const std::size_t mask = word_slots_.size() - 1;
  std::size_t slot = HashWord(word) & mask;
  while (word_slots_[slot] != 0) slot = (slot + 1) & mask;
  word_slots_[slot] = id;
  return id;
}

std::uint32_t Lexicon::AddNode(std::uint32_t parent, std::uint16_t word) {
  const std::uint32_t known = parent == kNoNode ? roots_[word] : Child(parent, word);
  if (known != kNoNode) return known;
  const auto node = static_cast<std::uint32_t>(nodes_.size());
  nodes_.emplace_back();
  if (parent == kNoNode) {
    roots_[word] = node;
    return node;
  }
  if (slots_used_ * 2 >= slots_.size()) GrowSlots();
  ++slots_used_;
  ++nodes_[parent].children;
  const std::uint64_t key = EdgeKey(parent, word);
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = Spread(key) & mask;
  while (slots_[slot].node != kNoNode) slot = (slot + 1) & mask;
  slots_[slot] = {key, node};
  return node;
}

void Lexicon::GrowSlots() {
  std::vector<Slot> larger(slots_.size() * 2);
  const std::size_t mask = larger.size() - 1;
  for (const Slot& old : slots_) {
    if (old.node == kNoNode) continue;
    std::size_t slot = Spread(old.key) & mask;
    while (larger[slot].node != kNoNode) slot = (slot + 1) & mask;
    larger[slot] = old;
  }
  slots_ = std::move(larger);
}

void Lexicon::AddNumberWords() {
  for (const NumberWord& number : kNumberWords) {
    WordInfo& info = infos_[AddWord(number.word)];
    info.part = number.part;
    info.is_active = true;
    info.value = number.value;
  }
  for (const std::string_view word : kRuleWords) infos_[AddWord(word)].is_active = true;
}

}  // namespace cosyscribe::textnorm
