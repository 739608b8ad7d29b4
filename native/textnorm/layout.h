#ifndef COSYSCRIBE_TEXTNORM_LAYOUT_H_
#define COSYSCRIBE_TEXTNORM_LAYOUT_H_

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "textnorm/config.h"
#include "textnorm/lexicon.h"
#include "textnorm/result.h"
#include "textnorm/token.h"

namespace cosyscribe::textnorm {

// One token on its way out.
struct Piece {
  Token token;
  std::string_view space;  // white space before it
  std::string_view text;
  std::size_t source_begin = 0;  // bytes, from the first of `space` on
  std::size_t source_end = 0;
  std::size_t space_source = 0;  // bytes of the source that `space` stands for
  std::size_t tokens = 1;        // source tokens it ends
  bool is_rewritten = false;
  bool has_new_space = false;  // `space` is not what the source has
  bool is_edit = false;
  EditKind edit = EditKind::kUndo;
};

// Takes what layout has decided on, piece by piece.
class Output {
 public:
  virtual ~Output() = default;
  virtual void Write(const Piece& piece) = 0;
};

// Spaces beside Han, the width of marks, and capitals. Looks at most kAhead tokens ahead.
class Layout {
 public:
  static constexpr std::size_t kAhead = 2;
  // Commands leave no text, so that what they stand between is seen behind them.
  static constexpr std::size_t kMostEdits = 4;

  Layout(const Lexicon* lexicon, const Config& config) : lexicon_(lexicon), config_(config) {}

  void Reset() noexcept;
  void Put(const Piece& piece, Output* output);
  // Nothing follows: writes what was held back.
  void Finish(Output* output);
  // Source tokens in what is held back.
  std::size_t HeldTokens() const noexcept;

 private:
  struct Held {
    Piece piece;
    std::string space;
    std::string text;
  };
  // What stands before a piece.
  struct Context {
    TokenKind kind = TokenKind::kEnd;
    char32_t code = 0;
    std::uint16_t word = 0;
    bool ends_in_digit = false;
    bool is_inside_number = false;  // a mark between digits: 3.14, 10,000
    bool has_letter = false;        // the run of glued words and numbers holds a letter
    bool follows_dot = false;       // right behind a full stop: a.m.
    bool is_letter = false;
    bool brings_space = false;  // a mark with a space of its own behind it
    bool is_wide_mark = false;  // a full-width mark, behind which no space stands
  };

  bool NeedsAhead(const Piece& piece) const noexcept;
  void Hold(const Piece& piece);
  void WriteHeld(Output* output, bool is_last);
  void WriteOne(Piece piece, const Token& next, const Token& after, Output* output);
  std::string_view SpaceFor(const Piece& piece, const Token& next) const;
  bool IsPlate(const Piece& piece) const;
  bool Widen(Piece* piece, const Token& next);
  bool Capitalise(Piece* piece, const Token& next, const Token& after);
  bool IsInsideName(const Piece& piece, const Token& next, const Token& after) const;
  void Advance(const Piece& piece, const Token& next);
  bool EndsSentence(const Token& mark, const Token& next) const noexcept;
  bool IsTitle(std::uint16_t word) const noexcept;

  const Lexicon* lexicon_;
  Config config_;
  std::array<Held, kAhead + 1 + kMostEdits> held_;
  std::size_t held_count_ = 0;
  Context before_;
  bool is_sentence_start_ = true;
  bool has_han_ = false;          // in the sentence so far
  bool has_added_space_ = false;  // the mark being written brings the space behind it
  bool after_title_ = false;      // behind Mr. and the like, a name follows
  std::string scratch_;
};

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_LAYOUT_H_
