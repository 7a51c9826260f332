// The nearest valid name for a misspelt one, for messages ("did you mean `stiffness`?").
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace alembert {

// The candidate that is fewest typing errors (insertion, deletion, replacement, swap) away from `name`, the first of
// equals; else the only one that begins with it; nothing when none is near enough to be meant: one error in a short
// name, one in three letters of a long one.
std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> candidates);

// ", did you mean `x`?" or nothing: to be put at the end of a message.
std::string did_you_mean(std::string_view name, std::span<const std::string> candidates);

}  // namespace alembert
