#include "textnorm/rules_stage.h"

#include <algorithm>

namespace cosyscribe::textnorm {
namespace {

// Adds a replacement, joined to the last one where they touch on both sides.
void AddSpan(std::vector<Span>* spans, const Span& span) {
  if (!spans->empty() && spans->back().source_end == span.source_begin &&
      spans->back().end == span.begin) {
    spans->back().source_end = span.source_end;
    spans->back().end = span.end;
  } else {
    spans->push_back(span);
  }
}

bool IsSentenceEnd(const Token& token) {
  if (token.kind == TokenKind::kBreak) return true;
  if (token.kind != TokenKind::kMark) return false;
  switch (token.code) {
    case U'.':
    case U'?':
    case U'!':
    case U'。':
    case U'？':
    case U'！':
      return true;
    default:
      return false;
  }
}

// A place between two spans moves by what the spans before it added.
std::size_t Moved(std::size_t place, std::size_t from, std::size_t to) { return place - from + to; }

}  // namespace

std::vector<Span> Compose(const std::vector<Span>& first, const std::vector<Span>& second) {
  std::vector<Span> all;
  std::size_t i = 0;
  std::size_t j = 0;
  Span before_first;  // the last spans passed, for the offsets between
  Span before_second;
  while (i < first.size() || j < second.size()) {
    const bool takes_first =
        j == second.size() || (i < first.size() && first[i].begin <= second[j].source_begin);
    std::size_t begin = takes_first ? first[i].begin : second[j].source_begin;
    std::size_t end = begin;
    const std::size_t source_begin = Moved(begin, before_first.end, before_first.source_end);
    const std::size_t out_begin = Moved(begin, before_second.source_end, before_second.end);
    // Everything that overlaps or touches in the middle text becomes one replacement.
    for (bool grew = true; grew;) {
      grew = false;
      while (i < first.size() && first[i].begin <= end) {
        before_first = first[i++];
        end = std::max(end, before_first.end);
        grew = true;
      }
      while (j < second.size() && second[j].source_begin <= end) {
        before_second = second[j++];
        end = std::max(end, before_second.source_end);
        grew = true;
      }
    }
    AddSpan(&all, {source_begin, Moved(end, before_first.end, before_first.source_end), out_begin,
                   Moved(end, before_second.source_end, before_second.end)});
  }
  return all;
}

void RulesStage::Reset(std::size_t source, std::size_t output) {
  result_ = {};
  result_.begin = output;
  result_.source_begin = result_.source_end = source;
  clause_ = {};
  edges_.clear();
  open_tokens_ = 0;
  ends_sentence_ = false;
}

void RulesStage::Append(const Piece& piece, Normalized* to) {
  const std::size_t base = to == &result_ ? result_.begin : 0;
  const std::size_t space_end = piece.source_begin + piece.space_source;
  std::size_t at = base + to->text.size();
  if (piece.is_edit) {
    to->edits.push_back({piece.edit, piece.source_begin, piece.source_end, at});
    AddSpan(&to->spans, {piece.source_begin, piece.source_end, at, at});
    return;
  }
  to->text.append(piece.space);
  if (piece.has_new_space) {
    AddSpan(&to->spans, {piece.source_begin, space_end, at, at + piece.space.size()});
  }
  at += piece.space.size();
  to->text.append(piece.text);
  if (piece.is_rewritten) {
    AddSpan(&to->spans, {space_end, piece.source_end, at, at + piece.text.size()});
  }
}

void RulesStage::Write(const Piece& piece) {
  if (rules_ == nullptr) {
    Append(piece, &result_);
    result_.source_end = piece.source_end;
    return;
  }
  const bool goes_on = piece.token.kind == TokenKind::kMark || piece.space.empty();
  const bool is_han = piece.token.IsHan();
  if (piece.is_edit || (ends_sentence_ && (!goes_on || is_han))) CommitAll();
  Append(piece, &clause_);
  edges_.push_back({clause_.text.size(), piece.source_end, piece.tokens});
  open_tokens_ += piece.tokens;
  ends_sentence_ = IsSentenceEnd(piece.token);
  if (piece.is_edit || piece.token.kind == TokenKind::kBreak) CommitAll();
}

void RulesStage::CommitAll() { Commit(edges_.size()); }

void RulesStage::CommitFront() {
  std::size_t left = open_tokens_;
  std::size_t edges = 0;
  if (left <= kLongest / 2) {
    edges = edges_.size();
  }
  while (edges < edges_.size() && left > kLongest / 2) left -= edges_[edges++].tokens;
  Commit(edges);
}

// Rewrites the whole clause and commits it up to the first of its edges, from `edges` on, that
// no replacement lies across.
void RulesStage::Commit(std::size_t edges) {
  if (edges == 0) return;
  std::string text = clause_.text;
  std::vector<Span> replaced;
  rules_->Apply(&text, &replaced);
  std::size_t cut = edges_[edges - 1].text_end;
  for (const Span& span : replaced) {
    if (span.source_begin >= cut) break;
    while (span.source_end > cut) cut = edges_[edges++].text_end;
  }
  const auto is_beyond = [&](const Span& span) {
    return span.source_begin >= cut && edges != edges_.size();
  };
  replaced.erase(std::find_if(replaced.begin(), replaced.end(), is_beyond), replaced.end());
  const std::size_t out_end =
      replaced.empty() ? cut : Moved(cut, replaced.back().source_end, replaced.back().end);
  const std::size_t out_base = result_.begin + result_.text.size();
  const std::size_t clause_source = result_.source_end;
  const std::size_t source_end = edges_[edges - 1].source_end;
  // Both texts are counted from the clause's beginning while they are chained.
  std::vector<Span> made;
  for (Span span : clause_.spans) {
    if (span.source_end > source_end) break;
    span.source_begin -= clause_source;
    span.source_end -= clause_source;
    made.push_back(span);
  }
  for (Span span : Compose(made, replaced)) {
    span.source_begin += clause_source;
    span.source_end += clause_source;
    span.begin += out_base;
    span.end += out_base;
    AddSpan(&result_.spans, span);
  }
  for (Edit edit : clause_.edits) {
    edit.position = out_base + out_end;  // an edit ends its clause
    result_.edits.push_back(edit);
  }
  result_.text.append(text, 0, out_end);
  result_.source_end = source_end;
  DropFront(edges);
}

void RulesStage::DropFront(std::size_t edges) {
  const std::size_t cut = edges_[edges - 1].text_end;
  const std::size_t source_end = edges_[edges - 1].source_end;
  for (std::size_t i = 0; i < edges; ++i) open_tokens_ -= edges_[i].tokens;
  edges_.erase(edges_.begin(), edges_.begin() + static_cast<std::ptrdiff_t>(edges));
  for (Edge& edge : edges_) edge.text_end -= cut;
  clause_.text.erase(0, cut);
  clause_.edits.clear();
  std::vector<Span> kept;
  for (Span span : clause_.spans) {
    if (span.source_end <= source_end) continue;
    span.begin -= cut;
    span.end -= cut;
    kept.push_back(span);
  }
  clause_.spans = std::move(kept);
  if (edges_.empty()) ends_sentence_ = false;
}

void RulesStage::AppendRest(std::string_view space) {
  result_.text.append(space);
  result_.source_end += space.size();
}

Normalized RulesStage::Take() {
  Normalized taken = std::move(result_);
  result_ = {};
  result_.begin = taken.begin + taken.text.size();
  result_.source_begin = result_.source_end = taken.source_end;
  return taken;
}

}  // namespace cosyscribe::textnorm
