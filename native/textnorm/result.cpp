#include "textnorm/result.h"

#include "textnorm/utf8.h"

namespace cosyscribe::textnorm {
namespace {

// Counts along a text, for places that only grow.
class Counter {
 public:
  Counter(std::string_view text, std::size_t byte_begin, std::size_t begin)
      : text_(text), byte_begin_(byte_begin), count_(begin) {}

  std::size_t At(std::size_t byte) {
    const std::size_t to = byte - byte_begin_;
    count_ += CountCodePoints(text_.substr(at_, to - at_));
    at_ = to;
    return count_;
  }

 private:
  std::string_view text_;
  std::size_t byte_begin_;
  std::size_t count_;
  std::size_t at_ = 0;
};

}  // namespace

Place CountInCodePoints(std::string_view source, Place begin, Normalized* result) {
  Counter in_source(source, result->source_begin, begin.source);
  Counter in_output(result->text, result->begin, begin.output);
  Counter edit_source = in_source;
  Counter edit_output = in_output;
  for (Span& span : result->spans) {
    span.source_begin = in_source.At(span.source_begin);
    span.source_end = in_source.At(span.source_end);
    span.begin = in_output.At(span.begin);
    span.end = in_output.At(span.end);
  }
  for (Edit& edit : result->edits) {
    edit.source_begin = edit_source.At(edit.source_begin);
    edit.source_end = edit_source.At(edit.source_end);
    edit.position = edit_output.At(edit.position);
  }
  const Place end{in_source.At(result->source_end),
                  in_output.At(result->begin + result->text.size())};
  result->source_begin = begin.source;
  result->source_end = end.source;
  result->begin = begin.output;
  return end;
}

}  // namespace cosyscribe::textnorm
