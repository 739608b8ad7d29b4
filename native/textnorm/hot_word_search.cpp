#include "textnorm/hot_word_search.h"

#include <algorithm>
#include <limits>

#include "textnorm/sound_en.h"
#include "textnorm/utf8.h"

namespace cosyscribe::textnorm {
namespace {

// All costs are in nats, on the scale of WordCosts. The constants were set while looking at the
// sentences of tests/proof/words.py and at references of real speech, so its figures are no
// held-out evidence.
constexpr double kUnknownHan = 14;
constexpr double kTwoSyllables = 15.5;
constexpr double kMoreSyllable = 4.2;
constexpr double kKnownWord = 6;              // a word of the language is seldom what was misheard
constexpr double kMostDistanceOfKnown = 0.7;  // of several words of the language
constexpr double kAlias = -100;               // whatever it is made of
constexpr double kSameLetters = -6;
constexpr double kSameSyllable = 0.7;  // another character for the same sound
constexpr double kFuzzySyllable = 1.8;
constexpr double kNearSyllable = 5;
constexpr double kSecondReading = 1;  // where a character must be read in its rarer way
constexpr double kSoundStep = 3;      // for a SoundDistance of 1
constexpr double kFirstSound = 2;     // the first consonant is rarely the one misheard
constexpr double kMorePart = 3;       // for each word more that a hot word was heard as
constexpr double kCommonPart = 4;     // for each of them that is common
constexpr double kCommonBelow = 9;
constexpr double kNumeral = 4.5;  // at most: any string of digits is fluent
constexpr double kMostDistancePerSound = 0.25;
constexpr std::size_t kLongestPlain = 4;     // ideographs of a word in the tables
constexpr std::size_t kLongestClause = 400;  // tokens
constexpr std::size_t kLongestByEnd = 8;     // units
constexpr std::size_t kMostParts = 5;        // words that one hot word was heard as

// Above what fluent text of that length costs, and below what it costs once it falls apart.
double ChineseCost(std::size_t units) {
  return kTwoSyllables +
         kMoreSyllable * static_cast<double>(units - std::min<std::size_t>(units, 2));
}

// The shorter a word, the more text sounds like it by chance.
double EnglishCost(std::size_t letters) {
  return std::clamp(24.0 - static_cast<double>(letters), 13.0, 20.0);
}

bool IsInsideWord(char32_t mark) {
  constexpr std::u32string_view kInside = U"-_+#&/@·";
  return kInside.find(mark) != std::u32string_view::npos;
}

bool IsPart(const Token& token) { return token.IsWord() && !token.has_digit && !token.is_letter; }

bool IsNumeral(char32_t c) {
  constexpr std::u32string_view kNumerals = U"零〇一二三四五六七八九十百千万亿两幺";
  return kNumerals.find(c) != std::u32string_view::npos;
}

std::optional<double> CostOf(SyllableMatch match) {
  switch (match) {
    case SyllableMatch::kSame:
      return kSameSyllable;
    case SyllableMatch::kFuzzy:
      return kFuzzySyllable;
    case SyllableMatch::kNear:
      return kNearSyllable;
    case SyllableMatch::kOther:
      break;
  }
  return {};
}

std::size_t PossessiveLength(std::string_view word) {
  if (word.ends_with("'s")) return 2;
  return word.ends_with("\u2019s") ? 4 : 0;
}

}  // namespace

void HotWordSearch::Apply(std::string* text, std::vector<Span>* spans) {
  found_.clear();
  out_.clear();
  copied_ = 0;
  Token token;
  std::size_t at = 0;
  while (ReadToken(*text, true, *words_.tables().lexicon, &at, &token)) {
    if (EndsClause(token, *text) || clause_.size() == kLongestClause) CorrectClause(*text);
    if (!EndsClause(token, *text)) Hear(*text, token);
  }
  CorrectClause(*text);
  if (found_.empty()) return;
  out_.append(*text, copied_);
  *text = std::move(out_);
  *spans = std::move(found_);
}

bool HotWordSearch::EndsClause(const Token& token, std::string_view text) const {
  if (token.kind == TokenKind::kBreak || token.kind == TokenKind::kOther) return true;
  if (token.kind != TokenKind::kMark || IsInsideWord(token.code)) return false;
  const bool is_dot_inside =
      token.code == U'.' && token.IsGlued() && token.end < text.size() && text[token.end] > ' ';
  return !is_dot_inside;
}

void HotWordSearch::Hear(std::string_view text, const Token& token) {
  Heard heard;
  heard.token = token;
  heard.unit = words_.UnitOf(text, token);
  heard.keys = words_.KeysOfUnit(heard.unit);
  heard.folded_begin = folded_.size();
  heard.stem_end = token.end;
  const WordCosts& costs = words_.tables().costs;
  if (token.IsHan()) {
    AppendUtf8(&folded_, words_.tables().pinyin.Simplified(token.code));
    const double cost = costs.CostOf(std::string_view(folded_).substr(heard.folded_begin));
    heard.cost = cost == WordCosts::kUnknown ? kUnknownHan : cost;
    if (IsNumeral(token.code)) heard.cost = std::min(heard.cost, kNumeral);
  } else {
    folded_ += heard.unit.text;
    if (token.IsWord()) heard.cost = kCommonBelow;  // with a digit, or a letter
    if (IsPart(token)) {
      heard.stem_end -= PossessiveLength(heard.unit.text);
      heard.cost = costs.CostOfEnglish(heard.unit.text);
      heard.sound = SoundOf(text.substr(token.begin, heard.stem_end - token.begin));
    }
  }
  heard.folded_end = folded_.size();
  clause_.push_back(std::move(heard));
}

void HotWordSearch::CorrectClause(std::string_view text) {
  best_.assign(clause_.size() + 1, {std::numeric_limits<double>::infinity(), 0, {}});
  best_[0].cost = 0;
  for (std::size_t i = 0; i < clause_.size(); ++i) {
    AddPlain(i);
    AddExact(i, text);
    AddChinese(i);
    AddEnglish(i);
  }
  std::vector<Best> chosen;  // the hot words of the cheapest way, the last one first
  std::vector<std::size_t> ends;
  for (std::size_t end = clause_.size(); end > 0; end = best_[end].begin) {
    if (!best_[end].word) continue;
    chosen.push_back(best_[end]);
    ends.push_back(end);
  }
  for (std::size_t k = chosen.size(); k-- > 0;) {
    const std::size_t begin = clause_[chosen[k].begin].token.begin;
    const std::size_t end = clause_[ends[k] - 1].stem_end;
    const std::string& word = words_.word(*chosen[k].word).text;
    if (text.substr(begin, end - begin) == word) continue;
    out_.append(text, copied_, begin - copied_);
    found_.push_back({begin, end, out_.size(), out_.size() + word.size()});
    out_ += word;
    copied_ = end;
  }
  clause_.clear();
  folded_.clear();
}

void HotWordSearch::Offer(std::size_t begin, std::size_t end, double cost,
                          std::optional<std::uint32_t> word) {
  const double total = best_[begin].cost + cost;
  if (total < best_[end].cost) best_[end] = {total, begin, word};
}

void HotWordSearch::AddPlain(std::size_t i) {
  Offer(i, i + 1, clause_[i].cost, {});
  const std::string_view folded = folded_;
  const std::size_t begin = clause_[i].folded_begin;
  for (std::size_t n = 1; n < kLongestPlain && i + n < clause_.size(); ++n) {
    const Token& token = clause_[i + n].token;
    if (!clause_[i].token.IsHan() || !token.IsHan() || !token.IsGlued()) return;
    const double cost =
        words_.tables().costs.CostOf(folded.substr(begin, clause_[i + n].folded_end - begin));
    if (cost != WordCosts::kUnknown) Offer(i, i + n + 1, cost, {});
  }
}

void HotWordSearch::AddExact(std::size_t i, std::string_view text) {
  const HotWords::Places* places = words_.StartingWith(clause_[i].unit.text);
  if (places == nullptr) return;
  for (const std::uint32_t place : *places) {
    const HotWords::Pattern& pattern = words_.pattern(place);
    const std::size_t end = i + pattern.units.size();
    if (end > clause_.size()) continue;
    bool is_equal = true;
    for (std::size_t k = 0; k < pattern.units.size() && is_equal; ++k) {
      is_equal = pattern.units[k].text == clause_[i + k].unit.text;
    }
    if (!is_equal) continue;
    const HotWords::Word& word = words_.word(pattern.word);
    const std::size_t begin = clause_[i].token.begin;
    double cost = 0;
    if (pattern.kind == HotWords::Kind::kAlias) {
      cost = kAlias;
    } else if (text.substr(begin, clause_[end - 1].token.end - begin) != word.text) {
      cost = EnglishCost(word.text.size()) + kSameLetters - word.bonus;
    }
    Offer(i, end, cost, pattern.word);
  }
}

void HotWordSearch::AddChinese(std::size_t i) {
  if (i + 1 >= clause_.size()) return;
  for (const std::uint64_t pair : PairsAt(i)) AddChineseAt(i, words_.WithFirst(pair), 0);
  // A longer word whose beginning was misheard is found by its end, ahead of here.
  for (std::size_t n = HotWords::kShortestWithNear; n <= kLongestByEnd; ++n) {
    if (i + n > clause_.size()) return;
    for (const std::uint64_t pair : PairsAt(i + n - 2)) AddChineseAt(i, words_.WithLast(pair), n);
  }
}

std::vector<std::uint64_t> HotWordSearch::PairsAt(std::size_t i) const {
  std::vector<std::uint64_t> pairs;
  for (const std::uint16_t first : clause_[i].keys) {
    for (const std::uint16_t second : clause_[i + 1].keys) {
      pairs.push_back(HotWords::PairKey(first, second));
    }
  }
  return pairs;
}

// Offers those of the patterns that fit, of `length` units where it is not 0.
void HotWordSearch::AddChineseAt(std::size_t i, const HotWords::Places* places,
                                 std::size_t length) {
  if (places == nullptr) return;
  for (const std::uint32_t place : *places) {
    const HotWords::Pattern& pattern = words_.pattern(place);
    const std::size_t units = pattern.units.size();
    if (length != 0 && units != length) continue;
    const std::optional<double> penalty = PenaltyOf(pattern, i);
    if (!penalty) continue;
    const double cost = ChineseCost(units) + *penalty - words_.word(pattern.word).bonus;
    Offer(i, i + units, cost, pattern.word);
  }
}

std::optional<double> HotWordSearch::PenaltyOf(const HotWords::Pattern& pattern,
                                               std::size_t begin) const {
  if (begin + pattern.units.size() > clause_.size()) return {};
  double penalty = 0;
  bool has_near = pattern.units.size() < HotWords::kShortestWithNear;
  for (std::size_t k = 0; k < pattern.units.size(); ++k) {
    const Heard& heard = clause_[begin + k];
    const bool is_han = heard.token.IsHan();
    if (k > 0 && is_han && clause_[begin + k - 1].token.IsHan() && !heard.token.IsGlued()) {
      return {};
    }
    const std::optional<double> step = PenaltyOf(pattern.units[k], heard.unit);
    if (!step || (*step == kNearSyllable && has_near)) return {};
    has_near = has_near || *step == kNearSyllable;
    penalty += *step;
  }
  return penalty;
}

std::optional<double> HotWordSearch::PenaltyOf(const Unit& wanted, const Unit& heard) const {
  if (!wanted.text.empty() && wanted.text == heard.text) return 0;
  if (wanted.kind != TokenKind::kHan || heard.kind != TokenKind::kHan) return {};
  std::optional<double> least;
  for (std::size_t i = 0; i < Pinyin::kMostReadings; ++i) {
    for (std::size_t j = 0; j < Pinyin::kMostReadings; ++j) {
      const std::optional<double> cost =
          CostOf(words_.tables().pinyin.Compare(wanted.readings[i], heard.readings[j]));
      if (!cost) continue;
      const double total = *cost + (i + j > 0 && *cost < kNearSyllable ? kSecondReading : 0);
      least = std::min(least.value_or(total), total);
    }
  }
  return least;
}

void HotWordSearch::AddEnglish(std::size_t i) {
  std::string sound;
  double plain = 0;
  double extra = -kMorePart;
  bool is_known = true;
  std::size_t parts = 0;
  for (std::size_t end = i; end < clause_.size() && parts < kMostParts; ++end) {
    const Heard& heard = clause_[end];
    if (heard.token.IsMark(U'-') && end > i) continue;
    if (!IsPart(heard.token)) return;
    sound += heard.sound;
    plain += heard.cost;
    extra += kMorePart;
    ++parts;
    if (parts > 1 && heard.cost < kCommonBelow) extra += kCommonPart;
    is_known = is_known && heard.cost < WordCosts::kUnknownEnglish;
    HeardSound whole{sound, plain, extra, is_known && parts > 1 ? kMostDistanceOfKnown : plain};
    if (parts > 1 && clause_[i].cost < kCommonBelow) whole.extra += kCommonPart;
    if (parts == 1 && is_known) whole.extra += kKnownWord;
    AddEnglishAt(i, end + 1, whole);
    if (heard.stem_end != heard.token.end) return;
  }
}

void HotWordSearch::AddEnglishAt(std::size_t begin, std::size_t end, const HeardSound& heard) {
  const std::string skeleton = SkeletonOf(heard.sound);
  for (const std::string& key : KeysOf(skeleton)) {
    const HotWords::Places* places = words_.WithSkeleton(key);
    if (places == nullptr) continue;
    for (const std::uint32_t place : *places) {
      const HotWords::Sound& wanted = words_.sound(place);
      const HotWords::Word& word = words_.word(wanted.word);
      double cost = EnglishCost(wanted.letters) - word.bonus + heard.extra;
      if (skeleton[0] != wanted.first) cost += kFirstSound;
      if (cost >= heard.plain) continue;
      const double limit =
          std::min({(heard.plain - cost) / kSoundStep, heard.most_distance,
                    kMostDistancePerSound * static_cast<double>(wanted.sound.size())});
      const double distance = SoundDistance(heard.sound, wanted.sound, limit);
      if (distance <= limit) Offer(begin, end, cost + kSoundStep * distance, wanted.word);
    }
  }
}

}  // namespace cosyscribe::textnorm
