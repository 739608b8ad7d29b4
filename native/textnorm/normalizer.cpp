#include "textnorm/normalizer.h"

#include <utility>

#include "textnorm/pipeline.h"

namespace cosyscribe::textnorm {
namespace {

const UserRules* UsableRules(const std::shared_ptr<const UserRules>& rules) {
  return rules && rules->Size() != 0 ? rules.get() : nullptr;
}

}  // namespace

Normalizer::Normalizer(std::shared_ptr<const Lexicon> lexicon, const Config& config,
                       std::shared_ptr<const UserRules> rules)
    : lexicon_(std::move(lexicon)), config_(config), rules_(std::move(rules)) {}

Normalized Normalizer::Normalize(std::string_view text) const {
  Pipeline pipeline(lexicon_.get(), config_, UsableRules(rules_));
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
