#ifndef COSYSCRIBE_TEXTNORM_LEXICON_H_
#define COSYSCRIBE_TEXTNORM_LEXICON_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "textnorm/word_class.h"

namespace cosyscribe::textnorm {

// What a word is on its own, before any phrase.
struct WordInfo {
  ClassSet classes = 0;  // of the one-word phrase
  ClassSet begins = 0;   // of every phrase that begins with this word
  NumberPart part = NumberPart::kNone;
  bool is_active = false;  // an ideograph that a rule may begin with
  std::int32_t value = 0;  // of a digit, a unit (its value) or a scale (its power of ten)
};

// A line of a data file that could not be read.
struct LexiconProblem {
  std::string file;
  std::size_t line = 0;  // from 1
  std::string detail;
};

// The words and phrases that the rules know, with their classes. Read from tab-separated lines:
// class, phrases separated by |, value. Built once, then shared by any number of threads.
class Lexicon {
 public:
  static constexpr std::uint32_t kNoNode = 0;

  Lexicon();

  // Adds a data file's lines; lines that cannot be read are left out and returned.
  std::vector<LexiconProblem> Add(std::string_view file, std::string_view lines);

  std::uint16_t HanId(char32_t c) const noexcept {
    const char32_t offset = c - kFirstHan;
    return offset < han_ids_.size() ? han_ids_[offset] : 0;
  }
  std::uint16_t WordId(std::string_view word) const noexcept;
  const WordInfo& Info(std::uint16_t word) const noexcept { return infos_[word]; }

  // Phrase tree: the node of a word, and of a phrase longer by a word; kNoNode where none.
  std::uint32_t Root(std::uint16_t word) const noexcept { return roots_[word]; }
  std::uint32_t Child(std::uint32_t node, std::uint16_t word) const noexcept;
  bool IsLeaf(std::uint32_t node) const noexcept { return nodes_[node].children == 0; }
  ClassSet Classes(std::uint32_t node) const noexcept { return nodes_[node].classes; }
  std::string_view Value(std::uint32_t node, WordClass word_class) const noexcept;

 private:
  static constexpr char32_t kFirstHan = 0x3005;
  static constexpr char32_t kLastHan = 0x9FFF;

  struct Node {
    ClassSet classes = 0;
    std::uint32_t children = 0;
  };
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t node = kNoNode;
  };

  std::string ReadLine(std::string_view line);
  std::string AddPhrase(WordClass word_class, std::string_view phrase, std::string_view value);
  std::string AddUnitPrefixes(std::string_view base);
  std::uint16_t AddWord(std::string_view word);
  std::uint32_t AddNode(std::uint32_t parent, std::uint16_t word);
  void AddNumberWords();
  void GrowSlots();

  std::vector<std::uint16_t> han_ids_;
  std::vector<std::string> words_;         // by id
  std::vector<std::uint16_t> word_slots_;  // open addressing over words_
  std::vector<WordInfo> infos_;
  std::vector<std::uint32_t> roots_;
  std::vector<Node> nodes_;
  std::vector<Slot> slots_;  // open addressing: (node, word) -> node
  std::size_t slots_used_ = 0;
  std::unordered_map<std::uint64_t, std::string> values_;  // (node, class) -> value
};

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_LEXICON_H_
