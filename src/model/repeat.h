// The sections of a model file as one list of entries each, with every `repeat:` counted out. The text of a repeated
// entry is made when it is read, one at a time, so that a long chain costs no memory before it is a Model.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/context.h"
#include "model/node.h"

namespace alembert {

// What the names of the repetitions around an entry stand for: numbers, which expressions may use, and words, for
// {names} alone.
struct Indices {
  std::map<std::string, double> numbers;
  std::map<std::string, std::string> words;
};

// One named entry as it stands in the file.
struct SectionEntry {
  const Node* key = nullptr;
  const Node* value = nullptr;
  std::shared_ptr<const Indices> indices;  // null: it is not repeated
};

struct Sections {
  std::vector<SectionEntry> bodies, ports, assemblies, joints, motions, constraints, forces, contacts, variables,
      states, transfer_functions, state_spaces, controllers, sensors, outputs;
};

// Limits of one `repeat:` and of all of them with everything in them.
inline constexpr int most_repetitions = 100'000;
inline constexpr std::size_t most_entries = 1'000'000;

// Entries in the order of the file, repetitions after what is written out. They point into the model's node.
Sections collect_sections(const Fields& model, const Context& context);

// Calls `read` for each entry with {expressions} replaced and the indices among the parameters of its context. An error
// also says at which values of the indices it happened.
using EntryReader = std::function<void(const Context& context, const Node& key, const Node& value)>;
void read_each(const std::vector<SectionEntry>& entries, const Context& context, const EntryReader& read);

}  // namespace alembert
