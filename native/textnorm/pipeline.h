#ifndef COSYSCRIBE_TEXTNORM_PIPELINE_H_
#define COSYSCRIBE_TEXTNORM_PIPELINE_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "textnorm/config.h"
#include "textnorm/layout.h"
#include "textnorm/lexicon.h"
#include "textnorm/result.h"
#include "textnorm/rules_stage.h"
#include "textnorm/scan.h"
#include "textnorm/spoken.h"
#include "textnorm/user_rules.h"

namespace cosyscribe::textnorm {

// One text on its way through the stages. Each step takes the tokens of one match from the front
// and hands what they become to layout, whose output is the result, or the clause that the user's
// rules see.
class Pipeline {
 public:
  Pipeline(const Lexicon* lexicon, const Config& config, const UserRules* rules);

  // Starts a new text; `source` and `output` are where it and its output begin.
  void Reset(std::size_t source, std::size_t output);
  // The text from the first byte not yet taken on, and whether it is all there is.
  void SetText(std::string_view text, std::size_t base, bool is_final);
  // Goes as far as the text allows; everything, once it is final.
  void Run();

  // Bytes of the text set that were taken.
  std::size_t taken_bytes() const noexcept { return tokens_.dropped_bytes(); }
  // What was committed since the last call.
  Normalized Take();

 private:
  enum class Step { kTaken, kWaiting, kDone };

  Step Next();
  Match MatchNumbers();
  void MakeRoom(std::size_t extent);
  bool IsPlain(const Token& token) const noexcept;
  void WritePlain();
  void WriteKept(std::size_t count);
  bool RunsIntoBefore(const Token& first, const Token& written) const noexcept;
  void WriteRewritten(std::size_t count, std::string_view text);
  void WriteSpoken(const Spoken& spoken, bool is_wide);
  void WriteMark(const Spoken& spoken, std::string_view mark);
  void Write(const Piece& piece);
  void Write(Piece piece, std::string_view last);
  bool IsWideContext(std::size_t next);
  void Close();

  const Lexicon* lexicon_;
  Config config_;
  TokenQueue tokens_;
  History past_;
  Scan scan_;
  SpokenMarks marks_;
  Layout layout_;
  RulesStage rules_;
  bool after_english_ = false;   // the last match was English words
  bool swallows_space_ = false;  // no space stands before the next piece
};

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_PIPELINE_H_
