#include "textnorm/spoken.h"

#include "textnorm/characters.h"

namespace cosyscribe::textnorm {
namespace {

constexpr std::size_t kDeepest = TokenQueue::kWindow - 1;

// Marks that a recogniser writes at a pause and a spoken mark replaces.
bool IsSoftMark(const Token& token) {
  return token.kind == TokenKind::kMark &&
         (token.code == U',' || token.code == U'.' || token.code == U'，' || token.code == U'。' ||
          token.code == U'、');
}

bool IsPauseMark(char32_t mark) {
  constexpr std::u32string_view kPauses = U",.?!;:)]}…，。？！；：、）】》”";
  return kPauses.find(mark) != kPauses.npos;
}

bool IsPause(const Token& token) {
  return token.IsEnd() || token.kind == TokenKind::kBreak ||
         (token.kind == TokenKind::kMark && IsPauseMark(token.code));
}

bool IsMarkAhead(Scan& scan, std::size_t at);
bool IsEditAhead(Scan& scan, std::size_t at);

// Nothing more is said here: the text ends, or a mark stands, or a mark or command is spoken.
bool IsPauseAhead(Scan& scan, std::size_t at) {
  if (at >= kDeepest) return true;
  const Token& token = scan.At(at);
  if (!IsPause(token)) return IsMarkAhead(scan, at) || IsEditAhead(scan, at);
  if (token.kind != TokenKind::kMark || token.code >= 0x80 || !token.IsGlued()) return true;
  // Behind an ideograph it becomes a full-width mark, which joins nothing.
  if (at != 0 && scan.At(at - 1).IsHan() && token.code != U'.') return true;
  const Token& next = scan.At(at + 1);  // period.com is a name
  return !next.IsGlued() || (!next.IsWord() && next.kind != TokenKind::kNumber);
}

bool IsPauseBehind(const Scan& scan) {
  const Past& before = scan.Before(0);
  return before.kind == TokenKind::kEnd || before.kind == TokenKind::kBreak ||
         (before.kind == TokenKind::kMark && IsPauseMark(before.code));
}

// the waiting period, a ten day period: words that only in front of a noun say what it is.
bool IsModified(const Scan& scan) {
  if (scan.WasA(0, WordClass::kEnMentionTime)) {
    const Past& count = scan.Before(1);
    return count.ends_in_digit || IsEnNumberPart(scan.lexicon().Info(count.word).part);
  }
  if (!scan.WasA(0, WordClass::kEnMentionModifier)) return false;
  return scan.WasA(1, WordClass::kEnMentionBefore) || scan.WasA(2, WordClass::kEnMentionBefore);
}

// The words right before say that the mark is talked about: 画上句号, the Jurassic period. Only
// at 0 are they behind the scanner; further on they are ahead.
bool IsMentionedBefore(Scan& scan, std::size_t at, bool is_english) {
  const WordClass mention = is_english ? WordClass::kEnMentionBefore : WordClass::kZhMentionBefore;
  if (at != 0) {
    return scan.Find(at - 1, mention).length == 1 && !IsMarkAhead(scan, at - 1);
  }
  if (scan.EndsWith(mention)) return true;
  if (is_english && IsModified(scan)) return true;
  // "the Jurassic": a name with an article.
  return is_english && scan.Before(0).is_upper && scan.Before(1).kind == TokenKind::kWord &&
         scan.WasA(1, WordClass::kEnMentionBefore);
}

bool IsMentionedAfter(Scan& scan, std::size_t after, bool is_english) {
  return scan.Find(after, is_english ? WordClass::kEnMentionAfter : WordClass::kZhMentionAfter)
             .length != 0;
}

bool IsLine(const Scan& scan, Phrase phrase) {
  return scan.Value(phrase, WordClass::kMark).substr(0, 4) == "line";
}

// Behind the sign of an address, a file or a name: me@comma.org.
bool IsInsideName(Scan& scan, std::size_t at) {
  if (!scan.At(at).IsGlued()) return false;
  if (at != 0) {
    const Token& before = scan.At(at - 1);
    return before.kind == TokenKind::kMark && IsNameJoiner(before.code);
  }
  return scan.Before(0).kind == TokenKind::kMark && IsNameJoiner(scan.Before(0).code);
}

// A phrase for a mark that is a command where it stands.
Phrase FindMark(Scan& scan, std::size_t at, bool is_separate) {
  const Phrase phrase = scan.Find(at, kMarks);
  if (!phrase) return {};
  const bool is_english = scan.At(at).IsWord();
  if (is_english && !is_separate && IsInsideName(scan, at)) return {};
  const std::size_t after = at + phrase.length;
  if (!is_separate && IsMentionedBefore(scan, at, is_english)) return {};
  if (IsMentionedAfter(scan, after, is_english)) return {};
  const bool is_verb =
      at == 0 && !is_english && IsLine(scan, phrase) && scan.EndsWith(WordClass::kZhLineBefore);
  if (is_verb) return {};
  const bool needs_pause = Has(scan.lexicon().Classes(phrase.node), WordClass::kPauseMark);
  return needs_pause && !IsPauseAhead(scan, after) ? Phrase{} : phrase;
}

bool IsMarkAhead(Scan& scan, std::size_t at) { return FindMark(scan, at, false).length != 0; }

bool IsEditAhead(Scan& scan, std::size_t at) {
  const Phrase phrase = scan.Find(at, kEdits);
  return phrase && IsPauseAhead(scan, at + phrase.length);
}

Phrase FindEdit(Scan& scan) {
  const Phrase phrase = scan.Find(0, kEdits);
  if (!phrase || !IsPauseAhead(scan, phrase.length)) return {};
  if (IsPauseBehind(scan)) return phrase;
  // 撤销 and undo alone are also plain verbs.
  const std::size_t shortest = scan.At(0).IsHan() ? 3 : 2;
  if (phrase.length < shortest) return {};
  const bool is_spoken_of =
      scan.EndsWith(scan.At(0).IsHan() ? WordClass::kZhMentionBefore : WordClass::kEnSubject);
  return is_spoken_of ? Phrase{} : phrase;
}

struct FitName {
  std::string_view name;
  MarkFit fit;
};
constexpr FitName kFits[] = {{"after", MarkFit::kAfter},
                             {"before", MarkFit::kBefore},
                             {"join", MarkFit::kJoin},
                             {"line", MarkFit::kLine}};

// A mark's value is its fit, its narrow and its wide form, separated by spaces.
void ReadValue(std::string_view value, Spoken* spoken) {
  const std::size_t first = value.find(' ');
  const std::size_t second = value.find(' ', first + 1);
  for (const FitName& known : kFits) {
    if (value.substr(0, first) == known.name) spoken->fit = known.fit;
  }
  spoken->narrow = value.substr(first + 1, second - first - 1);
  spoken->wide = value.substr(second + 1);
}

}  // namespace

// 引号 and 括号 open and close in turn; one that opens needs another to close it.
Spoken SpokenMarks::MatchPair(Scan& scan, std::size_t at, Phrase phrase,
                              std::string_view value) const {
  const bool is_quote = value == "pair quote";
  const bool is_open = is_quote ? is_quote_open_ : is_bracket_open_;
  if (!is_open) {
    bool has_close = false;
    for (std::size_t i = at + phrase.length; i < kDeepest && !has_close; ++i) {
      const Token& token = scan.At(i);
      if (token.IsEnd() || token.kind == TokenKind::kBreak) break;
      const Phrase other = scan.Find(i, kMarks);
      has_close = other && scan.Value(other, WordClass::kMark) == value;
    }
    if (!has_close) return {};
  }
  Spoken spoken;
  spoken.length = at + phrase.length;
  spoken.pair = is_quote ? Spoken::Pair::kQuote : Spoken::Pair::kBracket;
  spoken.fit = is_open ? MarkFit::kAfter : MarkFit::kBefore;
  spoken.narrow = is_quote ? "\"" : is_open ? ")" : "(";
  spoken.wide = is_quote ? (is_open ? "”" : "“") : (is_open ? "）" : "（");
  return spoken;
}

void SpokenMarks::Accept(const Spoken& spoken) noexcept {
  if (spoken.pair == Spoken::Pair::kQuote) is_quote_open_ = !is_quote_open_;
  if (spoken.pair == Spoken::Pair::kBracket) is_bracket_open_ = !is_bracket_open_;
}

Spoken SpokenMarks::Match(Scan& scan) const {
  Spoken spoken;
  if (const Phrase edit = FindEdit(scan)) {
    const bool deletes = Has(scan.lexicon().Classes(edit.node), WordClass::kDeleteSentence);
    spoken.edit = deletes ? EditKind::kDeleteSentence : EditKind::kUndo;
    spoken.length = edit.length;
    if (IsSoftMark(scan.At(edit.length))) ++spoken.length;
    return spoken;
  }
  const std::size_t at = IsSoftMark(scan.At(0)) ? 1 : 0;
  if (at == 1 && scan.At(1).word == 0) return {};
  const Phrase phrase = FindMark(scan, at, at == 1);
  if (!phrase) return {};
  const bool is_plain = Has(scan.lexicon().Classes(phrase.node), WordClass::kMark);
  const std::string_view value =
      scan.Value(phrase, is_plain ? WordClass::kMark : WordClass::kPauseMark);
  if (value.substr(0, 4) == "pair") {
    spoken = MatchPair(scan, at, phrase, value);
    if (!spoken) return {};
  } else {
    spoken.length = at + phrase.length;
    ReadValue(value, &spoken);
  }
  // What a recogniser wrote at the pause before stays where a line or a bracket begins.
  const bool replaces = spoken.fit == MarkFit::kAfter || spoken.fit == MarkFit::kJoin;
  if (at == 1 && !replaces) return {};
  if (IsSoftMark(scan.At(spoken.length))) ++spoken.length;
  return spoken;
}

}  // namespace cosyscribe::textnorm
