#ifndef COSYSCRIBE_TEXTNORM_RESULT_H_
#define COSYSCRIBE_TEXTNORM_RESULT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cosyscribe::textnorm {

// A piece of the source and what became of it. Between spans source and output are the same.
struct Span {
  std::size_t source_begin = 0;  // bytes
  std::size_t source_end = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
};

enum class EditKind : std::uint8_t { kDeleteSentence, kUndo };

// A spoken editing command; it leaves no text.
struct Edit {
  EditKind kind = EditKind::kUndo;
  std::size_t source_begin = 0;  // bytes: where it was spoken
  std::size_t source_end = 0;
  std::size_t position = 0;  // bytes: where in the output it applies
};

// Text that later text cannot change any more. Offsets count from the stream's beginning.
struct Normalized {
  std::string text;
  std::vector<Span> spans;
  std::vector<Edit> edits;
  std::size_t begin = 0;         // where `text` begins in the whole output, bytes
  std::size_t source_begin = 0;  // what part of the source it was made from
  std::size_t source_end = 0;
};

// Where a result stands, in code points.
struct Place {
  std::size_t source = 0;
  std::size_t output = 0;
};

// Turns a result's offsets from bytes into code points, given the part of the source it was made
// from and where both texts stood at its beginning. Returns where they stand at its end.
Place CountInCodePoints(std::string_view source, Place begin, Normalized* result);

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_RESULT_H_
