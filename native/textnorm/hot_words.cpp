#include "textnorm/hot_words.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "textnorm/characters.h"
#include "textnorm/sound_en.h"
#include "textnorm/utf8.h"

namespace cosyscribe::textnorm {
namespace {

constexpr std::size_t kMostUnits = 16;
constexpr std::size_t kShortestSkeleton = 2;
constexpr std::size_t kShortestSound = 4;
constexpr double kBonusOfDouble = 3;  // twice the weight: as if a word were e^3 times as common

const HotWords::Places* Lookup(const std::unordered_map<std::uint64_t, HotWords::Places>& index,
                               std::uint64_t key) {
  const auto found = index.find(key);
  return found == index.end() ? nullptr : &found->second;
}

std::size_t CountKind(const std::vector<Unit>& units, TokenKind kind) {
  return static_cast<std::size_t>(
      std::count_if(units.begin(), units.end(), [&](const Unit& u) { return u.kind == kind; }));
}

}  // namespace

std::string HotWords::Add(std::string_view text, double weight,
                          const std::vector<std::string>& aliases,
                          const std::vector<std::string>& syllables) {
  std::vector<Unit> units = UnitsOf(text);
  if (units.empty()) return "there is no word";
  if (units.size() > kMostUnits) return "the word is too long";
  std::vector<Unit> spoken;
  for (const std::string& syllable : syllables) {
    Unit unit;
    unit.kind = TokenKind::kHan;
    unit.readings[0] = tables_->pinyin.Find(syllable);
    if (unit.readings[0] == 0) return syllable + " is no syllable of pinyin";
    spoken.push_back(std::move(unit));
  }
  if (spoken.size() > kMostUnits) return "the pinyin is too long";
  words_.push_back({std::string(text), kBonusOfDouble * std::log2(weight)});
  for (const std::string& alias : aliases) {
    std::vector<Unit> written = UnitsOf(alias);
    if (!written.empty()) AddExact(Kind::kAlias, std::move(written));
  }
  const std::size_t han = CountKind(units, TokenKind::kHan);
  if (han == 0) AddEnglishSound(text);
  if (!spoken.empty()) {
    AddChineseSound(std::move(spoken));
  } else if (han != 0) {
    AddChineseSound(units);
  }
  AddExact(Kind::kSpelling, std::move(units));
  return {};
}

const HotWords::Places* HotWords::StartingWith(std::string_view text) const {
  return Lookup(by_start_, HashOf(text));
}

const HotWords::Places* HotWords::WithFirst(std::uint64_t pair) const {
  return Lookup(by_first_, pair);
}

const HotWords::Places* HotWords::WithLast(std::uint64_t pair) const {
  return Lookup(by_last_, pair);
}

const HotWords::Places* HotWords::WithSkeleton(std::string_view key) const {
  return Lookup(by_skeleton_, HashOf(key));
}

Unit HotWords::UnitOf(std::string_view text, const Token& token) const {
  Unit unit;
  unit.kind = token.kind;
  unit.text = text.substr(token.begin, token.end - token.begin);
  if (token.IsHan()) {
    unit.readings = tables_->pinyin.ReadingsOf(token.code);
  } else {
    for (char& c : unit.text) {
      if (IsAsciiUpper(static_cast<unsigned char>(c))) c = static_cast<char>(c - 'A' + 'a');
    }
  }
  return unit;
}

std::vector<std::uint16_t> HotWords::KeysOfUnit(const Unit& unit) const {
  if (unit.kind != TokenKind::kHan) {
    return {static_cast<std::uint16_t>(0x8000U | HashOf(unit.text))};  // syllables are far fewer
  }
  std::vector<std::uint16_t> keys;
  for (const Syllable syllable : unit.readings) {
    const std::uint16_t key = tables_->pinyin.KeyOf(syllable);
    if (key != 0 && std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  }
  return keys;
}

std::vector<Unit> HotWords::UnitsOf(std::string_view text) const {
  std::vector<Unit> units;
  Token token;
  std::size_t at = 0;
  while (ReadToken(text, true, *tables_->lexicon, &at, &token)) {
    units.push_back(UnitOf(text, token));
  }
  return units;
}

void HotWords::AddExact(Kind kind, std::vector<Unit> units) {
  const auto place = static_cast<std::uint32_t>(patterns_.size());
  by_start_[HashOf(units.front().text)].push_back(place);
  patterns_.push_back({static_cast<std::uint32_t>(words_.size() - 1), kind, std::move(units)});
}

void HotWords::AddChineseSound(std::vector<Unit> units) {
  if (units.size() < 2) return;  // half of all text sounds like some single character
  const auto place = static_cast<std::uint32_t>(patterns_.size());
  AddPairs(units[0], units[1], place, &by_first_);
  if (units.size() >= kShortestWithNear) {
    AddPairs(units[units.size() - 2], units.back(), place, &by_last_);
  }
  patterns_.push_back(
      {static_cast<std::uint32_t>(words_.size() - 1), Kind::kSound, std::move(units)});
}

void HotWords::AddPairs(const Unit& first, const Unit& second, std::uint32_t place, Index* index) {
  for (const std::uint16_t a : KeysOfUnit(first)) {
    for (const std::uint16_t b : KeysOfUnit(second)) (*index)[PairKey(a, b)].push_back(place);
  }
}

void HotWords::AddEnglishSound(std::string_view text) {
  Sound sound;
  sound.word = static_cast<std::uint32_t>(words_.size() - 1);
  Token token;
  std::size_t at = 0;
  while (ReadToken(text, true, *tables_->lexicon, &at, &token)) {
    if (token.has_digit) return;  // digits have no sound here: by spelling only
    if (!token.IsWord()) continue;
    sound.sound += SoundOf(text.substr(token.begin, token.end - token.begin));
    sound.letters += token.end - token.begin;
  }
  const std::string skeleton = SkeletonOf(sound.sound);
  if (skeleton.size() < kShortestSkeleton || sound.sound.size() < kShortestSound) return;
  sound.first = skeleton[0];
  const auto place = static_cast<std::uint32_t>(sounds_.size());
  for (const std::string& key : KeysOf(skeleton)) {
    Places& places = by_skeleton_[HashOf(key)];
    if (places.empty() || places.back() != place) places.push_back(place);
  }
  sounds_.push_back(std::move(sound));
}

}  // namespace cosyscribe::textnorm
