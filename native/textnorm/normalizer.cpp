#include "textnorm/normalizer.h"

#include <utility>

#include "textnorm/hot_word_search.h"
#include "textnorm/pipeline.h"

namespace cosyscribe::textnorm {
namespace {

const UserRules* UsableRules(const std::shared_ptr<const UserRules>& rules) {
  return rules && rules->Size() != 0 ? rules.get() : nullptr;
}

// Where a place between replacements is behind them.
std::size_t Moved(std::size_t place, const std::vector<Span>& spans) {
  std::size_t from = 0;
  std::size_t to = 0;
  for (const Span& span : spans) {
    if (span.source_end > place) break;
    from = span.source_end;
    to = span.end;
  }
  return place - from + to;
}

}  // namespace

Normalizer::Normalizer(std::shared_ptr<const Lexicon> lexicon, const Config& config,
                       std::shared_ptr<const UserRules> rules,
                       std::shared_ptr<const HotWords> words)
    : lexicon_(std::move(lexicon)),
      config_(config),
      rules_(std::move(rules)),
      words_(std::move(words)) {}

Normalized Normalizer::Normalize(std::string_view text) const {
  if (words_ && words_->Size() != 0) return WithWords(text);
  return Run(text, config_, UsableRules(rules_));
}

// The stages before the words, the words, and, where they changed anything, those behind.
Normalized Normalizer::WithWords(std::string_view text) const {
  Config before = config_;
  before.has_spacing = before.has_case = false;
  const Normalized first = Run(text, before, nullptr);
  std::string corrected = first.text;
  std::vector<Span> replaced;
  HotWordSearch(*words_).Apply(&corrected, &replaced);
  if (replaced.empty()) return Run(text, config_, UsableRules(rules_));
  Config behind = config_;
  behind.has_itn = behind.has_punctuation = false;
  Normalized result = Run(corrected, behind, UsableRules(rules_));
  for (Edit edit : first.edits) {
    edit.position = Moved(Moved(edit.position, replaced), result.spans);
    result.edits.push_back(edit);
  }
  result.spans = Compose(Compose(first.spans, replaced), result.spans);
  result.source_end = first.source_end;
  return result;
}

Normalized Normalizer::Run(std::string_view text, const Config& config,
                           const UserRules* rules) const {
  Pipeline pipeline(lexicon_.get(), config, rules);
  pipeline.Reset(0, 0);
  pipeline.SetText(text, 0, true);
  pipeline.Run();
  return pipeline.Take();
}

NormalizerStream::NormalizerStream(const Normalizer& normalizer)
    : normalizer_(normalizer),
      pipeline_(std::make_unique<Pipeline>(normalizer_.lexicon().get(), normalizer_.config(),
                                           UsableRules(normalizer_.rules()))) {
  pipeline_->Reset(0, 0);
}

NormalizerStream::~NormalizerStream() = default;
NormalizerStream::NormalizerStream(NormalizerStream&&) noexcept = default;
NormalizerStream& NormalizerStream::operator=(NormalizerStream&&) noexcept = default;

Normalized NormalizerStream::Feed(std::string_view text) {
  const std::size_t taken = pipeline_->taken_bytes();
  text_.erase(0, taken);
  base_ += taken;
  text_.append(text);
  pipeline_->SetText(text_, base_, false);
  pipeline_->Run();
  return pipeline_->Take();
}

Normalized NormalizerStream::Finish() {
  pipeline_->SetText(text_, base_, true);
  pipeline_->Run();
  Normalized rest = pipeline_->Take();
  base_ += text_.size();
  text_.clear();
  pipeline_->Reset(base_, rest.begin + rest.text.size());
  return rest;
}

}  // namespace cosyscribe::textnorm
