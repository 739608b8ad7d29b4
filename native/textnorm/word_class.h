#ifndef COSYSCRIBE_TEXTNORM_WORD_CLASS_H_
#define COSYSCRIBE_TEXTNORM_WORD_CLASS_H_

#include <array>
#include <cstdint>
#include <string_view>

namespace cosyscribe::textnorm {

// What a phrase of the data files is to the rules. The names in kWordClassNames are those the
// files use; what each class does stands beside its phrases there.
enum class WordClass : std::uint8_t {
  kKeep,
  kTerm,
  kChain,
  kCapital,
  kZhDayTime,
  kZhPointNoun,
  kZhPointLead,
  kZhDegree,
  kZhComparative,
  kZhClassifier,
  kZhAddress,
  kZhAddressPart,
  kZhLunar,
  kZhProvince,
  kZhTotal,
  kZhTitle,
  kZhOperator,
  kZhWeek,
  kZhVersion,
  kZhMentionBefore,
  kZhMentionAfter,
  kZhSubject,
  kLatinUnit,
  kEnUnit,
  kEnUnitBase,
  kEnCurrency,
  kEnMonth,
  kEnMonthVerb,
  kEnLabel,
  kEnStreet,
  kEnDomain,
  kEnMailHost,
  kEnFunction,
  kEnTitle,
  kEnOneLead,
  kEnEra,
  kEnZone,
  kEnHalf,
  kEnDatePlace,
  kEnSpan,
  kEnOperator,
  kEnDecade,
  kEnModel,
  kEnJoiner,
  kEnSlash,
  kEnFile,
  kEnArticle,
  kEnSocialNumber,
  kEnTimeLead,
  kEnTimed,
  kEnPointLead,
  kEnTitleLead,
  kEnMentionBefore,
  kEnMentionAfter,
  kEnMentionModifier,
  kEnMentionTime,
  kZhLineBefore,
  kEnSubject,
  kMark,
  kPauseMark,
  kDeleteSentence,
  kUndo,
  kAtSign,
  kEnAbbreviation,
  kCount,
};

inline constexpr std::array<std::string_view, static_cast<std::size_t>(WordClass::kCount)>
    kWordClassNames = {
        "keep",
        "term",
        "chain",
        "capital",
        "zh-day-time",
        "zh-point-noun",
        "zh-point-lead",
        "zh-degree",
        "zh-comparative",
        "zh-classifier",
        "zh-address",
        "zh-address-part",
        "zh-lunar",
        "zh-province",
        "zh-total",
        "zh-title",
        "zh-operator",
        "zh-week",
        "zh-version",
        "zh-mention-before",
        "zh-mention-after",
        "zh-subject",
        "latin-unit",
        "en-unit",
        "en-unit-base",
        "en-currency",
        "en-month",
        "en-month-verb",
        "en-label",
        "en-street",
        "en-domain",
        "en-mail-host",
        "en-function",
        "en-title",
        "en-one-lead",
        "en-era",
        "en-zone",
        "en-half",
        "en-date-place",
        "en-span",
        "en-operator",
        "en-decade",
        "en-model",
        "en-joiner",
        "en-slash",
        "en-file",
        "en-article",
        "en-social-number",
        "en-time-lead",
        "en-timed",
        "en-point-lead",
        "en-title-lead",
        "en-mention-before",
        "en-mention-after",
        "en-mention-modifier",
        "en-mention-time",
        "zh-line-before",
        "en-subject",
        "mark",
        "pause-mark",
        "delete-sentence",
        "undo",
        "at-sign",
        "en-abbreviation",
};

using ClassSet = std::uint64_t;
static_assert(static_cast<unsigned>(WordClass::kCount) <= 64, "a class is a bit");

constexpr ClassSet SetOf(WordClass word_class) noexcept {
  return ClassSet{1} << static_cast<unsigned>(word_class);
}
// What is spoken for a mark, for an editing command, and for either.
inline constexpr ClassSet kMarks = SetOf(WordClass::kMark) | SetOf(WordClass::kPauseMark);
inline constexpr ClassSet kEdits = SetOf(WordClass::kDeleteSentence) | SetOf(WordClass::kUndo);
inline constexpr ClassSet kCommands = kMarks | kEdits;
constexpr bool Has(ClassSet set, WordClass word_class) noexcept {
  return (set & SetOf(word_class)) != 0;
}

// What a word is inside a number.
enum class NumberPart : std::uint8_t {
  kNone,
  kZhZero,
  kZhDigit,   // 一 to 九
  kZhTwo,     // 两: a digit before 百 千 万 亿 and before measure words
  kZhSpoken,  // 幺, and 洞 拐 勾 which are digits only beside it
  kZhFormal,  // 壹 to 玖: digits only inside a string that has a 幺
  kZhUnit,    // 十 百 千
  kZhWan,
  kZhYi,
  kEnZero,
  kEnOh,
  kEnDigit,
  kEnTeen,
  kEnTens,
  kEnHundred,
  kEnScale,  // thousand and up; value is the power of ten
  kEnOrdinalDigit,
  kEnOrdinalTeen,
  kEnOrdinalTens,
  kEnOrdinalHundred,
  kEnOrdinalScale,
  kEnRepeat,  // double, triple
};

constexpr bool IsZhNumberPart(NumberPart part) noexcept {
  return part >= NumberPart::kZhZero && part <= NumberPart::kZhYi;
}
constexpr bool IsEnNumberPart(NumberPart part) noexcept { return part >= NumberPart::kEnZero; }
constexpr bool IsEnOrdinal(NumberPart part) noexcept {
  return part >= NumberPart::kEnOrdinalDigit && part <= NumberPart::kEnOrdinalScale;
}

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_WORD_CLASS_H_
