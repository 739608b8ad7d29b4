#include "textnorm/en_code.h"

#include <algorithm>
#include <string>

#include "textnorm/en_calendar.h"

namespace cosyscribe::textnorm {
namespace {

constexpr std::size_t kShortestJoined = 3;  // digits read one by one that are a number
constexpr std::size_t kShortestSerial = 4;  // tokens of letters and digits that are a code

std::string PhoneForm(const std::string& digits) {
  switch (digits.size()) {
    case 7:
      return digits.substr(0, 3) + "-" + digits.substr(3);
    case 10:
      return digits.substr(0, 3) + "-" + digits.substr(3, 3) + "-" + digits.substr(6);
    case 11:
      return digits.substr(0, 1) + " " + PhoneForm(digits.substr(1));
    default:
      return digits;
  }
}

// Counting aloud is no number: one two three.
bool IsCounting(const std::string& digits) {
  return digits == "123" || digits == "321" || digits == "1234";
}

// The digits of a run, however it was read.
std::string JoinedDigits(const EnRun& run) {
  const EnPieces read = ReadEnPieces(run);
  if (read.is_valid) return read.Digits();
  const EnCardinal cardinal = ParseEnCardinal(run);
  return cardinal.is_valid ? cardinal.digits : std::string();
}

bool IsStreetAhead(Scan& scan, std::size_t at) {
  for (std::size_t i = at; i < at + 4; ++i) {
    if (!scan.At(i).IsWord()) return false;
    if (i != at && scan.Find(i, WordClass::kEnStreet)) return true;
    const bool is_name = !scan.Find(i, WordClass::kEnFunction) && !IsWordAt(scan, i, "point") &&
                         !scan.At(i).has_digit && scan.EnPartAt(i) == NumberPart::kNone;
    if (!is_name) return false;
  }
  return false;
}

bool IsLetter(const Token& token) { return token.IsWord() && token.is_letter; }

char LowerLetter(const Token& token) {
  const auto c = static_cast<char>(token.code);
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool IsAsciiLetter(const Token& token) { return IsLetter(token) && token.code < 0x80; }

}  // namespace

Match MatchEnDotted(Scan& scan, const EnRun& first) {
  std::string text;
  std::size_t next = 0;
  std::size_t parts = 0;
  EnRun run = first;
  const std::string_view dot = IsWordAt(scan, first.length, "point") ? "point" : "dot";
  for (;;) {
    const std::string digits = run.IsOrdinal() ? std::string() : JoinedDigits(run);
    if (digits.empty()) return {};
    text += digits;
    next += run.length;
    ++parts;
    if (!IsWordAt(scan, next, dot)) break;
    run = ReadEnRun(scan, next + 1);
    if (run.count == 0 && scan.EnPartAt(next + 1) == NumberPart::kEnOh) {
      run.items[0] = {NumberPart::kEnZero, 0, 1};
      run.count = run.length = 1;
    }
    if (run.count == 0) return {};
    text.push_back('.');
    ++next;
  }
  if (parts < 3) return {};
  scan.out = text;
  return Match::Rewrite(next);
}

Match MatchEnDigits(Scan& scan, const EnRun& run) {
  const EnPieces read = ReadEnPieces(run);
  if (!read.is_valid) return {};
  if (read.count == 3 && read.IsAllSingle()) {
    if (const Match time = MatchEnBareTime(scan, run)) return time;  // at eight oh five
  }
  const std::string digits = read.Digits();
  const auto singles = std::count_if(read.pieces.begin(),
                                     read.pieces.begin() + static_cast<std::ptrdiff_t>(read.count),
                                     [](const EnPieces::Piece& piece) { return piece.width == 1; });
  const bool is_read_out = read.IsAllSingle() && digits.size() >= kShortestJoined;
  const bool is_phone = digits.size() >= 7 && singles >= 3;
  if ((!is_read_out && !is_phone) || IsCounting(digits)) return {};
  const bool is_social = digits.size() == 9 && scan.EndsWith(WordClass::kEnSocialNumber);
  scan.out = is_social ? digits.substr(0, 3) + "-" + digits.substr(3, 2) + "-" + digits.substr(5)
                       : PhoneForm(digits);
  return Match::Rewrite(run.length);
}

Match MatchEnCountryCode(Scan& scan) {
  if (!IsWordAt(scan, 0, "plus")) return {};
  const EnRun run = ReadEnRun(scan, 1);
  const EnPieces read = ReadEnPieces(run);
  if (!read.is_valid || !read.IsAllSingle() || read.count < 11) return {};
  const std::string digits = read.Digits();
  const std::size_t code = digits.size() - 10;
  scan.out = "+" + digits.substr(0, code) + " " + PhoneForm(digits.substr(code));
  return Match::Rewrite(1 + run.length);
}

Match MatchEnLabelled(Scan& scan, const EnRun& run) {
  if (run.IsOrdinal() || run.count < 2) return {};
  const bool is_labelled = scan.WasA(0, WordClass::kEnLabel);
  const EnCardinal cardinal = ParseEnCardinal(run);
  if (!is_labelled && !IsStreetAhead(scan, run.length)) return {};
  scan.out = cardinal.is_valid ? GroupDigits(cardinal.digits) : JoinedDigits(run);
  return scan.out.empty() ? Match{} : Match::Rewrite(run.length);
}

namespace {

// "t i" behind a model's number.
std::size_t AppendModelSuffix(Scan& scan, std::size_t at) {
  std::size_t length = 0;
  while (length < 2 && IsAsciiLetter(scan.At(at + length)) && !IsWordAt(scan, at + length, "a") &&
         scan.At(at + length).code != U'i') {
    scan.out.push_back(LowerLetter(scan.At(at + length)));
    ++length;
    if (IsWordAt(scan, at + length, "i")) {
      scan.out.push_back('i');
      return length + 1;
    }
  }
  return length;
}

Match MatchModel(Scan& scan) {
  const Phrase model = scan.Find(0, WordClass::kEnModel);
  if (!model) return {};
  const EnRun run = ReadEnRun(scan, model.length);
  const std::string digits = run.IsOrdinal() ? std::string() : JoinedDigits(run);
  if (digits.empty()) return {};
  scan.out.assign(scan.Value(model, WordClass::kEnModel)).append(" ").append(digits);
  const std::size_t after = model.length + run.length;
  return Match::Rewrite(after + AppendModelSuffix(scan, after));
}

// Letters and digit words in turn, at least one of each: a serial number.
Match MatchSerial(Scan& scan) {
  std::string text;
  std::size_t length = 0;
  std::size_t letters = 0;
  std::size_t changes = 0;
  bool was_letter = false;
  for (;; ++length) {
    const Token& token = scan.At(length);
    const NumberPart part = scan.EnPartAt(length);
    const bool is_digit = part == NumberPart::kEnDigit || part == NumberPart::kEnZero;
    const bool is_letter = IsAsciiLetter(token);
    if (!is_digit && !is_letter) break;
    if (length != 0 && is_letter != was_letter) {
      if (is_letter && scan.Find(length, WordClass::kEnHalf)) return {};  // seven a m
      ++changes;
    }
    was_letter = is_letter;
    letters += is_letter ? 1 : 0;
    text += is_letter ? std::string(1, LowerLetter(token)) : std::to_string(scan.ValueAt(length));
  }
  if (length < kShortestSerial || letters < 2 || changes == 0) return {};
  scan.out = text;
  return Match::Rewrite(length);
}

// x eighty six, f five: a letter and its number.
Match MatchLetterNumber(Scan& scan) {
  const Token& letter = scan.At(0);
  if (!IsAsciiLetter(letter)) return {};
  const char lower = LowerLetter(letter);
  if (lower == 'a' || lower == 'i' || lower == 'o') return {};
  const EnRun run = ReadEnRun(scan, 1);
  const bool is_spelled = run.count != 0 && run.items[0].part == NumberPart::kEnOh;  // g o o d
  for (std::size_t i = 0; i < run.count; ++i) {
    const NumberPart part = run.items[i].part;
    if (part == NumberPart::kEnHundred || part == NumberPart::kEnScale) return {};
  }
  const std::string digits = run.IsOrdinal() || is_spelled ? std::string() : JoinedDigits(run);
  const bool is_counted = scan.Find(1 + run.length, WordClass::kEnUnit).length != 0;
  const bool may_be_counted =
      lower == 'b' || lower == 'c' || lower == 'd' || lower == 'e' || lower == 'u' || lower == 'n';
  if (digits.empty() || is_counted || (digits.size() < 2 && may_be_counted)) return {};
  scan.out.assign(scan.TextAt(0)).append(digits);
  return Match::Rewrite(1 + run.length);
}

}  // namespace

Match MatchEnSpelled(Scan& scan) {
  if (const Match model = MatchModel(scan)) return model;
  if (const Match serial = MatchSerial(scan)) return serial;
  return MatchLetterNumber(scan);
}

}  // namespace cosyscribe::textnorm
