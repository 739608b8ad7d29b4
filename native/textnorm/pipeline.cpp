#include "textnorm/pipeline.h"

#include "textnorm/rules_en.h"
#include "textnorm/rules_zh.h"

namespace cosyscribe::textnorm {
namespace {

constexpr std::size_t kLongestTail = 32;  // tokens; NormalizerStream promises it

}  // namespace

Pipeline::Pipeline(const Lexicon* lexicon, const Config& config, const UserRules* rules)
    : lexicon_(lexicon),
      config_(config),
      tokens_(*lexicon),
      scan_(&tokens_, &past_, lexicon, config.language),
      layout_(lexicon, config),
      rules_(rules) {}

void Pipeline::Reset(std::size_t source, std::size_t output) {
  tokens_.Reset(source);
  past_.Clear();
  marks_.Reset();
  layout_.Reset();
  rules_.Reset(source, output);
  swallows_space_ = after_english_ = false;
}

void Pipeline::SetText(std::string_view text, std::size_t base, bool is_final) {
  tokens_.SetText(text, base, is_final);
}

Normalized Pipeline::Take() { return rules_.Take(); }

void Pipeline::Run() {
  Step step = Step::kTaken;
  while (step == Step::kTaken) step = Next();
  if (step == Step::kDone) Close();
}

Pipeline::Step Pipeline::Next() {
  tokens_.StartDecision();
  scan_.SetSpaceSwallowed(swallows_space_);
  const Token& token = tokens_.At(0);
  if (token.IsEnd()) return tokens_.is_final() ? Step::kDone : Step::kWaiting;
  if (IsPlain(token)) {
    MakeRoom(1);
    WritePlain();
    return Step::kTaken;
  }
  Spoken spoken;
  Match match;
  if (config_.has_punctuation && (token.word != 0 || token.kind == TokenKind::kMark)) {
    spoken = marks_.Match(scan_);
  }
  if (!spoken && config_.has_itn) match = MatchNumbers();
  const bool is_wide = spoken && !spoken.edit && IsWideContext(spoken.length);
  MakeRoom(tokens_.extent());
  if (tokens_.is_starved()) return Step::kWaiting;
  const bool is_english = match && token.IsWord();
  if (spoken) {
    marks_.Accept(spoken);
    WriteSpoken(spoken, is_wide);
  } else if (match.is_rewritten) {
    WriteRewritten(match.length, scan_.out);
  } else {
    WriteKept(match.length == 0 ? 1 : match.length);
  }
  after_english_ = is_english;
  return Step::kTaken;
}

Match Pipeline::MatchNumbers() {
  const Token& token = tokens_.At(0);
  if (token.IsHan()) {
    return config_.language == Language::kEn ? Match{} : MatchZh(scan_);
  }
  if (token.IsWord()) return MatchEn(scan_);
  return {};
}

// Commits what the tail cannot hold beside the tokens that the next decision looks at.
void Pipeline::MakeRoom(std::size_t extent) {
  while (rules_.OpenTokens() + layout_.HeldTokens() + extent > kLongestTail) {
    if (rules_.OpenTokens() != 0) {
      rules_.CommitFront();
    } else {
      layout_.Finish(&rules_);
      rules_.CommitAll();
      if (rules_.OpenTokens() + layout_.HeldTokens() == 0) return;
    }
  }
}

// An ideograph that no rule begins with.
bool Pipeline::IsPlain(const Token& token) const noexcept {
  return token.IsHan() && !lexicon_->Info(token.word).is_active;
}

// Most Chinese text: plain ideographs in a row go through in one piece.
void Pipeline::WritePlain() {
  const Token& first = tokens_.At(0);
  std::size_t count = 1;
  while (!rules_.HasRules() && count < TokenQueue::kWindow) {
    const Token& next = tokens_.At(count);
    if (!next.IsGlued() || !IsPlain(next)) break;
    ++count;
  }
  const Token& last = tokens_.At(count - 1);
  Piece piece;
  piece.token = last;
  piece.token.space = first.space;
  piece.space = tokens_.SpaceOf(first);
  piece.text = tokens_.TextBetween(first, last);
  piece.space_source = first.space;
  piece.source_begin = tokens_.SourceOf(first.begin - first.space);
  piece.source_end = tokens_.SourceOf(last.end);
  piece.tokens = count;
  for (std::size_t i = count > History::kDepth ? count - History::kDepth : 0; i + 1 < count; ++i) {
    past_.Push(tokens_.At(i), tokens_.TextOf(tokens_.At(i)));
  }
  after_english_ = false;
  Write(piece, tokens_.TextOf(last));
  tokens_.Drop(count);
}

void Pipeline::WriteKept(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const Token& token = tokens_.At(i);
    Piece piece;
    piece.token = token;
    piece.space = tokens_.SpaceOf(token);
    piece.text = tokens_.TextOf(token);
    piece.space_source = token.space;
    piece.source_begin = tokens_.SourceOf(token.begin - token.space);
    piece.source_end = tokens_.SourceOf(token.end);
    Write(piece);
  }
  tokens_.Drop(count);
}

// Whether what is written for `first` would make one word with what stands before: behind English
// words another word of the last, behind "300," another number.
bool Pipeline::RunsIntoBefore(const Token& first, const Token& written) const noexcept {
  if (!first.IsGlued() || written.IsHan() || swallows_space_) return false;
  const Past& mark = past_.Before(0);
  const bool is_list = mark.kind == TokenKind::kMark && mark.code == U',' && mark.is_glued &&
                       past_.Before(1).ends_in_digit;
  return (after_english_ && first.IsHan()) || is_list;
}

void Pipeline::WriteRewritten(std::size_t count, std::string_view text) {
  const Token& first = tokens_.At(0);
  const std::size_t source_begin = tokens_.SourceOf(first.begin - first.space);
  const std::size_t source_end = tokens_.SourceOf(tokens_.At(count - 1).end);
  std::size_t at = 0;
  Piece piece;
  piece.is_rewritten = true;
  while (ReadToken(text, true, *lexicon_, &at, &piece.token)) {
    const bool is_first = piece.token.begin == piece.token.space;
    piece.text = text.substr(piece.token.begin, piece.token.end - piece.token.begin);
    piece.tokens = at == text.size() ? count : 0;
    if (is_first) {
      piece.space = tokens_.SpaceOf(first);
      piece.space_source = first.space;
      piece.source_begin = source_begin;
      piece.token.space = first.space;
      if (RunsIntoBefore(first, piece.token)) {
        piece.space = " ";
        piece.token.space = 1;
        piece.has_new_space = true;
      }
    } else {
      piece.space = text.substr(piece.token.begin - piece.token.space, piece.token.space);
      piece.space_source = 0;
      piece.source_begin = source_end;
      piece.has_new_space = !piece.space.empty();
    }
    piece.source_end = source_end;
    Write(piece);
  }
  tokens_.Drop(count);
}

void Pipeline::WriteSpoken(const Spoken& spoken, bool is_wide) {
  if (spoken.edit) {
    const Token& first = tokens_.At(0);
    Piece piece;
    piece.is_edit = true;
    piece.edit = *spoken.edit;
    piece.tokens = spoken.length;
    piece.source_begin = tokens_.SourceOf(first.begin - first.space);
    piece.source_end = tokens_.SourceOf(tokens_.At(spoken.length - 1).end);
    layout_.Put(piece, &rules_);
    swallows_space_ = true;
  } else {
    WriteMark(spoken, is_wide ? spoken.wide : spoken.narrow);
  }
  tokens_.Drop(spoken.length);
}

void Pipeline::WriteMark(const Spoken& spoken, std::string_view mark) {
  const bool is_line = spoken.fit == MarkFit::kLine;
  const bool is_wide = mark.size() > 1 && !is_line;
  const Token& first = tokens_.At(0);
  const std::string_view written = is_line ? (mark == "2" ? "\n\n" : "\n") : mark;
  const std::size_t source_end = tokens_.SourceOf(tokens_.At(spoken.length - 1).end);
  std::size_t at = 0;
  Piece piece;
  piece.is_rewritten = true;
  piece.source_begin = tokens_.SourceOf(first.begin - first.space);
  piece.space_source = first.space;
  if (spoken.fit == MarkFit::kBefore && !swallows_space_) piece.space = tokens_.SpaceOf(first);
  piece.has_new_space = piece.space.size() != first.space;
  while (ReadToken(written, true, *lexicon_, &at, &piece.token)) {
    piece.text = written.substr(piece.token.begin, piece.token.end - piece.token.begin);
    piece.token.space = piece.space.size();
    piece.source_end = source_end;
    piece.tokens = at == written.size() ? spoken.length : 0;
    Write(piece);
    piece.source_begin = source_end;
    piece.space_source = 0;
    piece.space = {};
    piece.has_new_space = false;
  }
  swallows_space_ = is_line || is_wide || spoken.fit != MarkFit::kAfter;
}

void Pipeline::Write(const Piece& piece) { Write(piece, piece.text); }

void Pipeline::Write(Piece piece, std::string_view last) {
  if (swallows_space_) {
    if (!piece.space.empty()) {
      piece.space = {};
      piece.has_new_space = true;
      piece.token.space = 0;
    }
    swallows_space_ = false;
  }
  past_.Push(piece.token, last);
  layout_.Put(piece, &rules_);
}

// Whether a mark stands in Chinese: what was written last, or what comes, decides.
bool Pipeline::IsWideContext(std::size_t next) {
  for (std::size_t i = 0; i < History::kDepth; ++i) {
    const Past& past = past_.Before(i);
    if (past.kind == TokenKind::kHan) return true;
    if (past.kind == TokenKind::kWord && !tokens_.At(0).IsHan()) break;
    if (past.kind == TokenKind::kEnd || past.kind == TokenKind::kBreak) break;
  }
  return tokens_.At(next).IsHan() || (tokens_.At(next).IsEnd() && tokens_.At(0).IsHan());
}

void Pipeline::Close() {
  layout_.Finish(&rules_);
  rules_.CommitAll();
  rules_.AppendRest(tokens_.Rest());
}

}  // namespace cosyscribe::textnorm
