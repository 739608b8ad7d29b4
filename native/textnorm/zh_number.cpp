#include "textnorm/zh_number.h"

#include <array>

namespace cosyscribe::textnorm {
namespace {

constexpr std::uint64_t kWan = 10'000;
constexpr std::uint64_t kYi = 100'000'000;
constexpr std::size_t kShortestSpokenTwo = 7;  // 两 is a digit only in strings of this length

bool IsDigitPart(NumberPart part) {
  return part == NumberPart::kZhZero || part == NumberPart::kZhDigit ||
         part == NumberPart::kZhTwo || part == NumberPart::kZhSpoken ||
         part == NumberPart::kZhFormal;
}

bool IsUnitPart(NumberPart part) {
  return part == NumberPart::kZhUnit || part == NumberPart::kZhWan || part == NumberPart::kZhYi;
}

bool IsYao(Scan& scan, std::size_t at) {
  return scan.ZhPartAt(at) == NumberPart::kZhSpoken && scan.ValueAt(at) == 1;
}

// A word such as 一起 or 一下 begins here: the digit belongs to it. Words of digits alone (五一)
// say nothing inside a number.
bool BeginsKeptWord(Scan& scan, std::size_t at) {
  return FindZhKept(scan, at).length >= 2 && !IsZhNumberPart(scan.ZhPartAt(at + 1));
}

// Neighbouring digits name a span: 三四, 八九; and so does 三五.
bool IsApproximation(std::int32_t low, std::int32_t high) {
  return (low > 0 && high == low + 1) || (low == 3 && high == 5);
}

struct DigitRun {
  std::size_t length = 0;
  std::string text;
  bool has_yao = false;
  bool has_zero = false;
};

// How many of a run's words are digits, given that 洞 拐 勾 and 壹 to 玖 are so only beside a 幺
// and 两 only in long strings.
std::size_t TrustedLength(Scan& scan, std::size_t at, std::size_t length, bool has_yao) {
  if (has_yao) return length;
  for (std::size_t i = 0; i < length; ++i) {
    const NumberPart part = scan.ZhPartAt(at + i);
    if (part == NumberPart::kZhSpoken || part == NumberPart::kZhFormal) return i;
    // 两三 and 一两 are approximations.
    const bool is_span = length == 2 && scan.ValueAt(at) != 0 && scan.ValueAt(at + 1) != 0;
    if (part == NumberPart::kZhTwo && length < kShortestSpokenTwo && !is_span) {
      return i == 0 ? 1 : i;
    }
  }
  return length;
}

DigitRun ReadDigitRun(Scan& scan, std::size_t at) {
  DigitRun run;
  std::size_t length = 0;
  while (IsDigitPart(scan.ZhPartAt(at + length))) {
    run.has_yao = run.has_yao || IsYao(scan, at + length);
    ++length;
  }
  run.length = TrustedLength(scan, at, length, run.has_yao);
  while (run.length >= 2 && BeginsKeptWord(scan, at + run.length - 1)) --run.length;
  for (std::size_t i = 0; i < run.length; ++i) {
    const std::int32_t value = scan.ValueAt(at + i);
    run.has_zero = run.has_zero || value == 0 || IsYao(scan, at + i);
    run.text.push_back(static_cast<char>('0' + value));
  }
  return run;
}

ZhNumber WholeRun(Scan& scan, std::size_t at, ZhNumberKind kind) {
  ZhNumber number;
  number.kind = kind;
  number.length = CountZhNumberWords(scan, at);
  return number;
}

// Below 1 亿 a round multiple of 1 万 keeps its unit and other numbers are digits.
void AppendBelowYi(std::string* text, std::uint64_t value, std::string_view wan) {
  if (value >= kWan && value % kWan == 0 && !wan.empty()) {
    text->append(std::to_string(value / kWan)).append(wan);
  } else {
    text->append(std::to_string(value));
  }
}

// Reads a cardinal unit by unit. A section is what stands before 万 or 亿, or at the end.
class CardinalReader {
 public:
  CardinalReader(Scan& scan, std::size_t at) : scan_(scan), at_(at), next_(at) {}

  ZhNumber Read() {
    while (ReadOne()) {
    }
    EndSection();
    return Finish();
  }

 private:
  static constexpr std::int32_t kNoDigit = -1;

  bool ReadOne() {
    const NumberPart part = scan_.ZhPartAt(next_);
    switch (part) {
      case NumberPart::kZhZero:
        return ReadZero();
      case NumberPart::kZhDigit:
      case NumberPart::kZhTwo:
        return ReadDigit();
      case NumberPart::kZhUnit:
        return ReadUnit(static_cast<std::uint64_t>(scan_.ValueAt(next_)));
      case NumberPart::kZhWan:
        return ReadWan();
      case NumberPart::kZhYi:
        return ReadYi();
      default:
        return false;
    }
  }

  // 零 fills places between units, so a digit or 十 must follow.
  bool ReadZero() {
    if (digit_ != kNoDigit || !has_unit_) return false;
    const NumberPart after = scan_.ZhPartAt(next_ + 1);
    const bool is_ten = after == NumberPart::kZhUnit && scan_.ValueAt(next_ + 1) == 10;
    if (after != NumberPart::kZhDigit && after != NumberPart::kZhTwo && !is_ten) return false;
    if (BeginsKeptWord(scan_, next_ + 1)) return false;
    after_zero_ = true;
    ++next_;
    return true;
  }

  bool ReadDigit() {
    if (digit_ != kNoDigit) return false;
    const bool is_two = scan_.ZhPartAt(next_) == NumberPart::kZhTwo;
    const NumberPart after = scan_.ZhPartAt(next_ + 1);
    const bool unit_after = IsUnitPart(after) && !IsKiloUnit(scan_, next_ + 1);
    const bool is_tail = has_unit_ && !unit_after;
    if (is_tail && !after_zero_ && last_unit_ != 10 && BeginsKeptWord(scan_, next_)) return false;
    if (is_two && (!unit_after || scan_.ValueAt(next_ + 1) == 10)) {
      return false;  // 一百两 and 两十 are not numbers
    }
    digit_ = scan_.ValueAt(next_);
    ++next_;
    return true;
  }

  bool ReadUnit(std::uint64_t unit) {
    if (has_section_unit_ && unit >= section_unit_) return false;
    if (unit == 1000 && has_unit_ && IsKiloUnit(scan_, next_)) return false;
    std::uint64_t digit = static_cast<std::uint64_t>(digit_);
    if (digit_ == kNoDigit) {
      if (unit != 10) return false;
      digit = 1;
    }
    section_ += digit * unit;
    digit_ = kNoDigit;
    last_unit_ = section_unit_ = unit;
    has_unit_ = has_section_unit_ = true;
    after_zero_ = false;
    ++next_;
    return true;
  }

  bool ReadWan() {
    const std::uint64_t section = section_ + OnesOrZero();
    if (section == 0 || wan_ != 0) return false;
    wan_ = section;
    wan_text_ = scan_.TextAt(next_);
    StartSection(kWan);
    return true;
  }

  bool ReadYi() {
    const std::uint64_t value = wan_ * kWan + section_ + OnesOrZero();
    if (value == 0 || yi_ != 0) return false;
    yi_ = value;
    yi_text_ = scan_.TextAt(next_);
    yi_wan_text_ = wan_text_;
    wan_text_ = {};
    wan_ = 0;
    StartSection(kYi);
    return true;
  }

  void StartSection(std::uint64_t unit) {
    section_ = 0;
    digit_ = kNoDigit;
    last_unit_ = unit;
    has_unit_ = true;
    has_section_unit_ = after_zero_ = false;
    ++next_;
  }

  std::uint64_t OnesOrZero() const {
    return digit_ == kNoDigit ? 0 : static_cast<std::uint64_t>(digit_);
  }

  // A last digit right behind a unit counts the next lower unit: 三千五 is 3500.
  void EndSection() {
    const std::uint64_t digit = OnesOrZero();
    section_ += after_zero_ || !has_unit_ ? digit : digit * (last_unit_ / 10);
  }

  ZhNumber Finish() {
    const std::int32_t last_digit = digit_;
    ZhNumber number;
    number.kind = ZhNumberKind::kCardinal;
    number.length = next_ - at_;
    number.value = yi_ * kYi + wan_ * kWan + section_;
    if (!has_unit_) return {};
    const NumberPart after = scan_.ZhPartAt(next_);
    if (IsDigitPart(after) && after != NumberPart::kZhSpoken && after != NumberPart::kZhFormal) {
      if (last_digit != kNoDigit && IsApproximation(last_digit, scan_.ValueAt(next_)) &&
          !BeginsKeptWord(scan_, next_)) {
        return WholeRun(scan_, at_, ZhNumberKind::kApproximate);
      }
      // 两 with a unit behind it, or several digits: what is meant cannot be told.
      const bool is_single = CountZhNumberWords(scan_, next_) == 1;
      if (!is_single && !BeginsKeptWord(scan_, next_)) {
        const bool is_pair = CountZhNumberWords(scan_, next_) == 2;
        return WholeRun(scan_, at_,
                        IsSpan(is_pair) ? ZhNumberKind::kApproximate : ZhNumberKind::kUnfit);
      }
    } else if (IsUnitPart(after) && !IsKiloUnit(scan_, next_) && !BeginsKeptWord(scan_, next_)) {
      return WholeRun(scan_, at_, ZhNumberKind::kUnfit);
    }
    Render(&number);
    return number;
  }

  bool IsSpan(bool is_pair) {
    return is_pair && IsApproximation(scan_.ValueAt(next_), scan_.ValueAt(next_ + 1));
  }

  void Render(ZhNumber* number) const {
    if (yi_ == 0) {
      AppendBelowYi(&number->text, number->value, wan_text_);
      return;
    }
    AppendBelowYi(&number->text, yi_, yi_wan_text_);
    number->text.append(yi_text_);
    const std::uint64_t rest = wan_ * kWan + section_;
    if (wan_ != 0) number->text.append(std::to_string(rest / kWan)).append(wan_text_);
    // 一亿二: the digit counts 千万, so 万 was not spoken.
    if (wan_ == 0 && rest >= kWan) {
      number->text.append(std::to_string(rest / kWan)).append(yi_text_ == "億" ? "萬" : "万");
    }
    if (rest % kWan != 0) number->text.append(std::to_string(rest % kWan));
  }

  Scan& scan_;
  std::size_t at_;
  std::size_t next_;
  std::int32_t digit_ = kNoDigit;
  std::uint64_t section_ = 0;
  std::uint64_t wan_ = 0;
  std::uint64_t yi_ = 0;
  std::uint64_t last_unit_ = kWan;
  std::uint64_t section_unit_ = kWan;
  bool has_unit_ = false;
  bool has_section_unit_ = false;
  bool after_zero_ = false;
  std::string_view wan_text_;
  std::string_view yi_wan_text_;
  std::string_view yi_text_;
};

// 六七八月 lists months and 一二三线 lines.
bool IsListed(Scan& scan, std::size_t at, std::size_t length) {
  for (std::size_t i = 1; i < length; ++i) {
    if (scan.ValueAt(at + i) != scan.ValueAt(at + i - 1) + 1) return false;
  }
  constexpr std::u32string_view kLists = U"月季线級级班层楼号点";
  return kLists.find(scan.HanAt(at + length)) != kLists.npos;
}

// 孤零零 is a word, 零零后 and 零零年 are not.
bool IsSoftZeros(Scan& scan, std::size_t at) {
  const bool is_zeros = scan.HanAt(at) == U'零' && scan.HanAt(at + 1) == U'零';
  return is_zeros && scan.HanAt(at + 2) != U'后' && scan.HanAt(at + 2) != U'年';
}

ZhNumber DigitsNumber(Scan& scan, std::size_t at, const DigitRun& run) {
  ZhNumber number;
  number.length = run.length;
  number.text = run.text;
  number.has_zero = run.has_zero;
  if (run.length == 1) {
    number.kind = ZhNumberKind::kLone;
    number.value = static_cast<std::uint64_t>(scan.ValueAt(at));
    number.is_two = scan.ZhPartAt(at) == NumberPart::kZhTwo;
  } else if (run.length == 2 && (!run.has_zero || IsSoftZeros(scan, at))) {
    const bool is_span = IsApproximation(scan.ValueAt(at), scan.ValueAt(at + 1));
    number.kind = is_span ? ZhNumberKind::kApproximate : ZhNumberKind::kPair;
  } else {
    number.kind =
        IsListed(scan, at, run.length) ? ZhNumberKind::kApproximate : ZhNumberKind::kDigits;
  }
  return number;
}

}  // namespace

bool BeginsCommand(Scan& scan, std::size_t at) {
  const Phrase command = scan.Find(at, kCommands);
  return command && !scan.Find(at + command.length, WordClass::kZhMentionAfter);
}

Phrase FindZhKept(Scan& scan, std::size_t at) {
  const Phrase kept = scan.Find(at, WordClass::kKeep);
  if (!kept) return kept;
  const std::size_t end = at + kept.length;
  if (BeginsCommand(scan, end - 1)) return {};  // 十分 in 十分号
  const bool goes_on = IsZhNumberPart(scan.ZhPartAt(end - 1)) && IsZhNumberPart(scan.ZhPartAt(end));
  const bool ends_in_unit = scan.Find(end - 1, WordClass::kChain).length > 1;  // 十分 in 十分钟
  const bool is_fraction = scan.HanAt(end - 1) == U'分' && scan.HanAt(end) == U'之';
  return goes_on || ends_in_unit || is_fraction ? Phrase{} : kept;
}

std::size_t CountZhNumberWords(Scan& scan, std::size_t at) {
  std::size_t length = 0;
  for (;;) {
    const NumberPart part = scan.ZhPartAt(at + length);
    const bool is_number = part == NumberPart::kZhZero || part == NumberPart::kZhDigit ||
                           part == NumberPart::kZhTwo || IsUnitPart(part);
    if (!is_number && !IsYao(scan, at + length)) return length;
    ++length;
  }
}

bool IsKiloUnit(Scan& scan, std::size_t at) {
  if (scan.HanAt(at) != U'千') return false;
  constexpr std::array kBases = {U'克', U'瓦', U'卡', U'伏', U'赫', U'焦', U'帕', U'米'};
  const char32_t base = scan.HanAt(at + 1);
  for (const char32_t known : kBases) {
    if (base == known) return true;
  }
  return false;
}

ZhNumber ParseZhDigits(Scan& scan, std::size_t at) {
  if (BeginsKeptWord(scan, at)) return {};
  const DigitRun run = ReadDigitRun(scan, at);
  if (run.length == 0) return {};
  ZhNumber number = DigitsNumber(scan, at, run);
  number.kind = ZhNumberKind::kDigits;
  return number;
}

ZhNumber ParseZhNumber(Scan& scan, std::size_t at) {
  const DigitRun run = ReadDigitRun(scan, at);
  const NumberPart after = scan.ZhPartAt(at + run.length);
  const bool unit_after = IsUnitPart(after);
  if (run.length == 0) {
    if (after != NumberPart::kZhUnit || scan.ValueAt(at) != 10) return {};
    return CardinalReader(scan, at).Read();
  }
  if (!unit_after) return DigitsNumber(scan, at, run);
  if (run.length == 1) {
    // 五千克 is five kilograms, 三千米 three thousand metres.
    const bool is_kilo = IsKiloUnit(scan, at + 1) && scan.HanAt(at + 2) != U'米';
    if (is_kilo) return DigitsNumber(scan, at, run);
    ZhNumber number = CardinalReader(scan, at).Read();
    return number.kind == ZhNumberKind::kNone ? WholeRun(scan, at, ZhNumberKind::kUnfit) : number;
  }
  const bool is_span = run.length == 2 && IsApproximation(scan.ValueAt(at), scan.ValueAt(at + 1));
  return WholeRun(scan, at, is_span ? ZhNumberKind::kApproximate : ZhNumberKind::kUnfit);
}

}  // namespace cosyscribe::textnorm
