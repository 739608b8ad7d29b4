#include "textnorm/electronic.h"

#include <algorithm>
#include <string>

#include "textnorm/characters.h"
#include "textnorm/en_number.h"

namespace cosyscribe::textnorm {
namespace {

// A part of an address between dots.
struct Label {
  std::size_t length = 0;  // tokens; 0 for none
  std::string text;
  bool is_spelled = false;  // letter by letter
  bool is_common = false;   // one word that is no name: the, me, look
  std::size_t last = 0;     // its last token
};

bool IsLetterToken(const Token& token) {
  return token.IsWord() && token.is_letter && token.code < 0x80;
}

std::string Lowered(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lower;
}

// A number with a hundred or more in it, whose digits other rules would write where it stands.
std::size_t AppendCardinal(Scan& scan, std::size_t at, std::string* text) {
  // Only where a run begins: within one its rest means nothing, and each look would read it again.
  const bool is_inside_run = at != 0 && IsEnNumberPart(scan.EnPartAt(at - 1));
  if (is_inside_run || !IsEnNumberPart(scan.EnPartAt(at))) return 0;
  const EnRun run = ReadEnRun(scan, at);
  const bool has_magnitude =
      std::any_of(run.items.begin(), run.items.begin() + static_cast<std::ptrdiff_t>(run.count),
                  [](const EnRun::Item& item) { return IsMagnitude(item.part); });
  if (!has_magnitude || run.IsOrdinal()) return 0;
  const EnCardinal cardinal = ParseEnCardinal(run);
  const EnPieces pieces = ReadEnPieces(run);  // as a phone number is read
  if (cardinal.is_round || (!cardinal.is_valid && !pieces.is_valid)) return 0;
  text->append(pieces.is_valid ? pieces.Digits() : cardinal.digits);
  return run.length;
}

// A digit word, with "double" and "triple" before it, or a number: what it writes, and its tokens.
std::size_t AppendDigitWord(Scan& scan, std::size_t at, std::string* text) {
  if (const std::size_t cardinal = AppendCardinal(scan, at, text)) return cardinal;
  NumberPart part = scan.EnPartAt(at);
  std::size_t length = 1;
  std::int32_t count = 1;
  if (part == NumberPart::kEnRepeat) {
    count = scan.ValueAt(at);
    part = scan.EnPartAt(at + 1);
    length = 2;
  }
  const bool is_digit = part == NumberPart::kEnDigit || part == NumberPart::kEnZero;
  const bool is_teen = (part == NumberPart::kEnTeen || part == NumberPart::kEnTens) && length == 1;
  if (!is_digit && !is_teen) return 0;
  for (; count > 0; --count) text->append(std::to_string(scan.ValueAt(at + length - 1)));
  if (part == NumberPart::kEnTens && scan.EnPartAt(at + 1) == NumberPart::kEnDigit) {
    text->back() = static_cast<char>('0' + scan.ValueAt(at + 1));
    ++length;
  }
  return length;
}

// 7.1, 3:15 and 10,020 are no part of an address, nor is 21st.
bool IsWrittenNumber(Scan& scan, std::size_t at) {
  const Token& token = scan.At(at);
  const std::string_view text = scan.TextAt(at);
  if (token.kind == TokenKind::kNumber) {
    return text.find_first_of(".,:") != text.npos;
  }
  const std::size_t digits = text.find_first_not_of("0123456789,");
  return token.IsWord() && digits != 0 && digits != text.npos &&
         text.substr(digits) == OrdinalSuffix(text.substr(0, digits));
}

// Letters and digit words in a row, or one word with digits behind it.
Label ReadLabel(Scan& scan, std::size_t at) {
  Label label;
  const Phrase host = scan.Find(at, WordClass::kEnMailHost);
  if (host.length > 1) {  // g mail
    label.text = scan.Value(host, WordClass::kEnMailHost);
    label.length = host.length;
    label.last = at + host.length - 1;
    return label;
  }
  std::size_t next = at;
  std::size_t letters = 0;
  std::size_t words = 0;
  for (;;) {
    const Token& token = scan.At(next);
    if (IsWrittenNumber(scan, next)) break;
    if (const std::size_t digits = AppendDigitWord(scan, next, &label.text)) {
      next += digits;
      continue;
    }
    if (token.kind == TokenKind::kNumber && (next == at || !token.IsGlued())) {
      label.text.append(scan.TextAt(next++));
      continue;
    }
    if (!token.IsWord() || (next != at && token.IsGlued())) break;
    const bool after_digit =
        !label.text.empty() && IsAsciiDigit(static_cast<unsigned char>(label.text.back()));
    if (after_digit && scan.EnPartAt(next) == NumberPart::kEnOh) {
      label.text.push_back('0');
    } else if (IsLetterToken(token)) {
      if (words != 0) break;
      ++letters;
      label.text += Lowered(scan.TextAt(next));
    } else {
      const bool is_mark = IsWordAt(scan, next, "dot") || IsWordAt(scan, next, "at");
      if (next != at || is_mark) break;
      ++words;
      label.text.append(scan.TextAt(next));
      label.is_common = scan.Find(next, WordClass::kEnFunction).length == 1;
    }
    ++next;
  }
  label.length = next - at;
  label.last = next - 1;
  label.is_spelled = words == 0 && letters != 0;
  if (label.is_spelled && letters == 1 && label.length == 1) {
    label.is_common = label.text == "a" || label.text == "i";
  }
  return label;
}

bool IsDot(Scan& scan, std::size_t at) {
  const Token& token = scan.At(at);
  if (token.IsHan()) return token.code == U'点';
  return IsWordAt(scan, at, "dot");
}

std::size_t AtSignLength(Scan& scan, std::size_t at) {
  return scan.Find(at, WordClass::kAtSign).length;
}

// Joins parts of a mail name or a path: underscore, dash.
std::string_view JoinerAt(Scan& scan, std::size_t at, std::size_t* length) {
  const Phrase joiner = scan.Find(at, WordClass::kEnJoiner);
  *length = joiner.length;
  return joiner ? scan.Value(joiner, WordClass::kEnJoiner) : std::string_view{};
}

std::size_t ReadPath(Scan& scan, std::size_t at, std::string* text) {
  std::size_t length = 0;
  while (IsWordAt(scan, at + length, "slash") || scan.Find(at + length, WordClass::kEnSlash)) {
    const std::size_t slash =
        std::max<std::size_t>(1, scan.Find(at + length, WordClass::kEnSlash).length);
    const Label label = ReadLabel(scan, at + length + slash);
    if (label.length == 0) break;
    text->append("/").append(label.text);
    length += slash + label.length;
    while (IsDot(scan, at + length)) {
      const Label more = ReadLabel(scan, at + length + 1);
      if (more.length == 0) break;
      text->append(".").append(more.text);
      length += 1 + more.length;
    }
  }
  return length;
}

// A part between dots. Digits behind a known last part begin what follows: a dot co ten dollars.
Label ReadHostLabel(Scan& scan, std::size_t at) {
  Label label = ReadLabel(scan, at);
  const bool is_domain = scan.Find(at, WordClass::kEnDomain).length == 1;
  if (is_domain && label.length > 1 && !label.is_spelled && !IsDot(scan, at + label.length)) {
    label.text = scan.TextAt(at);
    label.length = 1;
    label.last = at;
  }
  return label;
}

struct Host {
  std::size_t length = 0;
  std::string text;
  bool is_named = false;    // its last part is a known one
  bool is_spelled = false;  // its last part was spelled
  bool is_file = false;     // or names a kind of file
  std::size_t parts = 0;
};

// Parts with dots between, as many as there are.
Host ReadHost(Scan& scan, std::size_t at) {
  Host host;
  Label label = ReadHostLabel(scan, at);
  bool first_is_common = label.is_common && label.length == 1;
  while (label.length != 0) {
    host.text += label.text;
    host.length += label.length;
    ++host.parts;
    host.is_spelled = label.is_spelled && label.length >= 2;
    const Phrase domain = scan.Find(at + host.length - label.length, WordClass::kEnDomain);
    const Phrase file = scan.Find(at + host.length - label.length, WordClass::kEnFile);
    host.is_named = domain.length == label.length;
    host.is_file = file.length == label.length;
    if (!IsDot(scan, at + host.length)) break;
    if (IsWrittenNumber(scan, at + host.length + 1)) return {};
    label = ReadHostLabel(scan, at + host.length + 1);
    if (label.length == 0) break;
    host.text.push_back('.');
    ++host.length;
  }
  if (host.parts < 2 || (first_is_common && host.parts == 2 && !host.is_spelled)) return {};
  return host;
}

// http colon slash slash: its tokens.
std::size_t ReadScheme(Scan& scan, std::string* text) {
  const Label label = ReadLabel(scan, 0);
  const std::string name = Lowered(label.text);
  if (name != "http" && name != "https" && name != "ftp") return 0;
  const std::size_t at = label.length;
  const bool is_scheme = IsWordAt(scan, at, "colon") && IsWordAt(scan, at + 1, "slash") &&
                         IsWordAt(scan, at + 2, "slash");
  if (!is_scheme) return 0;
  text->assign(name).append("://");
  return at + 3;
}

Match MatchWeb(Scan& scan) {
  std::string text;
  const std::size_t scheme = ReadScheme(scan, &text);
  const Host host = ReadHost(scan, scheme);
  const bool is_address = host.is_named || (host.is_spelled && host.parts >= 2);
  if (host.length == 0 || (!is_address && !host.is_file && scheme == 0)) return {};
  text += host.text;
  std::size_t length = scheme + host.length;
  if (is_address || scheme != 0) length += ReadPath(scan, length, &text);
  scan.out = text;
  return Match::Rewrite(length);
}

Match FinishMail(Scan& scan, const std::string& name, std::size_t length) {
  const std::size_t sign = AtSignLength(scan, length);
  if (sign == 0) return {};
  const Host host = ReadHost(scan, length + sign);
  if (host.length == 0 || (!host.is_named && !host.is_spelled)) return {};
  scan.out = name + "@" + host.text;
  return Match::Rewrite(length + sign + host.length);
}

Match MatchMail(Scan& scan) {
  Label label = ReadLabel(scan, 0);
  if (label.length == 0) return {};
  const bool is_common = label.is_common && !label.is_spelled;
  std::string name = label.text;
  std::size_t length = label.length;
  std::size_t parts = 1;
  for (;;) {
    std::size_t joint = 0;
    std::string_view sign = JoinerAt(scan, length, &joint);
    if (joint == 0 && IsDot(scan, length)) {
      sign = ".";
      joint = 1;
    }
    if (joint == 0) break;
    label = ReadLabel(scan, length + joint);
    if (label.length == 0) return {};
    name.append(sign).append(label.text);
    length += joint + label.length;
    ++parts;
  }
  if (is_common && parts == 1) return {};
  return FinishMail(scan, name, length);
}

// Whether an address may begin here: a cheap look before the reading.
bool MayBegin(Scan& scan) {
  const Token& token = scan.At(0);
  if (!token.IsWord()) return false;
  // "5 million" is a number already.
  if (scan.EnPartAt(0) == NumberPart::kEnScale && scan.Before(0).ends_in_digit) return false;
  if (IsLetterToken(token) || IsEnNumberPart(scan.EnPartAt(0))) {
    const Token& next = scan.At(1);
    if (next.IsHan()) return next.code == U'点' || AtSignLength(scan, 1) != 0;
    return next.IsWord();
  }
  return IsDot(scan, 1) || AtSignLength(scan, 1) != 0 || IsWordAt(scan, 1, "colon") ||
         scan.Find(1, WordClass::kEnJoiner).length != 0 || IsEnNumberPart(scan.EnPartAt(1));
}

}  // namespace

Match MatchElectronic(Scan& scan) {
  if (!MayBegin(scan)) return {};
  if (const Match mail = MatchMail(scan)) return mail;
  return MatchWeb(scan);
}

Match MatchMailOfDigits(Scan& scan, std::string_view digits, std::size_t length) {
  return AtSignLength(scan, length) == 0 ? Match{} : FinishMail(scan, std::string(digits), length);
}

}  // namespace cosyscribe::textnorm
