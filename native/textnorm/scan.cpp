#include "textnorm/scan.h"

#include <algorithm>

#include "textnorm/characters.h"

namespace cosyscribe::textnorm {

const Token TokenQueue::kEndToken;

void TokenQueue::Reset(std::size_t base) noexcept {
  head_ = count_ = 0;
  text_ = {};
  base_ = base;
  read_at_ = dropped_bytes_ = 0;
  is_final_ = false;
  StartDecision();
}

void TokenQueue::SetText(std::string_view text, std::size_t base, bool is_final) noexcept {
  const std::size_t moved = base - base_;
  if (moved != 0) {
    for (std::size_t i = 0; i < count_; ++i) {
      Token& token = tokens_[(head_ + i) % kSlots];
      token.begin -= moved;
      token.end -= moved;
    }
    read_at_ -= moved;
    dropped_bytes_ -= moved;
  }
  text_ = text;
  base_ = base;
  is_final_ = is_final;
}

const Token& TokenQueue::ReadAt(std::size_t i) {
  while (i >= count_) {
    Token* token = &tokens_[(head_ + count_) % kSlots];
    if (!ReadToken(text_, is_final_, *lexicon_, &read_at_, token)) {
      is_starved_ = is_starved_ || !is_final_;
      return kEndToken;
    }
    ++count_;
  }
  return tokens_[(head_ + i) % kSlots];
}

void TokenQueue::Drop(std::size_t count) noexcept {
  if (count == 0) return;
  dropped_bytes_ = tokens_[(head_ + count - 1) % kSlots].end;
  head_ = (head_ + count) % kSlots;
  count_ -= count;
}

// How many of the last tokens the next one is read as one word or number with.
std::size_t History::CountMerged(const Token& token) const noexcept {
  if (!token.IsGlued() || !(token.IsWord() || token.kind == TokenKind::kNumber)) return 0;
  const Past& last = Before(0);
  if (last.kind == TokenKind::kWord || last.kind == TokenKind::kNumber) return 1;
  const bool is_inside_number = last.kind == TokenKind::kMark && last.is_glued &&
                                (last.code == U'.' || last.code == U',' || last.code == U':');
  return is_inside_number && Before(1).ends_in_digit && IsAsciiDigit(token.code) ? 2 : 0;
}

void History::Push(const Token& token, std::string_view text) noexcept {
  if (const std::size_t merged = CountMerged(token)) {
    newest_ = (newest_ + merged - 1) % kSlots;
    Past& whole = pasts_[newest_];
    if (token.IsWord()) whole.kind = TokenKind::kWord;
    whole.word = 0;
    whole.ends_in_digit = IsAsciiDigit(static_cast<unsigned char>(text.back()));
    whole.is_letter = whole.is_acronym = false;
    return;
  }
  newest_ = (newest_ + kSlots - 1) % kSlots;
  Past& past = pasts_[newest_];
  past.kind = token.kind;
  past.word = token.word;
  past.code = token.code;
  past.ends_in_digit = IsAsciiDigit(static_cast<unsigned char>(text.back()));
  past.is_letter = token.is_letter;
  past.is_glued = token.space == 0;
  past.is_upper = token.IsWord() && IsAsciiUpper(token.code);
  past.is_acronym = past.is_upper && (text.size() == 2 || text.size() == 3) &&
                    std::all_of(text.begin(), text.end(),
                                [](char c) { return IsAsciiUpper(static_cast<unsigned char>(c)); });
}

std::size_t Scan::Step(std::size_t i) {
  const Token& next = At(i);
  if (next.IsHan() || next.IsWord()) return 1;
  if (!next.IsMark(U'-') || !next.IsGlued()) return 0;
  const Token& after = At(i + 1);
  return after.IsWord() && after.IsGlued() ? 2 : 0;
}

Phrase Scan::Find(std::size_t i, ClassSet wanted) {
  const Token& first = At(i);
  if (first.word == 0 || (lexicon_->Info(first.word).begins & wanted) == 0) return {};
  Phrase best;
  std::uint32_t node = lexicon_->Root(first.word);
  std::size_t length = 1;
  while (node != Lexicon::kNoNode) {
    if ((lexicon_->Classes(node) & wanted) != 0) best = {length, node};
    if (lexicon_->IsLeaf(node)) break;
    const std::size_t step = Step(i + length);
    if (step == 0) break;
    const Token& next = At(i + length + step - 1);
    if (next.word == 0 || (next.IsHan() && !next.IsGlued())) break;
    node = lexicon_->Child(node, next.word);
    length += step;
  }
  return best;
}

bool Scan::EndsWith(WordClass word_class) const noexcept {
  for (std::size_t start = 0; start < History::kDepth; ++start) {
    std::uint32_t node = lexicon_->Root(Before(start).word);
    for (std::size_t i = start; i > 0 && node != Lexicon::kNoNode; --i) {
      node = lexicon_->Child(node, Before(i - 1).word);
    }
    if (node != Lexicon::kNoNode && Has(lexicon_->Classes(node), word_class)) return true;
  }
  return false;
}

}  // namespace cosyscribe::textnorm
