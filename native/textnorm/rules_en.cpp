#include "textnorm/rules_en.h"

#include <array>

#include "textnorm/characters.h"
#include "textnorm/electronic.h"
#include "textnorm/en_calendar.h"
#include "textnorm/en_code.h"
#include "textnorm/en_measure.h"
#include "textnorm/en_number.h"
#include "textnorm/en_quantity.h"

namespace cosyscribe::textnorm {
namespace {

using RunRule = Match (*)(Scan&, const EnRun&);
constexpr std::array<RunRule, 6> kRunRules = {MatchEnDayOfMonth, MatchEnDotted,   MatchEnTime,
                                              MatchEnYear,       MatchEnLabelled, MatchEnDigits};

using QuantityRule = Match (*)(Scan&, const EnQuantity&);
constexpr std::array<QuantityRule, 4> kQuantityRules = {MatchEnMeasure, MatchEnArithmetic,
                                                        MatchEnRange, MatchEnPressure};

Match MatchQuantity(Scan& scan, const EnQuantity& quantity) {
  if (!quantity) return {};
  for (const QuantityRule rule : kQuantityRules) {
    if (const Match match = rule(scan, quantity)) return match;
  }
  return {};
}

// twenty first; and a thirty second delay, which counts seconds.
Match MatchOrdinal(Scan& scan, const EnRun& run) {
  const EnRun::Item& last = run.items[run.count - 1];
  const bool is_second = last.part == NumberPart::kEnOrdinalDigit && last.value == 2;
  if (is_second && run.count > 1) {
    EnRun count = run;
    --count.count;
    count.length = run.items[count.count - 1].end;
    const NumberPart before = count.items[count.count - 1].part;
    const EnCardinal seconds = ParseEnCardinal(count);
    const bool follows_article = scan.WasA(0, WordClass::kEnArticle);
    const bool names_thing = scan.At(run.length).IsWord() && !IsWordAt(scan, run.length, "of");
    const bool is_span = before == NumberPart::kEnTeen || before == NumberPart::kEnHundred ||
                         scan.Find(run.length, WordClass::kEnTimed) ||
                         (follows_article && names_thing);
    if (is_span && seconds.is_valid && !seconds.IsDigit()) {
      scan.out = GroupDigits(seconds.digits);
      return Match::Rewrite(count.length);
    }
  }
  const EnCardinal number = ParseEnCardinal(run);
  if (!number.is_valid || number.IsDigit()) return Match::Keep(run.length);
  scan.out = GroupDigits(number.digits);
  scan.out.append(OrdinalSuffix(number.digits));
  return Match::Rewrite(run.length);
}

// What a run is where nothing beside it says.
Match MatchAlone(Scan& scan, const EnRun& run) {
  const EnCardinal cardinal = ParseEnCardinal(run);
  if (cardinal.is_valid) {
    if (cardinal.IsDigit()) return Match::Keep(run.length);
    scan.out = TextOf(scan, run, cardinal);
    return Match::Rewrite(run.length);
  }
  if (const Match time = MatchEnBareTime(scan, run)) return time;
  const EnPieces read = ReadEnPieces(run);
  const std::uint32_t year = YearOf(run);
  const bool is_year = year >= 1000 && year < 2100;
  const bool is_hundreds = read.is_valid && read.count == 2 && read.pieces[0].width == 1 &&
                           read.pieces[0].value != 0 && read.pieces[1].width == 2;
  if (!is_year && !is_hundreds) return Match::Keep(run.length);
  scan.out = is_year ? std::to_string(year) : read.Digits();
  return Match::Rewrite(run.length);
}

// "this one thirty years ago": the pronoun is no part of the number behind it.
bool IsPronounOne(Scan& scan, const EnRun& run) {
  if (run.count < 2 || !IsWordAt(scan, 0, "one") || !scan.WasA(0, WordClass::kEnOneLead)) {
    return false;
  }
  const NumberPart next = run.items[1].part;
  return next != NumberPart::kEnHundred && next != NumberPart::kEnScale;
}

bool IsJoinedBefore(Scan& scan) {
  const Past& before = scan.Before(0);
  const bool is_joiner = before.kind == TokenKind::kMark && IsNameJoiner(before.code);
  return scan.IsFirstGlued() && (is_joiner || before.ends_in_digit);
}

// Whether what ends before token `at` goes on as a name; a hyphen there joins words.
bool IsJoinedAfter(Scan& scan, std::size_t at) {
  const Token& mark = scan.At(at);
  if (mark.kind != TokenKind::kMark || !mark.IsGlued() || !IsNameJoiner(mark.code)) return false;
  if (mark.code == U'-') return false;
  const Token& next = scan.At(at + 1);
  return next.IsGlued() && (next.IsWord() || next.kind == TokenKind::kNumber);
}

Match MatchNumber(Scan& scan) {
  const EnRun run = ReadEnRun(scan, 0);
  if (run.count == 0) return {};
  if (IsJoinedAfter(scan, run.length)) return Match::Keep(run.length);
  if (IsPronounOne(scan, run)) return Match::Keep(1);
  for (const RunRule rule : kRunRules) {
    if (const Match match = rule(scan, run)) return match;
  }
  if (run.IsOrdinal()) return MatchOrdinal(scan, run);
  const EnQuantity quantity = ParseEnQuantity(scan, 0);
  if (const Match match = MatchQuantity(scan, quantity)) return match;
  if (quantity.has_point || (quantity && !quantity.is_pieces && !quantity.is_digit)) {
    scan.out = quantity.WithScale();
    return Match::Rewrite(quantity.length);
  }
  return MatchAlone(scan, run);
}

// minus five, negative two point three; not "five minus two".
Match MatchSigned(Scan& scan) {
  const Past& before = scan.Before(0);
  if (before.ends_in_digit || IsEnNumberPart(scan.lexicon().Info(before.word).part)) return {};
  const EnQuantity quantity = ParseEnQuantity(scan, 0);
  if (!quantity || quantity.is_article) return {};
  if (const Match match = MatchQuantity(scan, quantity)) return match;
  scan.out = quantity.WithScale();
  return Match::Rewrite(quantity.length);
}

// "point two meters": a fraction alone, where it is measured or has several digits.
Match MatchPoint(Scan& scan) {
  const Past& before = scan.Before(0);
  const bool may_lead = before.kind != TokenKind::kWord || scan.WasA(0, WordClass::kEnPointLead);
  if (!may_lead) return {};
  const EnQuantity quantity = ParseEnQuantity(scan, 0);
  if (!quantity) return {};
  if (const Match match = MatchQuantity(scan, quantity)) return match;
  const bool has_digits = quantity.length > 2 || !quantity.scale.empty();
  if (!has_digits) return {};
  scan.out = quantity.WithScale();
  return Match::Rewrite(quantity.length);
}

// a hundred and fifty; "a hundred" alone stays.
Match MatchArticle(Scan& scan) {
  if (const Match part = MatchEnPartOfHour(scan)) return part;
  const EnQuantity quantity = ParseEnQuantity(scan, 0);
  if (!quantity) return {};
  if (const Match match = MatchQuantity(scan, quantity)) return match;
  if (quantity.is_article) return Match::Keep(quantity.length);
  scan.out = quantity.WithScale();
  return Match::Rewrite(quantity.length);
}

// mister dao: the name behind decides, so that "my doctor said" stays.
Match MatchTitle(Scan& scan) {
  const Phrase title = scan.Find(0, WordClass::kEnTitle);
  if (!title) return {};
  const Token& name = scan.At(title.length);
  const bool has_name = name.IsWord() && !name.is_letter && !name.has_digit && !name.IsGlued() &&
                        !scan.Find(title.length, WordClass::kEnFunction) &&
                        !IsEnNumberPart(scan.EnPartAt(title.length));
  const Past& before = scan.Before(0);
  const bool is_free = before.kind != TokenKind::kWord || scan.WasA(0, WordClass::kEnTitleLead);
  if (!has_name || (!is_free && !IsWordAt(scan, 0, "mister"))) return {};
  scan.out = scan.Value(title, WordClass::kEnTitle);
  return Match::Rewrite(title.length);
}

Match MatchByWord(Scan& scan) {
  const WordInfo& info = scan.InfoAt(0);
  if (IsEnNumberPart(info.part)) {
    if (const Match number = MatchNumber(scan)) return number;
  }
  if (Has(info.begins, WordClass::kEnMonth)) {
    if (const Match month = MatchEnMonth(scan)) return month;
  }
  if (Has(info.begins, WordClass::kEnTitle)) {
    if (const Match title = MatchTitle(scan)) return title;
  }
  if (IsWordAt(scan, 0, "minus") || IsWordAt(scan, 0, "negative")) return MatchSigned(scan);
  if (IsWordAt(scan, 0, "point")) return MatchPoint(scan);
  if (IsWordAt(scan, 0, "plus")) return MatchEnCountryCode(scan);
  if (IsWordAt(scan, 0, "a")) {
    if (const Match article = MatchArticle(scan)) return article;
  }
  if (IsWordAt(scan, 0, "quarter") || IsWordAt(scan, 0, "half")) return MatchEnPartOfHour(scan);
  return {};
}

// A phrase of the data that stays, or is written in its own way. Number words right behind it
// mean that it is none: "seven eleven twelve".
Match MatchPhrase(Scan& scan) {
  const ClassSet wanted = SetOf(WordClass::kKeep) | SetOf(WordClass::kTerm);
  const Phrase phrase = scan.Find(0, wanted);
  if (!phrase) return {};
  const bool ends_in_number = IsEnNumberPart(scan.EnPartAt(phrase.length - 1));
  if (ends_in_number && IsEnNumberPart(scan.EnPartAt(phrase.length))) return {};
  if (Has(scan.lexicon().Classes(phrase.node), WordClass::kKeep)) {
    return Match::Keep(phrase.length);
  }
  scan.out = scan.Value(phrase, WordClass::kTerm);
  return Match::Rewrite(phrase.length);
}

}  // namespace

Match MatchEn(Scan& scan) {
  if (const Match address = MatchElectronic(scan)) return address;
  if (scan.language() == Language::kZh) return {};
  const Token& token = scan.At(0);
  if (IsJoinedBefore(scan) || IsJoinedAfter(scan, 1)) return {};
  if (token.word != 0) {
    if (const Match phrase = MatchPhrase(scan)) return phrase;
  }
  const bool may_spell = token.is_letter || IsEnNumberPart(scan.EnPartAt(0)) ||
                         Has(scan.InfoAt(0).begins, WordClass::kEnModel);
  if (may_spell) {
    if (const Match code = MatchEnSpelled(scan)) return code;
  }
  return token.word != 0 ? MatchByWord(scan) : Match{};
}

}  // namespace cosyscribe::textnorm
