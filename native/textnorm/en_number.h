#ifndef COSYSCRIBE_TEXTNORM_EN_NUMBER_H_
#define COSYSCRIBE_TEXTNORM_EN_NUMBER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "textnorm/scan.h"

namespace cosyscribe::textnorm {

constexpr bool IsDigitWord(NumberPart part) noexcept {
  return part == NumberPart::kEnDigit || part == NumberPart::kEnZero || part == NumberPart::kEnOh;
}
constexpr bool IsMagnitude(NumberPart part) noexcept {
  return part == NumberPart::kEnHundred || part == NumberPart::kEnScale;
}

// English number words in a row, with the "and" and the hyphens between them.
struct EnRun {
  struct Item {
    NumberPart part = NumberPart::kNone;
    std::int32_t value = 0;
    std::size_t end = 0;  // tokens from the run's beginning to just behind it
  };

  std::array<Item, TokenQueue::kWindow> items;
  std::size_t count = 0;
  std::size_t length = 0;  // tokens
  std::size_t at = 0;      // the token it begins with

  bool IsOrdinal() const noexcept { return count != 0 && IsEnOrdinal(items[count - 1].part); }
};

EnRun ReadEnRun(Scan& scan, std::size_t at);
// Tokens between a run and more of it: a hyphen, or the "and" of "two hundred and five".
std::size_t JoinerLength(Scan& scan, std::size_t at, const EnRun& run);
// A run's items from `first` on, as a run of their own.
EnRun TailOf(const EnRun& run, std::size_t first);

// A run read as one number: twenty five, two hundred and fifty four, eleven hundred, 21st.
struct EnCardinal {
  bool is_valid = false;
  std::string digits;        // all of them, without commas
  std::string head;          // of a round multiple of a million or more: what stands before it
  std::size_t scale_at = 0;  // and the item that names it
  bool is_round = false;

  bool IsDigit() const noexcept { return digits.size() == 1; }
  // The value, where it is small; else a number larger than any that rules ask about.
  std::uint64_t Value() const noexcept;
};

EnCardinal ParseEnCardinal(const EnRun& run);

// As written: digits, grouped from 10,000 up, or "5 million".
std::string TextOf(Scan& scan, const EnRun& run, const EnCardinal& cardinal);
std::string GroupDigits(std::string_view digits);
std::string_view OrdinalSuffix(std::string_view digits);

// A run read piece by piece: "nineteen o five" is 19 0 5. Invalid where it has a hundred or more.
struct EnPieces {
  struct Piece {
    std::uint32_t value = 0;
    std::uint32_t width = 0;  // digits
  };

  std::array<Piece, TokenQueue::kWindow * 3> pieces;
  std::size_t count = 0;
  bool is_valid = false;

  std::string Digits() const;
  bool IsAllSingle() const noexcept;
};

EnPieces ReadEnPieces(const EnRun& run);

// A year from two pieces ("nineteen seventy five", "fifteen o six") or a cardinal; 0 for none.
std::uint32_t YearOf(const EnRun& run);

// Whether token `at` is this word, in lower case here.
bool IsWordAt(Scan& scan, std::size_t at, std::string_view word);

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_EN_NUMBER_H_
