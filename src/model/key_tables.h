// What the tables of keys are written with, and those that have files of their own.
#pragma once

#include <span>

#include "model/keys.h"

namespace alembert::keys {

// Keys that several tables have.
inline constexpr Key active_key{"active", boolean, optional,
                                "Whether it acts from the start; true unless given. Sensors switch it."};
inline constexpr Key mass_key{"mass", number, optional, "Mass; needed unless shapes have a density."};
inline constexpr Key density_key{"density", number, optional,
                                 "Of all its shapes: mass, com and inertia follow from these."};
inline constexpr Key com_key{"com", vector, optional, "Centre of mass in the body frame; its origin unless given."};
inline constexpr Key shapes_key{"geometry", table_list, optional, "Shapes, to draw and to touch.", "geometry"};
inline constexpr Key markers_key{"markers", named_tables, optional, "Named frames fixed to the body.", "marker"};

std::span<const KeyTable> joint_tables();
std::span<const KeyTable> force_tables();
std::span<const KeyTable> contact_tables();
std::span<const KeyTable> curve_tables();

}  // namespace alembert::keys
