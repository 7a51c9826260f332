#include "model/file_head.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/suggest.h"
#include "model/node.h"
#include "model/units.h"

namespace alembert {
namespace {

constexpr int format_version = 1;

// ", did you mean ...?": a file beside it with nearly this name.
std::string nearest_file(const std::filesystem::path& path) {
  constexpr std::size_t most_files = 1000;
  std::error_code problem;
  std::vector<std::string> names;
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  for (auto entry = std::filesystem::directory_iterator(folder, problem);
       !problem && entry != std::filesystem::directory_iterator() && names.size() < most_files;
       entry.increment(problem))
    if (std::filesystem::is_regular_file(entry->path(), problem)) names.push_back(entry->path().filename().string());
  std::sort(names.begin(), names.end());
  return did_you_mean(path.filename().string(), names);
}

}  // namespace

void check_format_version(const Fields& fields) {
  const Node& node = fields.need("alembert");
  const int version = fields.context().integer(node);
  if (version == format_version) return;
  fields.context().fail(
      node, fmt::format("format version {} is unknown: this version of the program reads {}", version, format_version));
}

Units read_units(const Fields& model_fields) {
  Units units;
  const Node* node = model_fields.find("units");
  if (node == nullptr) return units;
  const Fields fields(model_fields.context(), *node, key_table("units"), "`units`", "units", nullptr);
  const auto read = [&](std::string_view key, double& factor, std::string& name) {
    const std::optional<std::string> chosen = fields.optional_choice(key);
    if (!chosen) return;
    name = *chosen;
    for (const UnitName& unit : unit_names(key)) {
      if (unit.name == name) factor = unit.factor;
    }
  };
  read("length", units.length, units.length_name);
  read("mass", units.mass, units.mass_name);
  read("time", units.time, units.time_name);
  read("angle", units.angle, units.angle_name);
  read("force", units.force, units.force_name);
  return units;
}

std::string read_whole_file(const std::filesystem::path& path) {
  const std::string name = path.string();
  if (const std::string problem = files::reading_problem(path); !problem.empty()) {
    std::error_code unknown;
    const bool missing = !std::filesystem::exists(path, unknown) && !unknown;
    throw ModelError({name, 0, 0}, problem + (missing ? nearest_file(path) : ""));
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw ModelError({name, 0, 0}, "the file cannot be opened for reading");
  std::string text;
  std::vector<char> buffer(1 << 16);
  while (stream.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || stream.gcount() > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.size() > largest_file) break;  // parse_yaml says so
  }
  if (stream.bad()) throw ModelError({name, 0, 0}, "the file cannot be read to its end");
  return text;
}

}  // namespace alembert
