#include "fmu/export.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <vector>

#include "analysis/given_inputs.h"
#include "base/error.h"
#include "base/files.h"
#include "base/read_log.h"
#include "fmu/instance.h"
#include "fmu/variables.h"
#include "fmu/zip_file.h"
#include "results/seal.h"

namespace alembert::fmu {

namespace {

namespace fs = std::filesystem;

constexpr const char* kLibrary = "alembert_fmu.so";

std::string content(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw UsageError(fmt::format("cannot read {}", path.string()));
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Beside the program, or whatever this code is part of, in the build tree and where it is installed.
fs::path find_library() {
  std::vector<fs::path> places, tried;
  std::error_code none;
  places.push_back(fs::read_symlink("/proc/self/exe", none).parent_path());
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&find_library), &info) != 0 && info.dli_fname != nullptr)
    places.push_back(fs::absolute(info.dli_fname, none).parent_path());
  for (const fs::path& place : places)
    for (const char* way :
         {".", "..", "../bin", "../lib/alembert/fmu", "../" ALEMBERT_LIBRARY_FOLDER "/alembert/fmu"}) {
      const fs::path found = (place / way / kLibrary).lexically_normal();
      if (fs::is_regular_file(found, none)) return found;
      tried.push_back(found);
    }
  throw UsageError(fmt::format("{}, which is part of every FMU, is not beside the program: looked for {}", kLibrary,
                               tried.front().string()));
}

struct TakenFile {
  fs::path path;     // where it is
  std::string name;  // in the resources
};

// All files are taken along in the folders in which they lie, from the folder on that holds them all.
std::vector<TakenFile> taken_files(const std::vector<fs::path>& read) {
  std::vector<fs::path> all;
  for (const fs::path& path : read) {
    const fs::path real = fs::weakly_canonical(path);
    if (std::find(all.begin(), all.end(), real) == all.end()) all.push_back(real);
  }
  fs::path root = all.front().parent_path();
  const auto holds = [](const fs::path& folder, const fs::path& file) {
    const fs::path inside = file.lexically_relative(folder);
    return !inside.empty() && *inside.begin() != "..";
  };
  for (const fs::path& file : all)
    while (!holds(root, file) && root.has_relative_path()) root = root.parent_path();
  std::vector<TakenFile> out;
  for (const fs::path& file : all) out.push_back({file, file.lexically_relative(root).generic_string()});
  return out;
}

}  // namespace

std::string identifier_of(const fs::path& target) {
  std::string out;
  for (const char c : target.stem().string())
    out += std::isalnum(static_cast<unsigned char>(c)) != 0 && static_cast<unsigned char>(c) < 128 ? c : '_';
  if (out.empty() || std::isdigit(static_cast<unsigned char>(out.front())) != 0) out.insert(0, "m_");
  return out;
}

void write_fmu(const fs::path& target, const std::function<Model()>& read, const std::optional<fs::path>& library) {
  const files::ReadLog log;
  const Model model = read();
  if (model.file.empty() || log.paths().empty()) throw UsageError("an FMU is made of a model that is read from a file");
  for (const NamedFile& named : model.named_files)
    if (fs::path(named.written).is_absolute())
      throw ModelError(named.where,
                       fmt::format("an FMU cannot take {} along, which is named by its whole path: name it "
                                   "relative to the model file",
                                   named.written));
  std::vector<fs::path> paths = {model.file};
  paths.insert(paths.end(), log.paths().begin(), log.paths().end());
  for (const Body& body : model.bodies)
    if (body.flexibility && !body.flexibility->file.empty()) paths.emplace_back(body.flexibility->file);
  const std::vector<TakenFile> files = taken_files(paths);

  Manifest manifest;
  manifest.model = files.front().name;
  for (const std::string& name : model.parameters_set) manifest.set[name] = model.parameters.at(name);
  manifest.inputs = given_inputs(model);
  std::string all = ALEMBERT_VERSION + manifest.text();
  std::vector<std::string> contents;
  for (const TakenFile& file : files) {
    contents.push_back(content(file.path));
    all += file.name + contents.back();
  }
  manifest.guid = fmt::format("{{alembert-{}-{:016x}}}", results::checksum(all), std::hash<std::string>{}(all));

  const std::string identifier = identifier_of(target);
  ZipFile zip;
  zip.add("modelDescription.xml", description_of(model, variables_of(model), {identifier, manifest.guid}));
  zip.add(fmt::format("binaries/linux64/{}.so", identifier), content(library ? *library : find_library()));
  zip.add(fmt::format("resources/{}", Manifest::kName), manifest.text());
  for (std::size_t k = 0; k < files.size(); ++k) zip.add("resources/" + files[k].name, contents[k]);
  files::write_file(target, zip.bytes());
}

}  // namespace alembert::fmu
