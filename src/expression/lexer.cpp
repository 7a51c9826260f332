#include "expression/lexer.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <string>
#include <system_error>

namespace alembert {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_name_part(char c) { return is_name_start(c) || is_digit(c) || c == '.'; }

// What to say about a character that begins nothing.
std::string describe_unknown(std::string_view rest) {
  const char c = rest.front();
  if (c == '=') return "`=` is not an operator here; compare with `==`";
  if (c == '!') return "`!` is not an operator here; write `not`";
  if (c == '&' || c == '|') return fmt::format("`{}` is not an operator here; write `{}`", c, c == '&' ? "and" : "or");
  if (c == '{' || c == '}') return fmt::format("`{}` belongs to `repeat:`, where {{...}} holds an expression", c);
  struct Typeset {
    std::string_view letter, written;
  };
  constexpr Typeset typeset[] = {
      {"\xe2\x88\x92", "-"},  {"\xe2\x80\x93", "-"},  {"\xe2\x80\x94", "-"},    {"\xc3\x97", "*"},  {"\xc2\xb7", "*"},
      {"\xe2\x8b\x85", "*"},  {"\xc3\xb7", "/"},      {"\xc2\xb2", "^2"},       {"\xc2\xb3", "^3"}, {"\xcf\x80", "pi"},
      {"\xe2\x89\xa4", "<="}, {"\xe2\x89\xa5", ">="}, {"\xc2\xb0", "rad(...)"}, {"\xc2\xa0", " "}};
  for (const Typeset& t : typeset)
    if (rest.starts_with(t.letter))
      return fmt::format("`{}` has no meaning in an expression: write `{}`", t.letter, t.written);
  const auto byte = static_cast<unsigned char>(c);
  if (byte < 0x20 || byte >= 0x7f) return fmt::format("unexpected character (byte 0x{:02x}) in an expression", byte);
  return fmt::format("unexpected character `{}` in an expression", c);
}

}  // namespace

SourcePosition Lexer::position(std::size_t offset) const {
  SourcePosition out = where_;
  if (out.column > 0) out.column += static_cast<int>(offset);
  return out;
}

void Lexer::skip_space() {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
    ++at_;
  }
}

Token Lexer::take(Token::Kind kind, std::size_t length) {
  Token token{kind, text_.substr(at_, length), at_, 0.0};
  at_ += length;
  return token;
}

Token Lexer::number() {
  const char* first = text_.data() + at_;
  const char* last = text_.data() + text_.size();
  double value = 0.0;
  const auto [end, problem] = std::from_chars(first, last, value);
  const auto length = static_cast<std::size_t>(end - first);
  if (problem == std::errc::result_out_of_range) {
    throw ModelError(position(at_), fmt::format("the number `{}` is outside the range of double precision",
                                                text_.substr(at_, length)));
  }
  if (problem != std::errc()) throw ModelError(position(at_), "expected a digit beside the decimal point");
  Token token = take(Token::Kind::number, length);
  token.number = value;
  if (at_ < text_.size() && is_name_part(text_[at_])) {
    throw ModelError(position(at_),
                     fmt::format("expected an operator after the number `{}`, found `{}`", token.text, text_[at_]));
  }
  return token;
}

Token Lexer::next() {
  skip_space();
  if (at_ == text_.size()) return {Token::Kind::end, {}, at_, 0.0};
  const std::string_view rest = text_.substr(at_);
  const char c = rest.front();
  if (is_digit(c) || c == '.') return number();
  if (is_name_start(c)) {
    std::size_t length = 1;
    while (length < rest.size() && is_name_part(rest[length])) ++length;
    return take(Token::Kind::name, length);
  }
  if (rest.starts_with("**")) throw ModelError(position(at_), "`**` is not an operator here; powers are written `^`");
  for (const std::string_view sign : {"<=", ">=", "==", "!="}) {
    if (rest.starts_with(sign)) return take(Token::Kind::sign, sign.size());
  }
  if (std::string_view("+-*/^(),<>").find(c) != std::string_view::npos) return take(Token::Kind::sign, 1);
  throw ModelError(position(at_), describe_unknown(rest));
}

Token Lexer::next_element_name() {
  skip_space();
  std::size_t length = 0;
  while (at_ + length < text_.size() && (is_name_part(text_[at_ + length]) || text_[at_ + length] == '-')) ++length;
  return take(Token::Kind::name, length);
}

}  // namespace alembert
