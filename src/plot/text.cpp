#include "plot/text.h"

namespace alembert::plot {
namespace {

// Length of the UTF-8 sequence that `text` starts with, 0 if it is none.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  // Overlong forms, surrogates and what is beyond Unicode.
  if ((lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xed && byte(1) > 0x9f) || (lead == 0xf0 && byte(1) < 0x90) ||
      (lead == 0xf4 && byte(1) > 0x8f))
    return 0;
  return length;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (length == 0)
      out += "\ufffd";
    else if (length == 1 && (static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7f))
      out += ' ';
    else if (text.substr(0, length) == "\ufffe" || text.substr(0, length) == "\uffff")  // XML knows them not
      out += "\ufffd";
    else
      out += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

std::string xml_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else
      out += c;
  }
  return out;
}

std::string fitted(const std::string& text, double width, const std::function<double(const std::string&)>& text_width) {
  if (text_width(text) <= width) return text;
  constexpr std::size_t longest = 400;  // bytes that any picture could show
  std::string start = text.substr(0, longest);
  while (!start.empty()) {
    // A whole character: its last byte and what continues it.
    while (!start.empty() && (static_cast<unsigned char>(start.back()) & 0xc0) == 0x80) start.pop_back();
    if (!start.empty()) start.pop_back();
    if (text_width(start + "\u2026") <= width) break;
  }
  return start + "\u2026";
}

}  // namespace alembert::plot
