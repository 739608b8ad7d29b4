#include "textnorm/user_rules.h"

#include <re2/re2.h>

#include "textnorm/rules_stage.h"

namespace cosyscribe::textnorm {
namespace {

constexpr std::int64_t kPatternMemory = 8 << 20;  // bytes, per pattern; RE2's own default
constexpr int kMaxGroups = 10;                    // \0 to \9

re2::RE2::Options PatternOptions() {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kPatternMemory);
  return options;
}

void ReplaceLiteral(std::string_view find, std::string_view replace, std::string* text,
                    std::vector<Span>* spans) {
  std::string made;
  std::size_t from = 0;
  for (std::size_t at = text->find(find); at != text->npos; at = text->find(find, from)) {
    made.append(*text, from, at - from);
    spans->push_back({at, at + find.size(), made.size(), made.size() + replace.size()});
    made.append(replace);
    from = at + find.size();
  }
  if (spans->empty()) return;
  made.append(*text, from, text->npos);
  *text = std::move(made);
}

void ReplacePattern(const re2::RE2& pattern, const std::string& replace, std::string* text,
                    std::vector<Span>* spans) {
  const re2::StringPiece whole(*text);
  re2::StringPiece groups[kMaxGroups];
  const int count = std::min(1 + pattern.NumberOfCapturingGroups(), kMaxGroups);
  std::string made;
  std::size_t from = 0;
  while (from <= whole.size() &&
         pattern.Match(whole, from, whole.size(), re2::RE2::UNANCHORED, groups, count)) {
    const auto begin = static_cast<std::size_t>(groups[0].data() - whole.data());
    const std::size_t end = begin + groups[0].size();
    made.append(*text, from, begin - from);
    if (begin == end) {  // an empty match replaces nothing
      if (begin == whole.size()) {
        from = begin;
        break;
      }
      made.push_back((*text)[begin]);
      from = begin + 1;
      while (from < whole.size() && (static_cast<unsigned char>((*text)[from]) & 0xC0) == 0x80) {
        made.push_back((*text)[from++]);
      }
      continue;
    }
    const std::size_t out = made.size();
    pattern.Rewrite(&made, replace, groups, count);
    spans->push_back({begin, end, out, made.size()});
    from = end;
  }
  if (spans->empty()) return;
  made.append(*text, from, text->npos);
  *text = std::move(made);
}

}  // namespace

UserRules::UserRules() = default;
UserRules::~UserRules() = default;

std::string UserRules::AddLiteral(std::string_view find, std::string_view replace) {
  if (find.empty()) return "nothing to find";
  rules_.push_back({std::string(find), nullptr, std::string(replace)});
  return "";
}

std::string UserRules::AddPattern(std::string_view pattern, std::string_view replace) {
  if (pattern.empty()) return "nothing to find";
  auto compiled = std::make_unique<re2::RE2>(re2::StringPiece(pattern.data(), pattern.size()),
                                             PatternOptions());
  if (!compiled->ok()) return compiled->error();
  std::string problem;
  const std::string rewrite(replace);
  if (!compiled->CheckRewriteString(rewrite, &problem)) return problem;
  rules_.push_back({"", std::move(compiled), rewrite});
  return "";
}

void UserRules::Apply(std::string* text, std::vector<Span>* spans) const {
  for (const Rule& rule : rules_) {
    std::vector<Span> replaced;
    if (rule.pattern) {
      ReplacePattern(*rule.pattern, rule.replace, text, &replaced);
    } else {
      ReplaceLiteral(rule.find, rule.replace, text, &replaced);
    }
    if (!replaced.empty()) *spans = Compose(*spans, replaced);
  }
}

}  // namespace cosyscribe::textnorm
