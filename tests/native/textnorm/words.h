#ifndef COSYSCRIBE_TESTS_NATIVE_TEXTNORM_WORDS_H_
#define COSYSCRIBE_TESTS_NATIVE_TEXTNORM_WORDS_H_

#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "text.h"
#include "textnorm/hot_words.h"

namespace cosyscribe::textnorm {

inline std::string WordFile(const std::string& name) {
  std::ifstream file(std::string(COSYSCRIBE_TEXT_DIR) + "/../words/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The program's own tables, read once.
inline std::shared_ptr<const WordTables> ShippedTables() {
  static const std::shared_ptr<const WordTables> shipped = [] {
    auto tables = std::make_shared<WordTables>();
    tables->lexicon = ShippedLexicon();
    tables->pinyin.Add(WordFile("pinyin.tsv"));
    tables->costs.Add(WordFile("zh.tsv"));
    tables->costs.Add(WordFile("en.tsv"));
    tables->costs.Finish();
    return tables;
  }();
  return shipped;
}

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TESTS_NATIVE_TEXTNORM_WORDS_H_
