#include "textnorm/zh_clock.h"

#include <string>

namespace cosyscribe::textnorm {
namespace {

constexpr std::uint64_t kLastHour = 24;
constexpr std::uint64_t kLastMinute = 59;

bool IsPoint(char32_t c) { return c == U'点' || c == U'點'; }

bool IsHour(const ZhNumber& number) {
  return (number.kind == ZhNumberKind::kLone || number.kind == ZhNumberKind::kCardinal) &&
         number.value <= kLastHour;
}

// 上午, 今晚 and the like right before: what follows is a time of day.
bool FollowsDayTime(const Scan& scan) { return scan.EndsWith(WordClass::kZhDayTime); }

std::string TwoDigits(std::uint64_t value) {
  std::string text = std::to_string(value);
  return text.size() < 2 ? "0" + text : text;
}

// A number read as minutes or seconds: its tokens and value, or no tokens.
struct Sixtieth {
  std::size_t length = 0;
  std::uint64_t value = 0;
  bool is_plain = false;  // 十 or above with its unit: cannot be read as decimals
};

Sixtieth ParseSixtieth(Scan& scan, std::size_t at) {
  const ZhNumber number = ParseZhNumber(scan, at);
  Sixtieth part{number.length, number.value, number.kind == ZhNumberKind::kCardinal};
  const bool is_pair = number.kind == ZhNumberKind::kPair || number.kind == ZhNumberKind::kDigits;
  if (is_pair && number.length == 2) {
    part.value = static_cast<std::uint64_t>(std::stoi(number.text));
  } else if (!part.is_plain && (number.kind != ZhNumberKind::kLone || number.is_two)) {
    return {};
  }
  return part.value <= kLastMinute ? part : Sixtieth{};
}

// 分 that ends a time, not 分之 or 分钟.
bool IsMinuteWord(Scan& scan, std::size_t at) {
  if (scan.HanAt(at) != U'分' || BeginsCommand(scan, at)) return false;
  const char32_t after = scan.HanAt(at + 1);
  return after != U'之' && after != U'钟' && after != U'鐘';
}

bool IsQuarter(Scan& scan, std::size_t at) {
  const char32_t count = scan.HanAt(at);
  return (count == U'一' || count == U'三') && scan.HanAt(at + 1) == U'刻';
}

// What makes a bare 点 an hour whatever stands before it.
bool IsHourTail(Scan& scan, std::size_t at) {
  const char32_t next = scan.HanAt(at);
  return next == U'半' || next == U'钟' || next == U'鐘' || next == U'整' || IsQuarter(scan, at);
}

bool IsHourInContext(Scan& scan, const ZhNumber& hour, std::size_t after) {
  if (FollowsDayTime(scan) || IsHourTail(scan, after)) return true;
  if (hour.value <= 1) return false;  // 一点 is "a little" and 零点 a word
  if (scan.Find(after, WordClass::kZhPointNoun)) return false;
  return !scan.EndsWith(WordClass::kZhPointLead);
}

}  // namespace

Match MatchZhMinutes(Scan& scan, const ZhNumber& hour) {
  if (!IsHour(hour) || !IsPoint(scan.HanAt(hour.length))) return {};
  std::size_t next = hour.length + 1;
  const Sixtieth minute = ParseSixtieth(scan, next);
  if (minute.length == 0) return {};
  next += minute.length;
  const bool has_word = IsMinuteWord(scan, next);
  const bool is_spoken_zero = minute.length == 2 && minute.value < 10 && !minute.is_plain;
  const bool in_context = is_spoken_zero && (hour.is_two || FollowsDayTime(scan));
  const bool is_plain_time = minute.is_plain && !IsPoint(scan.HanAt(next));
  if (!has_word && !is_plain_time && !in_context) return {};
  scan.out = std::to_string(hour.value) + ":" + TwoDigits(minute.value);
  if (has_word) {
    ++next;
    const Sixtieth second = ParseSixtieth(scan, next);
    if (second.length != 0 && scan.HanAt(next + second.length) == U'秒') {
      scan.out += ":" + TwoDigits(second.value);
      next += second.length + 1;
    }
  }
  return Match::Rewrite(next);
}

Match MatchZhHour(Scan& scan, const ZhNumber& hour) {
  if (!IsHour(hour) || !IsPoint(scan.HanAt(hour.length))) return {};
  const std::size_t after = hour.length + 1;
  if (scan.Find(after, WordClass::kEnDomain)) return {};  // 四点com is a name
  if (hour.kind == ZhNumberKind::kLone && !IsHourInContext(scan, hour, after)) return {};
  scan.out = std::to_string(hour.value);
  return Match::Rewrite(hour.length);
}

Match MatchZhDotted(Scan& scan, const ZhNumber& first) {
  ZhNumber part = first;
  std::string text;
  std::size_t parts = 0;
  std::size_t next = 0;
  for (;;) {
    const bool fits = part.kind == ZhNumberKind::kDigits || part.kind == ZhNumberKind::kPair ||
                      (part.IsExact() && part.value < 1000);
    if (!fits) return {};
    text += part.text;
    next += part.length;
    ++parts;
    if (!IsPoint(scan.HanAt(next))) break;
    part = ParseZhNumber(scan, next + 1);
    text.push_back('.');
    ++next;
  }
  // Two parts are a version where a name stands before: Python三点十一.
  const bool is_named = scan.Before(0).kind == TokenKind::kWord && !scan.Before(0).is_letter;
  const bool is_version = is_named || scan.EndsWith(WordClass::kZhVersion);
  if (parts < 3 && !(parts == 2 && is_version && scan.HanAt(next) != U'分')) return {};
  scan.out = text;
  return Match::Rewrite(next);
}

Match MatchZhDate(Scan& scan, const ZhNumber& number) {
  const char32_t unit = scan.HanAt(number.length);
  const bool is_lone = number.kind == ZhNumberKind::kLone && !number.is_two && number.value != 0;
  bool is_date = false;
  if (unit == U'年') {
    const ZhNumber month = ParseZhNumber(scan, number.length + 1);
    const bool has_month = month.IsExact() && scan.HanAt(number.length + 1 + month.length) == U'月';
    const bool is_year =
        number.kind == ZhNumberKind::kPair && scan.HanAt(number.length + 1) != U'级';
    const bool is_span_year = number.kind == ZhNumberKind::kApproximate && number.length == 2;
    is_date = is_year || (has_month && is_span_year);
  } else if (unit == U'月') {
    is_date = is_lone;
  } else if (unit == U'日') {
    const bool after_month = scan.Before(0).code == U'月' && scan.Before(1).ends_in_digit;
    is_date = is_lone && after_month;
  } else if (unit == U'号' || unit == U'號') {
    is_date = is_lone && !scan.Find(number.length + 1, WordClass::kZhTitle);
  }
  if (!is_date) return {};
  scan.out.clear();
  for (std::size_t i = 0; i < number.length; ++i) scan.out += std::to_string(scan.ValueAt(i));
  return Match::Rewrite(number.length);
}

Match MatchZhLunar(Scan& scan) {
  std::size_t length = 0;
  if (const Phrase lunar = scan.Find(0, WordClass::kZhLunar)) {
    length = lunar.length;
  } else if (scan.HanAt(0) == U'初' && CountZhNumberWords(scan, 1) != 0) {
    const char32_t before = scan.Before(0).code;
    if (before == U'年' || before == U'最' || before == U'当') return {};
    return Match::Keep(1 + CountZhNumberWords(scan, 1));
  } else {
    return {};
  }
  for (;;) {
    const std::size_t words = CountZhNumberWords(scan, length);
    const char32_t next = scan.HanAt(length + words);
    const bool is_part = next == U'月' || next == U'初' || next == U'闰';
    if (words == 0 && !is_part) return Match::Keep(length);
    if (next == U'年') return Match::Keep(length);  // the year is a number like any other
    length += words + (is_part ? 1 : 0);
  }
}

Match MatchZhWeekday(Scan& scan) {
  const Phrase week = scan.Find(0, WordClass::kZhWeek);
  if (!week) return {};
  const Past& before = scan.Before(0);
  const bool is_counted =
      before.ends_in_digit || IsZhNumberPart(scan.lexicon().Info(before.word).part);
  if (week.length == 1 && is_counted) return {};  // 三周 counts weeks
  const NumberPart day = scan.ZhPartAt(week.length);
  if (day != NumberPart::kZhDigit || scan.ValueAt(week.length) > 6) return {};
  return Match::Keep(week.length + 1);
}

}  // namespace cosyscribe::textnorm
