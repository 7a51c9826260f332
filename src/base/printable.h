// Text for a terminal: nothing that a file holds can speak to it.
#pragma once

#include <string>

namespace alembert {

// The text with control characters other than ends of lines and tabs written out: \x1b.
inline std::string printable(const std::string& text) {
  constexpr const char* digits = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte >= 0x20 && byte != 0x7f) || c == '\n' || c == '\t')
      out += c;
    else
      out += std::string("\\x") + digits[byte >> 4] + digits[byte & 15];
  }
  return out;
}

}  // namespace alembert
