// Splits the text of an expression into numbers, names and signs.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/error.h"

namespace alembert {

struct Token {
  enum class Kind { end, number, name, sign };
  Kind kind = Kind::end;
  std::string_view text;   // as written; a sign is one of + - * / ^ ( ) , < <= > >= == !=
  std::size_t offset = 0;  // of its first character
  double number = 0.0;
};

class Lexer {
 public:
  // `text` begins at `where` in its file and must outlive the lexer.
  Lexer(std::string_view text, SourcePosition where) : text_(text), where_(std::move(where)) {}

  Token next();
  // The name of a marker or an element: letters, digits, _ - and dots. Empty when something else is there.
  Token next_element_name();

  std::string_view text() const { return text_; }
  SourcePosition position(std::size_t offset) const;

 private:
  void skip_space();
  Token number();
  Token take(Token::Kind kind, std::size_t length);

  std::string_view text_;
  SourcePosition where_;
  std::size_t at_ = 0;
};

}  // namespace alembert
