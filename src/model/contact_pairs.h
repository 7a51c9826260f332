// Which shapes a contact is about.
#pragma once

#include "model/draft.h"

namespace alembert {

// More than this many pairs, of all contacts together, are refused.
inline constexpr std::size_t most_contact_pairs = 5'000'000;

// Bodies that a joint connects, each pair with the lower id first.
using Neighbours = std::set<std::pair<BodyId, BodyId>>;
Neighbours joint_neighbours(const Model& model);

// The pairs of `pairs`, or of `between: [A, B]`: each shape of A with each of B, in the order in which A and B name
// them and patterns find them. Left out are pairs of one body, the second of a pair that is found both ways round, and,
// where a pattern found either of them, pairs of `neighbours`.
std::vector<std::array<ShapeRef, 2>> read_contact_pairs(const Draft& draft, const Fields& fields,
                                                        const Neighbours& neighbours);

}  // namespace alembert
