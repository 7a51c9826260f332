// What is wrong with text that is not YAML, in the words of a person who wrote it: a quote or a bracket that is not
// closed, a line that is indented by something else than its neighbours, a `#` that began a comment.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace alembert {

// `where`: the place at which the parser gave up, `said`: what it said of it.
[[noreturn]] void fail_yaml(const std::string& text, SourcePosition where, const std::string& said);

// The end, behind its closing quote, of the text in quotes that begins at `start`; npos: it is never closed.
std::size_t end_of_quotes(std::string_view text, std::size_t start);

// " (`#` begins a comment; ...)" if the value of a key in this line is nothing but a comment, such as `color: #ff0000`.
std::string comment_hint(const std::string& text, int line);

}  // namespace alembert
