#include "textnorm/en_calendar.h"

#include <string>

#include "textnorm/characters.h"

namespace cosyscribe::textnorm {
namespace {

constexpr std::uint32_t kLastHour = 12;
constexpr std::uint32_t kLastMinute = 59;
constexpr std::uint64_t kLastDay = 31;

std::string TwoDigits(std::uint32_t value) {
  return (value < 10 ? "0" : "") + std::to_string(value);
}

// A comma between day and year is part of the date.
std::size_t SkipComma(Scan& scan, std::size_t at) {
  return scan.At(at).IsMark(U',') && scan.At(at).IsGlued() ? 1 : 0;
}

// Whether no word follows, or one that is spoken for a mark or a command.
bool EndsHere(Scan& scan, std::size_t at) {
  const Token& token = scan.At(at);
  const Token& next = scan.At(at + 1);
  const bool is_name = token.IsMark(U'.') && token.IsGlued() && next.IsGlued() && next.IsWord();
  return (!token.IsWord() && !is_name) || scan.Find(at, kCommands);
}

// What may follow a day that is no ordinal, "june thirty": not "june thirty people".
bool MayFollowDay(Scan& scan, std::size_t at) {
  return EndsHere(scan, at) || scan.Find(at, WordClass::kEnFunction) ||
         scan.Find(at, WordClass::kEnHalf).length != 0;
}

// The day with which a run of number words begins, and how many items it takes.
struct Day {
  std::uint64_t value = 0;
  std::size_t items = 0;
};

Day LeadingDay(const EnRun& run) {
  EnRun head;
  head.items[0] = run.items[0];
  head.count = 1;
  const EnCardinal first = ParseEnCardinal(head);
  if (!first.is_valid) return {};
  if (run.count > 1 && run.items[0].part == NumberPart::kEnTens &&
      run.items[1].part == NumberPart::kEnDigit) {
    const std::uint64_t value = first.Value() + static_cast<std::uint64_t>(run.items[1].value);
    if (value <= kLastDay) return {value, 2};
  }
  const std::uint64_t value = first.Value();
  return value >= 1 && value <= kLastDay ? Day{value, 1} : Day{};
}

// A year spoken at `at`: its text, and its tokens.
std::size_t ReadYear(Scan& scan, std::size_t at, std::string* text) {
  const EnRun run = ReadEnRun(scan, at);
  const std::uint32_t year = run.IsOrdinal() ? 0 : YearOf(run);
  if (year < 1000) return 0;
  *text = std::to_string(year);
  return run.length;
}

// A name of a month that is also a verb begins a date only behind a word that leads to one.
bool IsMonthHere(Scan& scan) {
  if (!Has(scan.InfoAt(0).classes, WordClass::kEnMonthVerb)) return true;
  const Past& before = scan.Before(0);
  return before.kind == TokenKind::kEnd || before.kind == TokenKind::kMark ||
         before.kind == TokenKind::kBreak || scan.WasA(0, WordClass::kEnDatePlace);
}

Match WriteDay(Scan& scan, std::string_view month, std::uint64_t day, std::size_t after) {
  scan.out.assign(month).append(" ").append(std::to_string(day));
  std::string year;
  const std::size_t comma = SkipComma(scan, after);
  const std::size_t length = ReadYear(scan, after + comma, &year);
  if (length == 0) return Match::Rewrite(after);
  scan.out.append(", ").append(year);
  return Match::Rewrite(after + comma + length);
}

// 2nd of July: the day is already there.
bool HasDayBefore(const Scan& scan) {
  const Past& day = scan.Before(1);
  const bool is_of = scan.Before(0).kind == TokenKind::kWord && scan.Before(0).word != 0 &&
                     scan.WasA(0, WordClass::kEnDatePlace);
  return is_of && day.kind == TokenKind::kWord && IsAsciiDigit(day.code);
}

Match MatchMonthYear(Scan& scan, std::string_view month, const EnRun& run) {
  const std::uint32_t year = run.IsOrdinal() ? 0 : YearOf(run);
  if (year < 1000) return {};
  scan.out.assign(month).append(" ").append(std::to_string(year));
  return Match::Rewrite(1 + run.length);
}

Match MatchCardinalDay(Scan& scan, std::string_view month, const EnRun& run) {
  const Day day = LeadingDay(run);
  if (day.items == 0) return {};
  if (day.items == run.count) {
    const std::size_t after = 1 + run.length;
    if (!SkipComma(scan, after) && !MayFollowDay(scan, after)) return {};
    return WriteDay(scan, month, day.value, after);
  }
  const EnRun rest = TailOf(run, day.items);
  const std::uint32_t rest_year = YearOf(rest);
  if (rest_year < 1000) return {};
  scan.out.assign(month).append(" ").append(std::to_string(day.value)).append(", ");
  scan.out.append(std::to_string(rest_year));
  return Match::Rewrite(1 + run.length);
}

}  // namespace

Match MatchEnMonth(Scan& scan) {
  const Phrase month = scan.Find(0, WordClass::kEnMonth);
  if (month.length != 1 || !IsMonthHere(scan)) return {};
  const std::string_view name = scan.Value(month, WordClass::kEnMonth);
  const std::size_t article = IsWordAt(scan, 1, "the") ? 1 : 0;
  const EnRun run = ReadEnRun(scan, 1 + article);
  if (run.count == 0) return {};
  if (article == 0) {
    if (const Match year = MatchMonthYear(scan, name, run)) return year;
  }
  if (HasDayBefore(scan)) return {};
  if (run.IsOrdinal()) {
    const EnCardinal day = ParseEnCardinal(run);
    if (day.Value() == 0 || day.Value() > kLastDay) return {};
    const std::size_t after = 1 + article + run.length;
    const bool is_verb = Has(scan.InfoAt(0).classes, WordClass::kEnMonthVerb) &&
                         !scan.WasA(0, WordClass::kEnDatePlace) && !EndsHere(scan, after) &&
                         !IsEnNumberPart(scan.EnPartAt(after));
    if (is_verb) return {};  // may first be seen
    return WriteDay(scan, name, day.Value(), 1 + article + run.length);
  }
  return article == 0 ? MatchCardinalDay(scan, name, run) : Match{};
}

Match MatchEnDayOfMonth(Scan& scan, const EnRun& run) {
  if (!run.IsOrdinal() || !IsWordAt(scan, run.length, "of")) return {};
  const Phrase month = scan.Find(run.length + 1, WordClass::kEnMonth);
  const EnCardinal day = ParseEnCardinal(run);
  if (month.length != 1 || !day.is_valid || day.Value() == 0 || day.Value() > kLastDay) return {};
  scan.out = day.digits;
  scan.out.append(OrdinalSuffix(day.digits)).append(" of ");
  scan.out.append(scan.Value(month, WordClass::kEnMonth));
  std::size_t length = run.length + 2;
  std::string year;
  if (const std::size_t spoken = ReadYear(scan, length, &year)) {
    scan.out.append(" ").append(year);
    length += spoken;
  }
  return Match::Rewrite(length);
}

Match MatchEnYear(Scan& scan, const EnRun& run) {
  const EnPieces read = ReadEnPieces(run);
  if (const Phrase era = scan.Find(run.length, WordClass::kEnEra)) {
    const EnCardinal cardinal = ParseEnCardinal(run);
    if (!cardinal.is_valid && !read.is_valid) return {};
    scan.out = cardinal.is_valid ? cardinal.digits : read.Digits();
    scan.out.append(" ").append(scan.Value(era, WordClass::kEnEra));
    return Match::Rewrite(run.length + era.length);
  }
  const Phrase decade = scan.Find(run.length, WordClass::kEnDecade);
  const bool is_century = read.is_valid && read.count == 1 && read.pieces[0].width == 2 &&
                          read.pieces[0].value >= 13 && read.pieces[0].value <= 20;
  if (!decade || !is_century) return {};
  scan.out = read.Digits();
  scan.out.append(scan.Value(decade, WordClass::kEnDecade));
  return Match::Rewrite(run.length + decade.length);
}

namespace {

struct Clock {
  std::uint32_t hour = 0;
  std::uint32_t minute = 0;
  bool is_valid = false;
  bool has_minute = false;
};

// A run read as a time: eight, eight thirty, eleven o six.
Clock ReadClock(const EnRun& run) {
  Clock clock;
  const EnPieces read = ReadEnPieces(run);
  if (!read.is_valid || read.count > 3) return clock;
  clock.hour = read.pieces[0].value;
  const bool is_hour = clock.hour >= 1 && clock.hour <= kLastHour;
  if (read.count == 2) {
    clock.minute = read.pieces[1].value;
    clock.has_minute = read.pieces[1].width == 2 && clock.minute <= kLastMinute;
  } else if (read.count == 3) {
    clock.minute = read.pieces[2].value;
    clock.has_minute =
        read.pieces[1].width == 1 && read.pieces[1].value == 0 && read.pieces[2].width == 1;
  }
  clock.is_valid = is_hour && (read.count == 1 || clock.has_minute);
  return clock;
}

std::string WriteClock(const Clock& clock) {
  return std::to_string(clock.hour) + ":" + TwoDigits(clock.minute);
}

// AM or PM, and a time zone: what they add, and their tokens.
std::size_t AppendHalfOfDay(Scan& scan, std::size_t at, std::string* text) {
  const Phrase half = scan.Find(at, WordClass::kEnHalf);
  if (!half) return 0;
  text->append(" ").append(scan.Value(half, WordClass::kEnHalf));
  const Phrase zone = scan.Find(at + half.length, WordClass::kEnZone);
  if (!zone) return half.length;
  text->append(" ").append(scan.Value(zone, WordClass::kEnZone));
  return half.length + zone.length;
}

enum class Side { kNone, kPast, kTo };

Side SideAt(Scan& scan, std::size_t at) {
  if (IsWordAt(scan, at, "past") || IsWordAt(scan, at, "after")) return Side::kPast;
  const bool is_to = IsWordAt(scan, at, "to") || IsWordAt(scan, at, "till") ||
                     IsWordAt(scan, at, "til") || IsWordAt(scan, at, "before");
  return is_to ? Side::kTo : Side::kNone;
}

// Minutes before or after an hour spoken at `at`. `is_sure` where the words before can mean
// nothing else.
Match MatchRelative(Scan& scan, std::uint32_t minutes, std::size_t at, bool is_sure) {
  const Side side = SideAt(scan, at);
  if (side == Side::kNone || minutes > kLastMinute) return {};
  const EnRun run = ReadEnRun(scan, at + 1);
  Clock clock = ReadClock(run);
  if (!clock.is_valid || clock.has_minute) return {};
  std::size_t length = at + 1 + run.length;
  std::string half;
  length += AppendHalfOfDay(scan, length, &half);
  const bool is_past = IsWordAt(scan, at, "past");
  const bool is_usual = side == Side::kTo && IsWordAt(scan, at, "to") && minutes > clock.hour &&
                        (minutes == 10 || minutes == 20 || minutes == 25) && half.empty() &&
                        !scan.At(length).IsWord();
  if (!is_sure && !is_past && half.empty() && !is_usual) return {};
  clock.minute = minutes;
  if (side == Side::kTo) {
    clock.minute = minutes == 0 ? 0 : 60 - minutes;
    if (minutes != 0) clock.hour = clock.hour == 1 ? kLastHour : clock.hour - 1;
  }
  scan.out = WriteClock(clock) + half;
  return Match::Rewrite(length);
}

bool IsMinutesWord(Scan& scan, std::size_t at) {
  return IsWordAt(scan, at, "minutes") || IsWordAt(scan, at, "minute") ||
         IsWordAt(scan, at, "mins") || IsWordAt(scan, at, "min");
}

std::size_t OClockLength(Scan& scan, std::size_t at) {
  if (IsWordAt(scan, at, "o'clock") || IsWordAt(scan, at, "oclock")) return 1;
  return IsWordAt(scan, at, "o") && IsWordAt(scan, at + 1, "clock") ? 2 : 0;
}

}  // namespace

Match MatchEnTime(Scan& scan, const EnRun& run) {
  const Clock clock = ReadClock(run);
  if (clock.is_valid) {
    std::string half;
    const std::size_t spoken = AppendHalfOfDay(scan, run.length, &half);
    if (spoken != 0) {
      scan.out = (clock.has_minute ? WriteClock(clock) : std::to_string(clock.hour)) + half;
      return Match::Rewrite(run.length + spoken);
    }
    const std::size_t oclock = clock.has_minute ? 0 : OClockLength(scan, run.length);
    if (oclock != 0) {
      scan.out = std::to_string(clock.hour) + " o'clock";
      std::size_t length = run.length + oclock;
      length += AppendHalfOfDay(scan, length, &scan.out);
      return Match::Rewrite(length);
    }
  }
  const EnCardinal minutes = ParseEnCardinal(run);
  if (!minutes.is_valid || run.IsOrdinal() || minutes.Value() > kLastMinute) return {};
  const bool has_word = IsMinutesWord(scan, run.length);
  const auto value = static_cast<std::uint32_t>(minutes.Value());
  return MatchRelative(scan, value, run.length + (has_word ? 1 : 0), has_word);
}

Match MatchEnPartOfHour(Scan& scan) {
  const std::size_t article = IsWordAt(scan, 0, "a") ? 1 : 0;
  if (IsWordAt(scan, article, "quarter")) return MatchRelative(scan, 15, article + 1, true);
  const bool is_half = article == 0 && IsWordAt(scan, 0, "half") && IsWordAt(scan, 1, "past");
  return is_half ? MatchRelative(scan, 30, 1, true) : Match{};
}

Match MatchEnBareTime(Scan& scan, const EnRun& run) {
  const Clock clock = ReadClock(run);
  const EnPieces read = ReadEnPieces(run);
  if (!clock.is_valid || !clock.has_minute) return {};
  // four oh four is a number, at eight oh five is not.
  const bool is_code = read.count == 3 && read.pieces[0].width == 1;
  if (is_code && !scan.WasA(0, WordClass::kEnTimeLead)) return {};
  scan.out = WriteClock(clock);
  return Match::Rewrite(run.length);
}

}  // namespace cosyscribe::textnorm
