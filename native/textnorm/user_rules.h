#ifndef COSYSCRIBE_TEXTNORM_USER_RULES_H_
#define COSYSCRIBE_TEXTNORM_USER_RULES_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "textnorm/result.h"

namespace re2 {
class RE2;
}

namespace cosyscribe::textnorm {

// The user's own replacements, applied in the order they were added. Patterns are RE2's, whose
// time is linear in the text whatever the pattern. Safe to share once built.
class UserRules {
 public:
  UserRules();
  ~UserRules();

  // Adds a rule; returns what is wrong with it, or nothing.
  std::string AddLiteral(std::string_view find, std::string_view replace);
  std::string AddPattern(std::string_view pattern, std::string_view replace);

  std::size_t Size() const noexcept { return rules_.size(); }
  // Rewrites `text`; `spans` gets what was replaced, in `text` before and after, in order.
  void Apply(std::string* text, std::vector<Span>* spans) const;

 private:
  struct Rule {
    std::string find;                   // literal rules
    std::unique_ptr<re2::RE2> pattern;  // others
    std::string replace;
  };

  std::vector<Rule> rules_;
};

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_USER_RULES_H_
