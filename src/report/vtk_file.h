// Files of ParaView: polydata (.vtp) and unstructured grids (.vtu), one a time, and the collection (.pvd) that names
// them with their times.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace alembert::report {

// A series of .vtp files that differ in their points and some point data alone: the rest is made into text once.
// Numbers are base64 behind the XML, little endian, each array with its length in bytes, a UInt64, before it.
class VtpSeries {
 public:
  struct Cells {
    std::string_view name;  // "Verts", "Lines", "Polys"
    std::span<const std::int32_t> points, ends;
  };
  struct Integers {
    std::string_view name;
    std::span<const std::int32_t> values;
  };
  struct Layout {
    std::size_t points = 0;
    std::vector<Cells> cells;
    std::vector<Integers> cell_data, point_data;  // that stay as they are
    std::vector<std::string_view> vectors;        // point data of three numbers that change
  };
  explicit VtpSeries(const Layout& layout);

  // The file of one time: x y z of every point, and of every vector in the order of the layout.
  std::string text(std::span<const float> points, const std::vector<std::span<const float>>& vectors) const;
  std::size_t bytes() const { return bytes_; }  // of each file

 private:
  std::string head_, tail_;  // around what changes
  std::size_t numbers_ = 0;  // of each changing array
  std::size_t bytes_ = 0;
};

// The same for unstructured grids (.vtu): points, vertices, lines and triangles in one list, and numbers of points.
class VtuSeries {
 public:
  struct Field {
    std::string_view name;
    int components = 1;
  };
  struct Layout {
    std::size_t points = 0;
    std::span<const std::int32_t> connectivity, ends;
    std::span<const std::uint8_t> types;   // of the cells: 1 vertex, 3 line, 5 triangle
    std::span<const float> radius;         // of the cells; empty: not written
    std::span<const std::int32_t> labels;  // of the points
    std::vector<Field> fields;             // that change
  };
  explicit VtuSeries(const Layout& layout);

  std::string text(std::span<const float> points, const std::vector<std::span<const float>>& fields) const;
  std::size_t bytes() const { return bytes_; }

 private:
  std::string head_, tail_;
  std::size_t bytes_ = 0;
};

struct PvdEntry {
  double time = 0.0;
  std::string file;  // relative to the collection
  int part = 0;      // several files of the same time are told apart by it
};
std::string pvd_text(const std::vector<PvdEntry>& entries);

}  // namespace alembert::report
