// Expressions of the model file that are kept as expressions: outputs, components of forces, variables, states.
#pragma once

#include "model/draft.h"

namespace alembert {

// The expression of a node, with the indices of repetitions replaced by their values, so that its text stands on its
// own.
Expression read_expression(const Context& context, const Node& node, const OwnNames& own_names = {});

// Three components of a force (`first` 0) or torque (3), each a constant or an expression of time and measures.
void read_components(const Context& context, const Node& node, Quantity quantity, std::size_t first, AppliedForce& out);

// Throws ModelError, with the nearest valid name, if a measure names what is not there.
void check_measures(const Draft& draft, const Expression& expression, const SourcePosition& where);

}  // namespace alembert
