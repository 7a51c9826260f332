// What the tables of keys are written with, and those that have files of their own.
#pragma once

#include <span>

#include "model/keys.h"

namespace alembert::keys {

using enum ValueKind;

inline constexpr bool required = true;
inline constexpr bool optional = false;
inline constexpr std::string_view active_help = "Whether it acts from the start; true unless given. Sensors switch it.";

std::span<const KeyTable> joint_tables();
std::span<const KeyTable> force_tables();
std::span<const KeyTable> contact_tables();

}  // namespace alembert::keys
