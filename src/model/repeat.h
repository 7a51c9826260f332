// The sections of a model file as one list of entries each, with every `repeat:` written out.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/context.h"
#include "model/node.h"

namespace alembert {

// One named entry of a section.
struct SectionEntry {
  Node key;
  Node value;
  std::shared_ptr<const Context> context;  // knows the indices of the repetitions around it
};

struct Sections {
  std::vector<SectionEntry> bodies, joints, forces, outputs;
};

// At most this many repetitions in one list.
inline constexpr int most_repetitions = 100'000;

// Entries in the order of the file, repetitions after what is written out.
Sections collect_sections(const Fields& model, const std::shared_ptr<const Context>& context);

}  // namespace alembert
