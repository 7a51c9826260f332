// The shapes of a body: `geometry`.
#pragma once

#include "model/draft.h"

namespace alembert {

void read_geometry(const Draft& draft, const Fields& fields, Body& body);

}  // namespace alembert
