#include "elements/contact/mesh_file.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "base/error.h"
#include "base/files.h"

namespace alembert::contact {

namespace {

namespace fs = std::filesystem;
constexpr std::uintmax_t kLargestFile = 200'000'000;

[[noreturn]] void refuse_file(const fs::path& file, const std::string& why) {
  throw Error(ExitCode::bad_usage, fmt::format("{}: {}", file.string(), why));
}

std::string contents(const fs::path& file) {
  std::error_code error;
  if (const std::string problem = files::reading_problem(file); !problem.empty()) refuse_file(file, problem);
  if (fs::file_size(file, error) > kLargestFile) refuse_file(file, "the file is larger than 200 MB");
  std::ifstream in(file, std::ios::binary);
  std::string out{std::istreambuf_iterator<char>(in), {}};
  if (!in) refuse_file(file, "cannot be read");
  return out;
}

// Corners of triangles, equal ones once.
class MeshBuilder {
 public:
  void corner(const fs::path& file, const std::array<double, 3>& p) {
    for (const double x : p)
      if (!std::isfinite(x)) refuse_file(file, "a vertex is not finite");
    const auto [at, fresh] = index_.emplace(p, static_cast<int>(mesh_.vertices.size()));
    if (fresh) mesh_.vertices.emplace_back(p[0], p[1], p[2]);
    triangle_[count_++] = at->second;
    if (count_ < 3) return;
    mesh_.triangles.push_back(triangle_);
    count_ = 0;
  }
  TriangleMesh take(const fs::path& file) {
    if (count_ != 0) refuse_file(file, "its last triangle is not whole");
    return std::move(mesh_);
  }

 private:
  TriangleMesh mesh_;
  Triangle triangle_{};
  std::size_t count_ = 0;
  std::map<std::array<double, 3>, int> index_;
};

// Binary: 80 bytes of anything, the number of triangles, for each a normal, three corners and two bytes.
constexpr std::size_t kHeader = 84, kTriangle = 50;

bool is_binary_stl(const std::string& data) {
  if (data.size() < kHeader) return false;
  std::uint32_t count = 0;
  std::memcpy(&count, data.data() + 80, sizeof count);
  return data.size() == kHeader + kTriangle * static_cast<std::size_t>(count);
}

TriangleMesh binary_stl(const fs::path& file, const std::string& data) {
  MeshBuilder out;
  for (std::size_t at = kHeader; at < data.size(); at += kTriangle)
    for (std::size_t corner = 0; corner < 3; ++corner) {
      std::array<float, 3> p{};
      std::memcpy(p.data(), data.data() + at + 12 + 12 * corner, sizeof p);
      out.corner(file, {p[0], p[1], p[2]});
    }
  return out.take(file);
}

TriangleMesh text_stl(const fs::path& file, const std::string& data) {
  std::istringstream in(data);
  MeshBuilder out;
  std::string word;
  while (in >> word) {
    if (word != "vertex") continue;
    std::array<double, 3> p{};
    if (!(in >> p[0] >> p[1] >> p[2])) refuse_file(file, "a vertex without three numbers");
    out.corner(file, p);
  }
  return out.take(file);
}

// "f 1/2/3 4//5 -1": the first number of each group, from 1, or from the end if negative.
TriangleMesh obj(const fs::path& file, const std::string& data) {
  std::istringstream lines(data);
  TriangleMesh out;
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::istringstream in(line);
    std::string word;
    in >> word;
    if (word == "v") {
      double x = 0, y = 0, z = 0;
      if (!(in >> x >> y >> z)) refuse_file(file, fmt::format("line {}: a vertex without three numbers", number));
      out.vertices.emplace_back(x, y, z);
    } else if (word == "f") {
      std::vector<int> corners;
      const auto count = static_cast<long>(out.vertices.size());
      while (in >> word) {
        char* end = nullptr;
        const long index = std::strtol(word.c_str(), &end, 10);
        const long vertex = index < 0 ? count + index : index - 1;
        if (end == word.c_str() || vertex < 0 || vertex >= count)
          refuse_file(file, fmt::format("line {}: no vertex {}", number, word));
        corners.push_back(static_cast<int>(vertex));
      }
      for (std::size_t k = 2; k < corners.size(); ++k)
        out.triangles.push_back({corners[0], corners[k - 1], corners[k]});
    }
  }
  return out;
}

}  // namespace

TriangleMesh read_mesh(const fs::path& file) {
  std::string ending = file.extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (ending != ".stl" && ending != ".obj") refuse_file(file, "a mesh must be an .stl or .obj file");
  const std::string data = contents(file);
  TriangleMesh mesh = ending == ".obj"      ? obj(file, data)
                      : is_binary_stl(data) ? binary_stl(file, data)
                                            : text_stl(file, data);
  if (mesh.triangles.empty()) refuse_file(file, "no triangles in it");
  return mesh;
}

}  // namespace alembert::contact
