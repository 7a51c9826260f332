#include "report/mesh_file.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "base/error.h"

namespace alembert::report {

namespace {

namespace fs = std::filesystem;
constexpr std::uintmax_t kLargestFile = 200'000'000;

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
  throw Error(ExitCode::bad_usage, fmt::format("{}: {}", file.string(), why));
}

std::string contents(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) refuse(file, "there is no such file");
  if (fs::file_size(file, error) > kLargestFile) refuse(file, "the file is larger than 200 MB");
  std::ifstream in(file, std::ios::binary);
  std::string out{std::istreambuf_iterator<char>(in), {}};
  if (!in) refuse(file, "cannot be read");
  return out;
}

// Vertices of triangles, equal ones once.
class MeshBuilder {
 public:
  void vertex(const std::array<float, 3>& p) {
    const auto [at, fresh] = index_.emplace(p, static_cast<std::int32_t>(mesh_.vertices.size() / 3));
    if (fresh) mesh_.vertices.insert(mesh_.vertices.end(), p.begin(), p.end());
    mesh_.triangles.push_back(at->second);
  }
  Mesh take() { return std::move(mesh_); }

 private:
  Mesh mesh_;
  std::map<std::array<float, 3>, std::int32_t> index_;
};

// Binary: 80 bytes of anything, the number of triangles, for each a normal, three corners and two bytes.
constexpr std::size_t kHeader = 84, kTriangle = 50;

bool is_binary_stl(const std::string& data) {
  if (data.size() < kHeader) return false;
  std::uint32_t count = 0;
  std::memcpy(&count, data.data() + 80, sizeof count);
  return data.size() == kHeader + kTriangle * static_cast<std::size_t>(count);
}

Mesh binary_stl(const std::string& data) {
  MeshBuilder out;
  for (std::size_t at = kHeader; at < data.size(); at += kTriangle)
    for (std::size_t corner = 0; corner < 3; ++corner) {
      std::array<float, 3> p{};
      std::memcpy(p.data(), data.data() + at + 12 + 12 * corner, sizeof p);
      out.vertex(p);
    }
  return out.take();
}

Mesh text_stl(const fs::path& file, const std::string& data) {
  std::istringstream in(data);
  MeshBuilder out;
  std::string word;
  while (in >> word) {
    if (word != "vertex") continue;
    std::array<float, 3> p{};
    if (!(in >> p[0] >> p[1] >> p[2])) refuse(file, "a vertex without three numbers");
    out.vertex(p);
  }
  return out.take();
}

// "f 1/2/3 4//5 -1": the first number of each group, from 1, or from the end if negative.
Mesh obj(const fs::path& file, const std::string& data) {
  std::istringstream lines(data);
  Mesh out;
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::istringstream in(line);
    std::string word;
    in >> word;
    if (word == "v") {
      float x = 0, y = 0, z = 0;
      if (!(in >> x >> y >> z)) refuse(file, fmt::format("line {}: a vertex without three numbers", number));
      out.vertices.insert(out.vertices.end(), {x, y, z});
    } else if (word == "f") {
      std::vector<std::int32_t> corners;
      const auto count = static_cast<long>(out.vertices.size() / 3);
      while (in >> word) {
        char* end = nullptr;
        const long index = std::strtol(word.c_str(), &end, 10);
        const long vertex = index < 0 ? count + index : index - 1;
        if (end == word.c_str() || vertex < 0 || vertex >= count)
          refuse(file, fmt::format("line {}: no vertex {}", number, word));
        corners.push_back(static_cast<std::int32_t>(vertex));
      }
      for (std::size_t k = 2; k < corners.size(); ++k)
        out.triangles.insert(out.triangles.end(), {corners[0], corners[k - 1], corners[k]});
    }
  }
  return out;
}

}  // namespace

Mesh read_mesh(const fs::path& file) {
  std::string ending = file.extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (ending != ".stl" && ending != ".obj") refuse(file, "a mesh must be an .stl or .obj file");
  const std::string data = contents(file);
  const Mesh mesh = ending == ".obj" ? obj(file, data) : is_binary_stl(data) ? binary_stl(data) : text_stl(file, data);
  if (mesh.triangles.empty() || mesh.triangles.size() % 3 != 0) refuse(file, "no triangles, or parts of one, in it");
  for (const float x : mesh.vertices)
    if (!std::isfinite(x)) refuse(file, "a vertex is not finite");
  return mesh;
}

}  // namespace alembert::report
