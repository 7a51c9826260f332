#include "report/vtk_file.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <stdexcept>

#include "report/base64.h"

namespace alembert::report {

namespace {

static_assert(std::endian::native == std::endian::little, "the files say so");

// Length and numbers are one stream of base64.
template <class Number>
void append_array(std::string& out, std::span<const Number> values) {
  const auto length = static_cast<std::uint64_t>(values.size_bytes());
  std::string bytes(sizeof length + values.size_bytes(), '\0');
  std::memcpy(bytes.data(), &length, sizeof length);
  if (!values.empty()) std::memcpy(bytes.data() + sizeof length, values.data(), values.size_bytes());
  append_base64(out, bytes);
}
std::size_t array_size(std::size_t bytes) { return base64_size(sizeof(std::uint64_t) + bytes); }

constexpr const char* kHead =
    "<?xml version=\"1.0\"?>\n"
    "<VTKFile type=\"{}\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n";

std::size_t cells_of(const VtpSeries::Layout& layout, std::string_view name) {
  for (const VtpSeries::Cells& c : layout.cells)
    if (c.name == name) return c.ends.size();
  return 0;
}

// A file of a series: what is the same in all of them, and the arrays between.
std::string series_text(const std::string& head, std::span<const float> points,
                        const std::vector<std::span<const float>>& arrays, const std::string& tail, std::size_t bytes) {
  std::string out;
  out.reserve(bytes);
  out += head;
  append_array(out, points);
  for (const std::span<const float> each : arrays) append_array(out, each);
  out += tail;
  if (out.size() != bytes) throw std::logic_error("the arrays of a VTK file have not the size of its layout");
  return out;
}

}  // namespace

VtpSeries::VtpSeries(const Layout& layout) : numbers_(3 * layout.points) {
  std::size_t offset = 0;
  const auto declared = [&](std::string_view name, const char* type, int components, std::size_t bytes) {
    const std::string out = fmt::format(
        "        <DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" "
        "offset=\"{}\"/>\n",
        type, name, components, offset);
    offset += array_size(bytes);
    return out;
  };
  // What changes comes first in the file.
  const std::string points = declared("Points", "Float32", 3, numbers_ * sizeof(float));
  std::string point_data, cell_data, cells;
  for (const std::string_view name : layout.vectors)
    point_data += declared(name, "Float32", 3, numbers_ * sizeof(float));
  const auto constant = [&](std::string_view name, std::span<const std::int32_t> values) {
    append_array(tail_, values);
    return declared(name, "Int32", 1, values.size_bytes());
  };
  for (const Integers& i : layout.point_data) point_data += constant(i.name, i.values);
  for (const Integers& i : layout.cell_data) cell_data += constant(i.name, i.values);
  for (const Cells& c : layout.cells) {
    cells += fmt::format("      <{}>\n", c.name) + constant("connectivity", c.points);
    cells += constant("offsets", c.ends) + fmt::format("      </{}>\n", c.name);
  }
  head_ = fmt::format(kHead, "PolyData") + "  <PolyData>\n" +
          fmt::format(
              "    <Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"{}\" NumberOfStrips=\"0\" "
              "NumberOfPolys=\"{}\">\n",
              layout.points, cells_of(layout, "Verts"), cells_of(layout, "Lines"), cells_of(layout, "Polys")) +
          "      <Points>\n" + points + "      </Points>\n" + "      <PointData>\n" + point_data +
          "      </PointData>\n      <CellData>\n" + cell_data + "      </CellData>\n" + cells +
          "    </Piece>\n  </PolyData>\n  <AppendedData encoding=\"base64\">\n_";
  tail_ += "\n  </AppendedData>\n</VTKFile>\n";
  bytes_ = head_.size() + tail_.size() + (1 + layout.vectors.size()) * array_size(numbers_ * sizeof(float));
}

std::string VtpSeries::text(std::span<const float> points, const std::vector<std::span<const float>>& vectors) const {
  return series_text(head_, points, vectors, tail_, bytes_);
}

VtuSeries::VtuSeries(const Layout& layout) {
  std::size_t offset = 0, changing = 0;
  const auto declared = [&](std::string_view name, const char* type, int components, std::size_t bytes) {
    const std::string out = fmt::format(
        "        <DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" "
        "offset=\"{}\"/>\n",
        type, name, components, offset);
    offset += array_size(bytes);
    return out;
  };
  const auto changes = [&](std::string_view name, int components) {
    const std::size_t bytes = layout.points * static_cast<std::size_t>(components) * sizeof(float);
    changing += array_size(bytes);
    return declared(name, "Float32", components, bytes);
  };
  const auto constant = [&](std::string_view name, const char* type, auto values) {
    append_array(tail_, values);
    return declared(name, type, 1, values.size_bytes());
  };
  const std::string points = changes("Points", 3);
  std::string point_data, cell_data;
  for (const Field& f : layout.fields) point_data += changes(f.name, f.components);
  point_data += constant("node", "Int32", layout.labels);
  if (!layout.radius.empty()) cell_data += constant("radius", "Float32", layout.radius);
  const std::string cells = constant("connectivity", "Int32", layout.connectivity) +
                            constant("offsets", "Int32", layout.ends) + constant("types", "UInt8", layout.types);
  head_ = fmt::format(kHead, "UnstructuredGrid") +
          fmt::format("  <UnstructuredGrid>\n    <Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n", layout.points,
                      layout.types.size()) +
          "      <Points>\n" + points + "      </Points>\n      <PointData>\n" + point_data +
          "      </PointData>\n      <CellData>\n" + cell_data + "      </CellData>\n      <Cells>\n" + cells +
          "      </Cells>\n    </Piece>\n  </UnstructuredGrid>\n  <AppendedData encoding=\"base64\">\n_";
  tail_ += "\n  </AppendedData>\n</VTKFile>\n";
  bytes_ = head_.size() + tail_.size() + changing;
}

std::string VtuSeries::text(std::span<const float> points, const std::vector<std::span<const float>>& fields) const {
  return series_text(head_, points, fields, tail_, bytes_);
}

std::string pvd_text(const std::vector<PvdEntry>& entries) {
  std::string out = fmt::format(kHead, "Collection") + "  <Collection>\n";
  for (const PvdEntry& e : entries)
    out += fmt::format("    <DataSet timestep=\"{}\" group=\"\" part=\"{}\" file=\"{}\"/>\n", e.time, e.part, e.file);
  return out + "  </Collection>\n</VTKFile>\n";
}

}  // namespace alembert::report
