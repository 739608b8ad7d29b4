#include "textnorm/layout.h"

#include "textnorm/characters.h"
#include "textnorm/utf8.h"

namespace cosyscribe::textnorm {
namespace {

struct MarkWidths {
  char32_t narrow;
  char32_t wide;
};

constexpr MarkWidths kMarkWidths[] = {{U',', U'，'}, {U'.', U'。'}, {U'?', U'？'},
                                      {U'!', U'！'}, {U':', U'：'}, {U';', U'；'}};

char32_t WideOf(char32_t mark) {
  for (const MarkWidths& pair : kMarkWidths) {
    if (pair.narrow == mark) return pair.wide;
  }
  return 0;
}

char32_t NarrowOf(char32_t mark) {
  for (const MarkWidths& pair : kMarkWidths) {
    if (pair.wide == mark) return pair.narrow;
  }
  return 0;
}

bool IsWide(char32_t mark) {
  return NarrowOf(mark) != 0 || mark == U'、' || mark == U'（' || mark == U'）' || mark == U'“' ||
         mark == U'《' || mark == U'》' || mark == U'「' || mark == U'」';
}

bool IsSentenceEnd(char32_t mark) {
  return mark == U'.' || mark == U'?' || mark == U'!' || mark == U'。' || mark == U'？' ||
         mark == U'！';
}

// Signs that join words into one name: file.txt, a@b.c, snake_case, and/or.
bool IsJoiner(const Token& token) {
  if (token.kind != TokenKind::kMark || !token.IsGlued()) return false;
  switch (token.code) {
    case U'.':
    case U'@':
    case U'/':
    case U'\\':
    case U'_':
    case U':':
    case U'=':
    case U'-':
    case U'#':
      return true;
    default:
      return false;
  }
}

bool IsTextual(TokenKind kind) { return kind == TokenKind::kWord || kind == TokenKind::kNumber; }

constexpr Token kNothing;

}  // namespace

void Layout::Reset() noexcept {
  held_count_ = 0;
  before_ = {};
  is_sentence_start_ = true;
  has_han_ = after_title_ = false;
}

bool Layout::NeedsAhead(const Piece& piece) const noexcept {
  const Token& token = piece.token;
  if (token.kind == TokenKind::kNumber) {
    return config_.has_spacing && piece.is_rewritten && before_.kind == TokenKind::kHan;
  }
  if (token.kind == TokenKind::kMark) {
    return config_.has_spacing ? WideOf(token.code) != 0 || NarrowOf(token.code) != 0
                               : config_.has_case && IsSentenceEnd(token.code);
  }
  if (!config_.has_case || !token.IsWord() || !IsAsciiLower(token.code)) return false;
  return is_sentence_start_ || after_title_ || token.code == U'i' || token.word != 0;
}

void Layout::Put(const Piece& piece, Output* output) {
  if (held_count_ == 0 && !NeedsAhead(piece)) {
    WriteOne(piece, kNothing, kNothing, output);
    return;
  }
  Hold(piece);
  WriteHeld(output, false);
}

void Layout::Finish(Output* output) { WriteHeld(output, true); }

std::size_t Layout::HeldTokens() const noexcept {
  std::size_t tokens = 0;
  for (std::size_t i = 0; i < held_count_; ++i) tokens += held_[i].piece.tokens;
  return tokens;
}

void Layout::Hold(const Piece& piece) {
  Held& held = held_[held_count_++];
  held.piece = piece;
  held.space = piece.space;
  held.text = piece.text;
}

// Writes held pieces from the front, as far as each has seen what it must.
void Layout::WriteHeld(Output* output, bool is_last) {
  while (held_count_ != 0) {
    Held& first = held_[0];
    const bool must_see = !first.piece.is_edit && NeedsAhead(first.piece);
    Token ahead[kAhead];
    std::size_t seen = 0;
    for (std::size_t i = 1; i < held_count_ && seen < kAhead; ++i) {
      if (!held_[i].piece.is_edit) ahead[seen++] = held_[i].piece.token;
    }
    const bool is_joined = seen >= 1 && IsJoiner(ahead[0]);
    const std::size_t wanted = !must_see ? 0 : is_joined ? 2 : 1;
    if (!is_last && seen < wanted && held_count_ != held_.size()) return;
    Held front = std::move(first);
    front.piece.space = front.space;
    front.piece.text = front.text;
    for (std::size_t i = 1; i < held_count_; ++i) held_[i - 1] = std::move(held_[i]);
    --held_count_;
    WriteOne(front.piece, ahead[0], ahead[1], output);
  }
}

void Layout::WriteOne(Piece piece, const Token& next, const Token& after, Output* output) {
  if (piece.is_edit) {
    output->Write(piece);
    is_sentence_start_ = true;
    return;
  }
  has_added_space_ = false;
  if (config_.has_spacing) {
    const std::string_view space = SpaceFor(piece, next);
    piece.has_new_space = piece.has_new_space || space != piece.space;
    piece.space = space;
    if (Widen(&piece, next)) piece.is_rewritten = true;
  }
  if (config_.has_case && Capitalise(&piece, next, after)) piece.is_rewritten = true;
  output->Write(piece);
  Advance(piece, next);
}

// 皖C9B34E: the sign of a province stays with its plate.
bool Layout::IsPlate(const Piece& piece) const {
  const bool has_shape = IsAsciiUpper(piece.token.code) && piece.token.has_digit &&
                         (piece.text.size() == 6 || piece.text.size() == 7);
  return has_shape && Has(lexicon_->Info(before_.word).classes, WordClass::kZhProvince);
}

std::string_view Layout::SpaceFor(const Piece& piece, const Token& next) const {
  const Token& token = piece.token;
  if (before_.is_wide_mark && token.kind != TokenKind::kBreak) return {};
  const bool han_first = before_.kind == TokenKind::kHan && IsTextual(token.kind);
  const bool han_second = token.IsHan() && IsTextual(before_.kind);
  if (!han_first && !han_second) return piece.space;
  if (config_.spacing == Spacing::kNone) return {};
  if (config_.spacing == Spacing::kPangu) return IsPlate(piece) ? "" : " ";
  const bool has_letter =
      han_first ? token.IsWord() || (next.IsWord() && next.IsGlued()) : before_.has_letter;
  return has_letter && !(han_first && IsPlate(piece)) ? " " : "";
}

bool Layout::Widen(Piece* piece, const Token& next) {
  const Token& token = piece->token;
  if (token.kind != TokenKind::kMark || !piece->space.empty()) return false;
  const bool after_han = before_.kind == TokenKind::kHan;
  const bool joins = next.IsGlued() && IsTextual(next.kind);
  if (const char32_t wide = WideOf(token.code)) {
    const bool is_ellipsis = token.code == U'.' && next.IsMark(U'.') && next.IsGlued();
    const bool is_stop = token.code == U'.';
    const bool before_han = next.IsHan() && (before_.kind == TokenKind::kWord ||
                                             (before_.kind == TokenKind::kNumber && !is_stop));
    if (is_ellipsis || (is_stop && joins && after_han)) return false;
    if (!after_han && !before_han) return false;
    scratch_.clear();
    AppendUtf8(&scratch_, wide);
    piece->token.code = wide;
  } else if (const char32_t narrow = NarrowOf(token.code)) {
    const bool beside_latin =
        next.IsWord() || (next.kind == TokenKind::kNumber && before_.kind == TokenKind::kWord);
    const bool ends_latin = next.IsEnd() || next.kind == TokenKind::kBreak;
    const bool is_latin = IsTextual(before_.kind) && before_.has_letter;
    if (!is_latin || has_han_ || (!beside_latin && !ends_latin)) return false;
    scratch_.clear();
    AppendUtf8(&scratch_, narrow);
    has_added_space_ = beside_latin && next.IsGlued();
    if (has_added_space_) scratch_.push_back(' ');
    piece->token.code = narrow;
  } else {
    return false;
  }
  piece->text = scratch_;
  return true;
}

// Part of a file name, an address or the like, whose letters are not ours to change.
bool Layout::IsInsideName(const Piece& piece, const Token& next, const Token& after) const {
  const bool joined_before = piece.space.empty() && !before_.brings_space &&
                             before_.kind == TokenKind::kMark && before_.code < 0x80 &&
                             before_.code != U'"' && before_.code != U'(' &&
                             before_.code != U'\'' && before_.code != U'[';
  const bool joined_after = IsJoiner(next) && IsTextual(after.kind) && after.IsGlued();
  const bool is_compound = next.IsMark(U'-') && after.IsWord() && !after.has_digit;
  return joined_before || (joined_after && !is_compound) ||
         (next.IsGlued() && IsTextual(next.kind));
}

bool Layout::Capitalise(Piece* piece, const Token& next, const Token& after) {
  const Token& token = piece->token;
  if (!token.IsWord() || !token.is_lower || !IsAsciiLower(token.code)) return false;
  if (IsInsideName(*piece, next, after)) return false;
  const bool beside_han = before_.kind == TokenKind::kHan || next.IsHan();
  const bool is_name =
      token.word != 0 && Has(lexicon_->Info(token.word).classes, WordClass::kCapital);
  const bool is_i =
      token.code == U'i' && !beside_han &&
      (token.is_letter ||
       (piece->text.size() > 1 && !IsAsciiLower(static_cast<unsigned char>(piece->text[1])) &&
        !token.has_digit));
  const bool starts = (is_sentence_start_ || after_title_) && !beside_han && !token.has_digit;
  if (!is_name && !is_i && !starts) return false;
  scratch_.assign(piece->text);
  scratch_[0] = static_cast<char>(scratch_[0] - 'a' + 'A');
  piece->text = scratch_;
  piece->token.code = token.code - U'a' + U'A';
  piece->token.is_lower = false;
  return true;
}

bool Layout::IsTitle(std::uint16_t word) const noexcept {
  return word != 0 && Has(lexicon_->Info(word).classes, WordClass::kEnAbbreviation) &&
         lexicon_->Value(lexicon_->Root(word), WordClass::kEnAbbreviation) == "title";
}

// Not the stop of an abbreviation, an ellipsis or a name, and not one inside quotes.
bool Layout::EndsSentence(const Token& mark, const Token& next) const noexcept {
  if (IsWide(mark.code) || has_added_space_) return true;
  if (next.IsGlued() && !next.IsEnd() && next.kind != TokenKind::kBreak) return false;
  if (mark.code != U'.') return true;
  const bool is_abbreviation =
      Has(lexicon_->Info(before_.word).classes, WordClass::kEnAbbreviation) ||
      (before_.is_letter && before_.follows_dot);
  const bool is_ellipsis = before_.kind == TokenKind::kMark && before_.code == U'.';
  return !is_abbreviation && !is_ellipsis;
}

void Layout::Advance(const Piece& piece, const Token& next) {
  const Token& token = piece.token;
  const bool joins_number =
      before_.is_inside_number && piece.space.empty() && IsAsciiDigit(token.code);
  const bool joins_run =
      joins_number || (IsTextual(before_.kind) && IsTextual(token.kind) && piece.space.empty());
  const bool closes_run = token.kind == TokenKind::kMark && IsTextual(before_.kind) &&
                          piece.space.empty() && !IsWide(token.code) && !has_added_space_ &&
                          next.IsGlued() && IsTextual(next.kind);
  const bool is_mark = token.kind == TokenKind::kMark;
  const bool is_dot = is_mark && token.code == U'.';
  const bool has_letter = before_.has_letter;
  if (token.IsHan()) has_han_ = true;
  if (token.IsWord() || token.IsHan() || token.kind == TokenKind::kNumber) {
    is_sentence_start_ = after_title_ = false;
  }
  if (token.kind == TokenKind::kBreak) is_sentence_start_ = true;
  if (is_mark && IsSentenceEnd(token.code)) {
    if (EndsSentence(token, next)) is_sentence_start_ = true;
    after_title_ = is_dot && IsTitle(before_.word);
  }
  if (is_sentence_start_) has_han_ = false;
  before_.follows_dot =
      before_.kind == TokenKind::kMark && before_.code == U'.' && piece.space.empty();
  before_.is_letter = token.is_letter;
  // A number glued to a word is read as part of it, F5, when the text comes again.
  const bool is_word_on = joins_run && token.kind == TokenKind::kNumber &&
                          (joins_number ? has_letter : before_.kind == TokenKind::kWord);
  before_.is_inside_number = closes_run && before_.ends_in_digit && IsAsciiDigit(next.code) &&
                             (token.code == U'.' || token.code == U',' || token.code == U':');
  before_.ends_in_digit = IsAsciiDigit(static_cast<unsigned char>(piece.text.back()));
  before_.kind = is_word_on ? TokenKind::kWord : token.kind;
  before_.code = token.code;
  before_.word = token.word;
  before_.brings_space = has_added_space_;
  before_.is_wide_mark = is_mark && IsWide(token.code);
  before_.has_letter = token.IsWord() || ((joins_run || closes_run) && has_letter);
}

}  // namespace cosyscribe::textnorm
