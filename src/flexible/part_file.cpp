#include "flexible/part_file.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <span>

#include "base/error.h"
#include "base/files.h"
#include "base/read_log.h"
#include "results/hdf5_contents.h"
#include "results/hdf5_file.h"

namespace alembert::flexible {
namespace {

using results::Hdf5Array;
using results::Hdf5File;
using Shape = Hdf5File::Shape;

constexpr const char* format_name = "alembert flexible part";
constexpr const char* kept_mark = "kept beside the results of a run";
constexpr int format_version = 2, unsealed_version = 1;  // files of the older one have no checksum

// Matrices are stored row by row.
template <class Matrix>
void append_rows(std::vector<double>& out, const Matrix& matrix) {
  for (Eigen::Index r = 0; r < matrix.rows(); ++r)
    for (Eigen::Index c = 0; c < matrix.cols(); ++c) out.push_back(matrix(r, c));
}

template <class Matrix>
std::vector<double> rows_of(const Matrix& matrix) {
  std::vector<double> out;
  append_rows(out, matrix);
  return out;
}

template <class Matrix>
std::span<const double> columns_of(const Matrix& matrix) {
  return {matrix.data(), static_cast<std::size_t>(matrix.size())};
}

void write_modes(Hdf5File& file, const Part& part) {
  const auto m = static_cast<std::size_t>(part.modes());
  file.group("/modes");
  file.array("/modes/omega", {m}, columns_of(part.omega), "rad/s");
  file.array("/modes/mu", {m}, columns_of(part.mu), "kg");
  std::vector<double> P1, P2;
  for (const Mat3& P : part.P1) append_rows(P1, P);
  for (const Mat3& P : part.P2) append_rows(P2, P);
  file.array("/modes/P1", {m, 3, 3}, P1, "kg*m");
  file.array("/modes/P2", {m, m, 9}, P2, "kg");
  file.array("/modes/N_rotary", {m, 3}, columns_of(part.N_rotary), "kg*m");
}

void write_nodes(Hdf5File& file, const Part& part) {
  const auto m = static_cast<std::size_t>(part.modes()), n = part.labels.size();
  file.group("/nodes");
  file.array("/nodes/labels", std::span<const std::int32_t>(part.labels), "1");
  file.array("/nodes/positions", {n, 3}, columns_of(part.nodes), "m");
  file.array("/nodes/shapes", {m, n, 3}, columns_of(part.shapes), "1");
  file.array("/nodes/rotations", {m, n, 3}, columns_of(part.rotations), "1/m");
  file.array("/nodes/lumped", {static_cast<std::size_t>(part.lumped.cols()), 4}, columns_of(part.lumped), "1");
}

void write_frames(Hdf5File& file, const Part& part) {
  const auto m = static_cast<std::size_t>(part.modes()), f = part.frames.size();
  std::vector<std::string> names;
  std::vector<double> at, Phi, Theta;
  std::vector<std::int8_t> interface;
  for (const PartFrame& frame : part.frames) {
    names.push_back(frame.name);
    append_rows(at, frame.at);
    append_rows(Phi, frame.Phi);
    append_rows(Theta, frame.Theta);
    interface.push_back(frame.interface ? 1 : 0);
  }
  file.group("/frames");
  file.texts("/frames/names", names);
  file.array("/frames/at", {f, 3}, at, "m");
  file.truths("/frames/interface", interface);
  file.array("/frames/Phi", {f, 3, m}, Phi, "1");
  file.array("/frames/Theta", {f, 3, m}, Theta, "1/m");
}

void write_loads(Hdf5File& file, const Part& part) {
  const auto m = static_cast<std::size_t>(part.modes()), l = part.loads.size();
  std::vector<std::string> names;
  std::vector<double> p, force, torque;
  for (const LoadCase& load : part.loads) {
    names.push_back(load.name);
    append_rows(p, load.p);
    append_rows(force, load.force);
    append_rows(torque, load.torque);
  }
  file.group("/loads");
  file.texts("/loads/names", names);
  file.array("/loads/p", {l, m}, p, "N");
  file.array("/loads/force", {l, 3}, force, "N");
  file.array("/loads/torque", {l, 3}, torque, "N*m");
}

template <std::size_t width>
void write_indices(Hdf5File& file, const char* path, const std::vector<std::array<int, width>>& rows) {
  std::vector<std::int32_t> values;
  for (const auto& row : rows) values.insert(values.end(), row.begin(), row.end());
  file.array(path, {rows.size(), width}, values, "1");
}

void write_surface_and_stress(Hdf5File& file, const Part& part) {
  file.group("/surface");
  write_indices(file, "/surface/triangles", part.surface.triangles);
  write_indices(file, "/surface/lines", part.surface.lines);
  file.array("/surface/radii", {part.surface.radii.size()}, part.surface.radii, "m");
  const StressShapes& stress = part.stress;
  file.group("/stress");
  file.array("/stress/node", std::span<const std::int32_t>(stress.node), "1");
  file.texts("/stress/place", stress.place);
  const auto m = static_cast<std::size_t>(stress.shapes.cols());
  file.array("/stress/shapes", {m, stress.node.size(), 6},
             std::span<const float>(stress.shapes.data(), static_cast<std::size_t>(stress.shapes.size())), "Pa/m");
}

// The datasets of a file, each asked for with the shape it must have.
class Contents {
 public:
  explicit Contents(const std::filesystem::path& path) : path_(path) {
    const std::vector<std::string> arrays = {"/mass",
                                             "/centre",
                                             "/P0",
                                             "/J0",
                                             "/rotary",
                                             "/modes/omega",
                                             "/modes/mu",
                                             "/modes/P1",
                                             "/modes/P2",
                                             "/modes/N_rotary",
                                             "/nodes/labels",
                                             "/nodes/positions",
                                             "/nodes/shapes",
                                             "/nodes/rotations",
                                             "/nodes/lumped",
                                             "/frames/names",
                                             "/frames/at",
                                             "/frames/interface",
                                             "/frames/Phi",
                                             "/frames/Theta",
                                             "/loads/names",
                                             "/loads/p",
                                             "/loads/force",
                                             "/loads/torque",
                                             "/surface/triangles",
                                             "/surface/lines",
                                             "/surface/radii",
                                             "/stress/node",
                                             "/stress/place",
                                             "/stress/shapes",
                                             "/notes"};
    contents_ = results::read_hdf5(path, {"format", "version", "name", "source"}, arrays);
    const auto format = contents_.attributes.find("format");
    if (format == contents_.attributes.end() || attribute("format") != format_name)
      fail("it is no file of a flexible part");
    const auto version = contents_.attributes.find("version");
    const bool said = version != contents_.attributes.end() && version->second.numbers.size() == 1;
    const double number = said ? version->second.numbers[0] : 0.0;
    if (number != format_version && number != unsealed_version)
      fail(fmt::format("its version is neither {} nor {}, which this version of the program reads", format_version,
                       unsealed_version));
    if (number == format_version && !contents_.sealed)
      fail("its checksum is missing: it is damaged, or was changed by another program");
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw Error(ExitCode::bad_usage, fmt::format("cannot read {}: {}", path_.string(), why));
  }

  std::string attribute(const std::string& name) const {
    const auto found = contents_.attributes.find(name);
    if (found == contents_.attributes.end() || found->second.texts.size() != 1) return "";
    return found->second.texts[0];
  }

  bool has(const std::string& name) const { return contents_.arrays.count(name) > 0; }

  std::size_t length(const std::string& name) const {
    const Hdf5Array& array = find(name);
    if (array.shape.size() != 1) fail(fmt::format("{} is not a list", name));
    return array.shape[0];
  }

  std::size_t rows(const std::string& name) const {
    const Hdf5Array& array = find(name);
    return array.shape.empty() ? 0 : array.shape[0];
  }

  // A shape of no numbers is as good as another.
  const std::vector<double>& numbers(const std::string& name, const Shape& shape) const {
    const Hdf5Array& array = find(name);
    std::size_t wanted = 1;
    for (const std::size_t size : shape) wanted *= size;
    if (array.is_text || array.numbers.size() != wanted || (wanted > 0 && array.shape != shape))
      fail(fmt::format("{} has the shape ({}) where ({}) is needed", name, fmt::join(array.shape, ", "),
                       fmt::join(shape, ", ")));
    return array.numbers;
  }

  const std::vector<std::string>& texts(const std::string& name) const {
    const Hdf5Array& array = find(name);
    if (!array.is_text) fail(fmt::format("{} holds no texts", name));
    return array.texts;
  }

  std::vector<int> integers(const std::string& name, const Shape& shape) const {
    std::vector<int> out;
    for (const double value : numbers(name, shape)) {
      if (!(value >= std::numeric_limits<int>::min() && value <= std::numeric_limits<int>::max()) ||
          value != std::floor(value))
        fail(fmt::format("{} holds {:g}, which is no whole number", name, value));
      out.push_back(static_cast<int>(value));
    }
    return out;
  }

 private:
  const Hdf5Array& find(const std::string& name) const {
    const auto found = contents_.arrays.find(name);
    if (found == contents_.arrays.end()) fail(fmt::format("it has no {}", name));
    if (!found->second.problem.empty()) fail(fmt::format("{} {}", name, found->second.problem));
    return found->second;
  }

  std::filesystem::path path_;
  results::Hdf5Contents contents_;
};

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<const RowMajor> rows_from(const double* values, std::size_t rows, std::size_t columns) {
  return {values, static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns)};
}

Eigen::Map<const Eigen::MatrixXd> columns_from(const double* values, std::size_t rows, std::size_t columns) {
  return {values, static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns)};
}

void read_modes(const Contents& file, Part& part) {
  const std::size_t m = file.length("/modes/omega");
  part.omega = columns_from(file.numbers("/modes/omega", {m}).data(), m, 1);
  part.mu = columns_from(file.numbers("/modes/mu", {m}).data(), m, 1);
  const std::vector<double>&P1 = file.numbers("/modes/P1", {m, 3, 3}), &P2 = file.numbers("/modes/P2", {m, m, 9});
  for (std::size_t k = 0; k < m; ++k) part.P1.push_back(rows_from(&P1[9 * k], 3, 3));
  for (std::size_t k = 0; k < m * m; ++k) part.P2.push_back(rows_from(&P2[9 * k], 3, 3));
  part.N_rotary = columns_from(file.numbers("/modes/N_rotary", {m, 3}).data(), 3, m);
  part.labels = file.integers("/nodes/labels", {file.length("/nodes/labels")});
  const std::size_t n = part.labels.size();
  part.nodes = columns_from(file.numbers("/nodes/positions", {n, 3}).data(), 3, n);
  part.shapes = columns_from(file.numbers("/nodes/shapes", {m, n, 3}).data(), 3 * n, m);
  part.rotations = columns_from(file.numbers("/nodes/rotations", {m, n, 3}).data(), 3 * n, m);
  if (file.has("/nodes/lumped") && file.rows("/nodes/lumped") > 0)
    part.lumped = columns_from(file.numbers("/nodes/lumped", {n, 4}).data(), 4, n);
}

void read_frames_and_loads(const Contents& file, Part& part) {
  const auto m = static_cast<std::size_t>(part.modes());
  const std::vector<std::string>&frames = file.texts("/frames/names"), &loads = file.texts("/loads/names");
  const std::size_t f = frames.size(), l = loads.size();
  const std::vector<double>&at = file.numbers("/frames/at", {f, 3}),
        &interface = file.numbers("/frames/interface", {f}), &Phi = file.numbers("/frames/Phi", {f, 3, m}),
        &Theta = file.numbers("/frames/Theta", {f, 3, m});
  for (std::size_t i = 0; i < f; ++i)
    part.frames.push_back({frames[i],
                           Vec3(&at[3 * i]),
                           rows_from(Phi.data() + 3 * m * i, 3, m),
                           rows_from(Theta.data() + 3 * m * i, 3, m),
                           interface[i] != 0.0,
                           {}});
  const std::vector<double>&p = file.numbers("/loads/p", {l, m}), &force = file.numbers("/loads/force", {l, 3}),
        &torque = file.numbers("/loads/torque", {l, 3});
  for (std::size_t i = 0; i < l; ++i)
    part.loads.push_back({loads[i], columns_from(p.data() + m * i, m, 1), Vec3(&force[3 * i]), Vec3(&torque[3 * i])});
}

template <std::size_t width>
std::vector<std::array<int, width>> read_indices(const Contents& file, const std::string& name, std::size_t rows) {
  const std::vector<int> values = file.integers(name, {rows, width});
  std::vector<std::array<int, width>> out(rows);
  for (std::size_t i = 0; i < values.size(); ++i) out[i / width][i % width] = values[i];
  return out;
}

}  // namespace

void write_part_file(const Part& part, const std::filesystem::path& path, bool kept) {
  if (const std::string problem = problem_of(part); !problem.empty())
    throw Error(ExitCode::bad_usage, fmt::format("cannot write {}: {}", path.string(), problem));
  Hdf5File file;
  file.attribute("/", "format", std::string(format_name));
  file.attribute("/", "version", format_version);
  file.attribute("/", "name", part.name);
  file.attribute("/", "source", part.source);
  if (kept) file.attribute("/", "kept", std::string(kept_mark));
  file.array("/mass", {1}, {&part.mass, 1}, "kg");
  file.array("/centre", {3}, columns_of(part.centre), "m");
  file.array("/P0", {3, 3}, rows_of(part.P0), "kg*m^2");
  file.array("/J0", {3, 3}, rows_of(part.J0), "kg*m^2");
  file.array("/rotary", {3, 3}, rows_of(part.rotary), "kg*m^2");
  write_modes(file, part);
  write_nodes(file, part);
  write_frames(file, part);
  write_loads(file, part);
  write_surface_and_stress(file, part);
  file.texts("/notes", part.notes);
  const std::vector<unsigned char> image = file.image();
  files::write_file(path, {reinterpret_cast<const char*>(image.data()), image.size()});
}

bool is_kept_part(const std::filesystem::path& path) {
  constexpr std::size_t beginning = 1 << 20;  // bytes; attributes of the root are near its beginning
  std::ifstream stream(path, std::ios::binary);
  std::string text(beginning, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text.find(kept_mark) != std::string::npos;
}

Part read_part_file(const std::filesystem::path& path) {
  files::note_read(path);
  const Contents file(path);
  Part part;
  part.name = file.attribute("name");
  part.source = file.attribute("source");
  part.mass = file.numbers("/mass", {1})[0];
  part.centre = Vec3(file.numbers("/centre", {3}).data());
  part.P0 = rows_from(file.numbers("/P0", {3, 3}).data(), 3, 3);
  part.J0 = rows_from(file.numbers("/J0", {3, 3}).data(), 3, 3);
  part.rotary = rows_from(file.numbers("/rotary", {3, 3}).data(), 3, 3);
  read_modes(file, part);
  read_frames_and_loads(file, part);
  const std::size_t lines = file.length("/surface/radii");
  part.surface.radii = file.numbers("/surface/radii", {lines});
  part.surface.lines = read_indices<2>(file, "/surface/lines", lines);
  part.surface.triangles = read_indices<3>(file, "/surface/triangles", file.rows("/surface/triangles"));
  const std::size_t points = file.length("/stress/node");
  part.stress.node = file.integers("/stress/node", {points});
  part.stress.place = file.texts("/stress/place");
  const std::size_t m = points > 0 ? static_cast<std::size_t>(part.modes()) : 0;
  part.stress.shapes = columns_from(file.numbers("/stress/shapes", {m, points, 6}).data(), 6 * points, m).cast<float>();
  part.notes = file.texts("/notes");
  if (const std::string problem = problem_of(part); !problem.empty()) file.fail(problem);
  return part;
}

}  // namespace alembert::flexible
