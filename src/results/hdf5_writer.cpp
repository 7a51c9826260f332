#include "results/hdf5_writer.h"

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "base/files.h"
#include "results/hdf5_file.h"
#include "results/steps_writer.h"

namespace alembert::results {
namespace {

void write_header(Hdf5File& file, const RunData& run) {
  file.attribute("/", "format", results_format);
  file.attribute("/", "format_version", results_format_version);
  file.attribute("/", "program_version", run.layout.program_version);
  file.attribute("/", "title", run.layout.title);
  file.attribute("/", "status", run.status);
  file.attribute("/", "message", run.message);
  file.group("/model");
  file.text("/model/text", run.layout.model_text);
  file.text("/model/scene", run.layout.scene);
}

template <class Number>
std::span<const Number> numbers(const ArrayView& array) {
  return {static_cast<const Number*>(array.data), array.size()};
}

void write_array(Hdf5File& file, const ArrayView& array) {
  switch (array.type) {
    case NumberType::f64:
      return file.array(array.path, array.shape, numbers<double>(array), array.unit.c_str());
    case NumberType::i32:
      return file.array(array.path, array.shape, numbers<std::int32_t>(array), array.unit.c_str());
    case NumberType::i8:
      return file.array(array.path, numbers<std::int8_t>(array), array.unit.c_str());
    case NumberType::truth:
      return file.truths(array.path, numbers<std::int8_t>(array));
    case NumberType::outcome: {
      std::vector<const char*> outcomes;
      for (int k = 0; k < kStepOutcomes; ++k) outcomes.push_back(outcome_name(static_cast<StepOutcome>(k)));
      return file.enumeration(array.path, numbers<std::int8_t>(array), outcomes);
    }
  }
}

// Everything that has a path of its own, and the groups on the way to it.
void write_arrays(Hdf5File& file, const RunData& run) {
  std::set<std::string> made;
  const auto make_groups = [&](const std::string& path) {
    for (std::size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1))
      if (made.insert(path.substr(0, slash)).second) file.group(path.substr(0, slash));
  };
  for (const TextsView& list : run.texts()) {
    make_groups(list.path);
    file.texts(list.path, *list.texts);
  }
  for (const ArrayView& array : run.arrays()) {
    make_groups(array.path);
    write_array(file, array);
  }
}

void write_flexible(Hdf5File& file, const ResultsLayout& layout) {
  if (layout.flexible.empty()) return;
  std::vector<std::string> names, data, files, hashes;
  std::vector<std::int32_t> counts, numbers;
  for (const FlexibleRecord& f : layout.flexible) {
    names.push_back(f.body);
    data.push_back(f.data);
    files.push_back(f.file);
    hashes.push_back(f.hash);
    counts.push_back(static_cast<std::int32_t>(f.modes.size()));
    numbers.insert(numbers.end(), f.modes.begin(), f.modes.end());
  }
  file.group("/flexible");
  file.texts("/flexible/names", names);
  file.texts("/flexible/data", data);
  file.texts("/flexible/file", files);
  file.texts("/flexible/hash", hashes);
  file.array("/flexible/mode_count", counts, "1");
  file.array("/flexible/modes", numbers, "1");
}

// What an analysis of its own recorded, as a group with the same arrays.
void write_analyses(Hdf5File& file, const std::vector<AttachedAnalysis>& attached) {
  std::vector<const char*> copied = {"time", "flexible"};
  for (const GroupInfo& group : groups) copied.push_back(group.name);
  for (const AttachedAnalysis& one : attached) {
    file.group("/analyses/" + one.name);
    file.copy(one.folder / "results.h5", copied, "/analyses/" + one.name);
  }
}

}  // namespace

void write_hdf5(const std::filesystem::path& path, const RunData& run, const std::vector<AttachedAnalysis>& attached) {
  std::vector<unsigned char> bytes;
  {
    Hdf5File file;
    write_header(file, run);
    write_arrays(file, run);
    write_flexible(file, run.layout);
    if (!run.layout.analyses.empty()) write_analyses(file, attached);
    const Checkpoint& checkpoint = run.checkpoint;
    if (!checkpoint.state.empty() || !checkpoint.end.empty()) file.group("/restart");
    if (!checkpoint.state.empty()) {
      file.text("/restart/run", checkpoint.run);
      file.array("/restart/state", {checkpoint.state.size()}, checkpoint.state, "mixed");
    }
    if (!checkpoint.end.empty()) file.array("/restart/end", {checkpoint.end.size()}, checkpoint.end, "mixed");
    bytes = file.image();
  }
  files::write_bytes(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace alembert::results
