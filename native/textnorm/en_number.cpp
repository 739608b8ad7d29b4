#include "textnorm/en_number.h"

#include <algorithm>

namespace cosyscribe::textnorm {
namespace {

constexpr std::size_t kGroups = 9;               // of three digits: up to sextillions and a carry
constexpr std::size_t kSmallestGrouped = 5;      // digits: commas from 10,000 up
constexpr std::int32_t kSmallestRoundScale = 6;  // millions and up are kept as words

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool IsBelowHundred(NumberPart part) {
  return part == NumberPart::kEnDigit || part == NumberPart::kEnTeen ||
         part == NumberPart::kEnTens || IsEnOrdinal(part);
}

// "o" and "double" are number words only before or behind digits.
bool IsPartHere(Scan& scan, std::size_t at, NumberPart part, const EnRun& run) {
  if (part == NumberPart::kNone || !IsEnNumberPart(part)) return false;
  if (part == NumberPart::kEnRepeat) return IsDigitWord(scan.EnPartAt(at + 1));
  if (part == NumberPart::kEnOh) {
    if (IsWordAt(scan, at + 1, "clock")) return false;
    return run.count != 0 || IsDigitWord(scan.EnPartAt(at + 1));
  }
  return run.count != 0 || !IsMagnitude(part);
}

// Adds up a cardinal in groups of three digits.
class CardinalReader {
 public:
  explicit CardinalReader(const EnRun& run) : run_(run) {}

  EnCardinal Read() {
    for (std::size_t i = 0; i < run_.count; ++i) {
      if (!ReadOne(run_.items[i], i)) return {};
    }
    groups_[0] += current_;
    return Finish();
  }

 private:
  enum class Last { kStart, kZero, kDigit, kTeen, kTens, kHundred, kScale };

  bool ReadOne(const EnRun::Item& item, std::size_t i) {
    const auto value = static_cast<std::uint64_t>(item.value);
    const bool is_open = last_ == Last::kStart || last_ == Last::kHundred || last_ == Last::kScale;
    switch (item.part) {
      case NumberPart::kEnZero:
        last_ = Last::kZero;
        return i == 0 && run_.count == 1;
      case NumberPart::kEnDigit:
      case NumberPart::kEnOrdinalDigit:
        if (!is_open && last_ != Last::kTens) return false;
        current_ += value;
        last_ = Last::kDigit;
        return true;
      case NumberPart::kEnTeen:
      case NumberPart::kEnOrdinalTeen:
      case NumberPart::kEnTens:
      case NumberPart::kEnOrdinalTens:
        if (!is_open) return false;
        current_ += value;
        last_ = item.part == NumberPart::kEnTens ? Last::kTens : Last::kTeen;
        return true;
      case NumberPart::kEnHundred:
      case NumberPart::kEnOrdinalHundred:
        return ReadHundred();
      case NumberPart::kEnScale:
      case NumberPart::kEnOrdinalScale:
        return ReadScale(item.value, i);
      default:
        return false;
    }
  }

  bool ReadHundred() {
    const bool has_count = last_ == Last::kDigit || last_ == Last::kTeen || last_ == Last::kTens;
    if (!has_count || current_ >= 100 || current_ == 0) return false;
    current_ *= 100;
    last_ = Last::kHundred;
    return true;
  }

  bool ReadScale(std::int32_t power, std::size_t i) {
    if (current_ == 0 || power >= last_power_) return false;
    groups_[static_cast<std::size_t>(power / 3)] += current_;
    head_ = current_;
    current_ = 0;
    last_power_ = power;
    scale_at_ = i;
    ++scales_;
    last_ = Last::kScale;
    return true;
  }

  EnCardinal Finish() {
    EnCardinal cardinal;
    cardinal.is_valid = true;
    for (std::size_t i = 0; i + 1 < kGroups; ++i) {
      groups_[i + 1] += groups_[i] / 1000;
      groups_[i] %= 1000;
    }
    std::size_t top = kGroups - 1;
    while (top > 0 && groups_[top] == 0) --top;
    cardinal.digits = std::to_string(groups_[top]);
    while (top-- > 0) {
      const std::string group = std::to_string(groups_[top]);
      cardinal.digits.append(3 - group.size(), '0').append(group);
    }
    cardinal.is_round = scales_ == 1 && last_ == Last::kScale &&
                        last_power_ >= kSmallestRoundScale && !run_.IsOrdinal();
    cardinal.head = std::to_string(head_);
    cardinal.scale_at = scale_at_;
    return cardinal;
  }

  const EnRun& run_;
  std::array<std::uint64_t, kGroups> groups_{};
  std::uint64_t current_ = 0;
  std::uint64_t head_ = 0;
  std::int32_t last_power_ = 24;
  std::size_t scale_at_ = 0;
  std::size_t scales_ = 0;
  Last last_ = Last::kStart;
};

}  // namespace

bool IsWordAt(Scan& scan, std::size_t at, std::string_view word) {
  const Token& token = scan.At(at);
  if (!token.IsWord() || token.end - token.begin != word.size()) return false;
  const std::string_view text = scan.TextAt(at);
  return std::equal(word.begin(), word.end(), text.begin(),
                    [](char a, char b) { return a == Lower(b); });
}

std::size_t JoinerLength(Scan& scan, std::size_t at, const EnRun& run) {
  const Token& token = scan.At(at);
  if (token.IsMark(U'-') && token.IsGlued()) {
    const Token& next = scan.At(at + 1);
    return next.IsGlued() && IsEnNumberPart(scan.EnPartAt(at + 1)) ? 1 : 0;
  }
  if (IsMagnitude(run.items[run.count - 1].part) && IsWordAt(scan, at, "and")) {
    return IsBelowHundred(scan.EnPartAt(at + 1)) ? 1 : 0;
  }
  return 0;
}

EnRun ReadEnRun(Scan& scan, std::size_t at) {
  EnRun run;
  run.at = at;
  for (;;) {
    std::size_t next = at + run.length;
    if (run.count != 0) {
      if (run.IsOrdinal()) break;
      next += JoinerLength(scan, next, run);
    }
    const NumberPart part = scan.EnPartAt(next);
    if (!IsPartHere(scan, next, part, run) || run.count == run.items.size()) break;
    run.length = next + 1 - at;
    run.items[run.count++] = {part, scan.ValueAt(next), run.length};
  }
  return run;
}

EnRun TailOf(const EnRun& run, std::size_t first) {
  EnRun tail;
  const std::size_t skipped = first == 0 ? 0 : run.items[first - 1].end;
  for (std::size_t i = first; i < run.count; ++i) {
    tail.items[tail.count] = run.items[i];
    tail.items[tail.count++].end -= skipped;
  }
  tail.length = run.length - skipped;
  tail.at = run.at + skipped;
  return tail;
}

std::uint64_t EnCardinal::Value() const noexcept {
  if (!is_valid || digits.size() > 9) return 1'000'000'000;
  std::uint64_t value = 0;
  for (const char c : digits) value = value * 10 + static_cast<std::uint64_t>(c - '0');
  return value;
}

EnCardinal ParseEnCardinal(const EnRun& run) {
  return run.count == 0 ? EnCardinal{} : CardinalReader(run).Read();
}

std::string GroupDigits(std::string_view digits) {
  if (digits.size() < kSmallestGrouped) return std::string(digits);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0) text.push_back(',');
    text.push_back(digits[i]);
  }
  return text;
}

std::string_view OrdinalSuffix(std::string_view digits) {
  const bool is_teen = digits.size() > 1 && digits[digits.size() - 2] == '1';
  if (is_teen) return "th";
  switch (digits.back()) {
    case '1':
      return "st";
    case '2':
      return "nd";
    case '3':
      return "rd";
    default:
      return "th";
  }
}

std::string TextOf(Scan& scan, const EnRun& run, const EnCardinal& cardinal) {
  if (!cardinal.is_round) return GroupDigits(cardinal.digits);
  const std::size_t scale = run.at + run.items[cardinal.scale_at].end - 1;
  return GroupDigits(cardinal.head) + " " + std::string(scan.TextAt(scale));
}

std::string EnPieces::Digits() const {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string digits = std::to_string(pieces[i].value);
    if (digits.size() < pieces[i].width) text.append(pieces[i].width - digits.size(), '0');
    text.append(digits);
  }
  return text;
}

bool EnPieces::IsAllSingle() const noexcept {
  return std::all_of(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(count),
                     [](const Piece& piece) { return piece.width == 1; });
}

EnPieces ReadEnPieces(const EnRun& run) {
  EnPieces read;
  std::int32_t repeat = 1;
  bool after_tens = false;
  for (std::size_t i = 0; i < run.count; ++i) {
    const auto value = static_cast<std::uint32_t>(run.items[i].value);
    const NumberPart part = run.items[i].part;
    if (part == NumberPart::kEnRepeat) {
      repeat = run.items[i].value;
      after_tens = false;
    } else if (part == NumberPart::kEnDigit && after_tens) {
      read.pieces[read.count - 1].value += value;
      after_tens = false;
    } else if (IsDigitWord(part)) {
      for (; repeat > 0; --repeat) read.pieces[read.count++] = {value, 1};
      repeat = 1;
      after_tens = false;
    } else if (part == NumberPart::kEnTeen || part == NumberPart::kEnTens) {
      read.pieces[read.count++] = {value, 2};
      after_tens = part == NumberPart::kEnTens;
    } else if (part == NumberPart::kEnHundred && run.count >= 8 && i > 0 &&
               run.items[i - 1].part == NumberPart::kEnDigit &&
               read.pieces[read.count - 1].width == 1) {
      EnPieces::Piece& last = read.pieces[read.count - 1];
      last = {last.value * 100, 3};  // eight hundred five five five ...
      after_tens = false;
    } else {
      return {};
    }
  }
  read.is_valid = read.count != 0;
  return read;
}

std::uint32_t YearOf(const EnRun& run) {
  const EnCardinal cardinal = ParseEnCardinal(run);
  if (cardinal.is_valid) {
    const std::uint64_t value = cardinal.Value();
    return value >= 1000 && value < 3000 ? static_cast<std::uint32_t>(value) : 0;
  }
  const EnPieces read = ReadEnPieces(run);
  if (!read.is_valid || read.pieces[0].width != 2) return 0;
  const bool is_pair = read.count == 2 && read.pieces[1].width == 2;
  const bool has_oh = read.count == 3 && read.pieces[1].width == 1 && read.pieces[1].value == 0 &&
                      read.pieces[2].width == 1;
  if (!is_pair && !has_oh) return 0;
  return read.pieces[0].value * 100 + read.pieces[read.count - 1].value;
}

}  // namespace cosyscribe::textnorm
