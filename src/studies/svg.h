// Figures as plain SVG: axes, ticks, lines or points, names of the lines.
#pragma once

#include <string>

#include "studies/findings.h"

namespace alembert::studies {

std::string svg_text(const Figure& figure);

}  // namespace alembert::studies
