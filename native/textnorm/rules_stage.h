#ifndef COSYSCRIBE_TEXTNORM_RULES_STAGE_H_
#define COSYSCRIBE_TEXTNORM_RULES_STAGE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "textnorm/layout.h"
#include "textnorm/result.h"
#include "textnorm/user_rules.h"

namespace cosyscribe::textnorm {

// The last stage: gathers pieces into the result. With rules of the user's, into a clause first,
// which they rewrite as a whole: up to the end of a sentence or a line, or kLongest tokens. A
// clause cut for its length gives up its front half only, so that a rule sees at least half of
// kLongest tokens on either side of any place.
class RulesStage : public Output {
 public:
  static constexpr std::size_t kLongest = 32;

  // Without rules pieces are committed as they come.
  explicit RulesStage(const UserRules* rules) : rules_(rules) {}

  void Reset(std::size_t source, std::size_t output);
  void Write(const Piece& piece) override;

  // Whether the user's rules look at what comes, so that pieces must be single tokens.
  bool HasRules() const noexcept { return rules_ != nullptr; }
  // Tokens of the source in the open clause.
  std::size_t OpenTokens() const noexcept { return open_tokens_; }
  // Commits the front half of the open clause, or all of it where that is short.
  void CommitFront();
  void CommitAll();
  // White space at the end of a text.
  void AppendRest(std::string_view space);

  Normalized Take();

 private:
  // Where a piece of the open clause ends.
  struct Edge {
    std::size_t text_end = 0;  // bytes of clause_.text
    std::size_t source_end = 0;
    std::size_t tokens = 0;
  };

  void Append(const Piece& piece, Normalized* to);
  void Commit(std::size_t edges);
  void DropFront(std::size_t edges);

  const UserRules* rules_;
  Normalized result_;
  Normalized clause_;  // offsets from its own beginning
  std::vector<Edge> edges_;
  std::size_t open_tokens_ = 0;
  bool ends_sentence_ = false;  // the last piece was . ? ! or the like
};

// Chains two sets of replacements: source to middle, middle to output.
std::vector<Span> Compose(const std::vector<Span>& first, const std::vector<Span>& second);

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_RULES_STAGE_H_
