// Texts as pictures can hold them.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace alembert::plot {

// Valid UTF-8 on one line: bytes that are none become U+FFFD, control characters spaces.
std::string printable(std::string_view text);

// As the content of an XML element.
std::string xml_escaped(std::string_view text);

// The text, or as much of its beginning as fits with an ellipsis. `text_width` measures.
std::string fitted(const std::string& text, double width, const std::function<double(const std::string&)>& text_width);

}  // namespace alembert::plot
