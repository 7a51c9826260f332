#include "report/scene_geometry.h"

#include <fmt/format.h>

#include <filesystem>
#include <numbers>
#include <set>
#include <stdexcept>

#include "base/error.h"
#include "elements/contact/mesh_file.h"

namespace alembert::report {

namespace {

Vec3 vector(const Json& list) { return {list.at(0).get<double>(), list.at(1).get<double>(), list.at(2).get<double>()}; }

struct Frame {
  Mat3 R = Mat3::Identity();
  Vec3 at = Vec3::Zero();
};

// Corners around an axis, and from pole to pole of a ball.
constexpr int kAround = 48, kAlong = 16;

// A point of a contour that is turned about z.
struct Contour {
  double radius, z;
};

std::vector<Contour> ball(double radius, double straight) {
  std::vector<Contour> out;
  for (int k = 0; k <= kAlong; ++k) {
    const double angle = std::numbers::pi * (static_cast<double>(k) / kAlong - 0.5);
    const double ring = k == 0 || k == kAlong ? 0.0 : radius * std::cos(angle);
    if (2 * k == kAlong && straight > 0.0) out.push_back({ring, -0.5 * straight});
    out.push_back({ring, radius * std::sin(angle) + (2 * k < kAlong ? -0.5 : 0.5) * straight});
  }
  return out;
}

class GeometryBuilder {
 public:
  explicit GeometryBuilder(const Json& scene) : scene_(scene), holds_(scene.at("bodies").size()) {
    for (const char* group : {"joints", "forces"})
      for (const Json& element : scene.at(group))
        if (element.contains("markers"))
          for (const Json& marker : element.at("markers"))
            if (const int m = marker.get<int>(); m >= 0)
              holds_.at(scene.at("markers").at(static_cast<std::size_t>(m)).at("body").get<std::size_t>()).insert(m);
  }

  SceneGeometry build() {
    std::size_t body = 0;
    for (const Json& b : scene_.at("bodies")) {
      bool drawn = false;
      for (const Json& s : b.at("shapes")) drawn = shape(body, s, b.at("name").get<std::string>()) || drawn;
      if (!drawn) stand_in(body, vector(b.at("com")));
      ++body;
    }
    for (const Json& force : scene_.at("forces"))
      if (force.at("type") == "spring_damper") spring(force.at("markers"));
    return std::move(out_);
  }

 private:
  std::int32_t point(std::size_t body, const Vec3& at) {
    if (out_.ranges.empty() || out_.ranges.back().body != body) out_.ranges.push_back({body, out_.points.size(), 0});
    ++out_.ranges.back().count;
    out_.points.push_back(at);
    return static_cast<std::int32_t>(out_.points.size() - 1);
  }
  void triangle(std::size_t body, std::int32_t a, std::int32_t b, std::int32_t c) {
    out_.triangles.insert(out_.triangles.end(), {a, b, c});
    out_.triangle_body.push_back(static_cast<std::int32_t>(body));
  }
  void vertex(std::size_t body, std::int32_t at) {
    out_.vertices.push_back(at);
    out_.vertex_body.push_back(static_cast<std::int32_t>(body));
  }
  void end_line(std::int32_t body) {
    out_.line_ends.push_back(static_cast<std::int32_t>(out_.line_points.size()));
    out_.line_body.push_back(body);
  }

  // False: it cannot be drawn, and the notes say why.
  bool shape(std::size_t body, const Json& s, const std::string& name) {
    const auto kind = s.at("shape").get<std::string>();
    const auto size = s.at("size").get<std::vector<double>>();
    const Json& q = s.at("orientation");
    const Frame frame{Quat(q.at(0), q.at(1), q.at(2), q.at(3)).toRotationMatrix(), vector(s.at("at"))};
    if (kind == "box")
      box(body, frame, {size.at(0), size.at(1), size.at(2)});
    else if (kind == "cylinder")
      turned(body, frame,
             {{0, -0.5 * size.at(1)},
              {size.at(0), -0.5 * size.at(1)},
              {size.at(0), 0.5 * size.at(1)},
              {0, 0.5 * size.at(1)}});
    else if (kind == "cone")
      turned(body, frame, {{0, -0.5 * size.at(1)}, {size.at(0), -0.5 * size.at(1)}, {0, 0.5 * size.at(1)}});
    else if (kind == "sphere")
      turned(body, frame, ball(size.at(0), 0.0));
    else if (kind == "capsule")
      turned(body, frame, ball(size.at(0), size.at(1)));
    else if (kind == "ellipsoid")
      turned(body, {frame.R * Eigen::DiagonalMatrix<double, 3>(size.at(0), size.at(1), size.at(2)), frame.at},
             ball(1.0, 0.0));
    else if (kind == "torus")
      torus(body, frame, size.at(0), size.at(1));
    else if (kind == "plane")
      plane(body, frame, 0.5 * size.at(0));
    else if (s.contains("vertices"))
      surface(body, frame, s);
    else if (kind == "line")
      line(body, frame, s.at("points"));
    else
      return mesh(body, frame, s, name);
    return true;
  }

  void box(std::size_t body, const Frame& frame, const Vec3& size) {
    std::int32_t corner[8];
    for (int k = 0; k < 8; ++k)
      corner[k] = point(body, frame.at + 0.5 * (frame.R * Vec3((k & 1 ? 1 : -1) * size[0], (k & 2 ? 1 : -1) * size[1],
                                                               (k & 4 ? 1 : -1) * size[2])));
    constexpr int faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (const auto& f : faces) {
      triangle(body, corner[f[0]], corner[f[1]], corner[f[2]]);
      triangle(body, corner[f[0]], corner[f[2]], corner[f[3]]);
    }
  }

  // The surface of a contour, from below, turned about z; radius 0 is a pole.
  void turned(std::size_t body, const Frame& frame, const std::vector<Contour>& contour) {
    std::vector<std::int32_t> below, above;
    for (const Contour& c : contour) {
      above.clear();
      for (int k = 0; k < (c.radius > 0.0 ? kAround : 1); ++k) {
        const double angle = 2.0 * std::numbers::pi * k / kAround;
        above.push_back(
            point(body, frame.at + frame.R * Vec3(c.radius * std::cos(angle), c.radius * std::sin(angle), c.z)));
      }
      for (std::size_t k = 0; k < kAround && !below.empty(); ++k) {
        const std::size_t next = (k + 1) % kAround;
        if (below.size() > 1) triangle(body, below[k], below[next], above[above.size() > 1 ? next : 0]);
        if (above.size() > 1) triangle(body, below[below.size() > 1 ? k : 0], above[next], above[k]);
      }
      below.swap(above);
    }
  }

  void torus(std::size_t body, const Frame& frame, double radius, double tube) {
    const auto first = static_cast<std::int32_t>(out_.points.size());
    for (int i = 0; i < kAround; ++i)
      for (int k = 0; k < kAlong; ++k) {
        const double u = 2.0 * std::numbers::pi * i / kAround, v = 2.0 * std::numbers::pi * k / kAlong;
        const double r = radius + tube * std::cos(v);
        point(body, frame.at + frame.R * Vec3(r * std::cos(u), r * std::sin(u), tube * std::sin(v)));
      }
    const auto at = [&](int i, int k) { return first + i % kAround * kAlong + k % kAlong; };
    for (int i = 0; i < kAround; ++i)
      for (int k = 0; k < kAlong; ++k) {
        triangle(body, at(i, k), at(i + 1, k), at(i + 1, k + 1));
        triangle(body, at(i, k), at(i + 1, k + 1), at(i, k + 1));
      }
  }

  void plane(std::size_t body, const Frame& frame, double half) {
    std::int32_t corner[4];
    for (int k = 0; k < 4; ++k)
      corner[k] = point(body, frame.at + half * (frame.R * Vec3(k == 1 || k == 2 ? 1 : -1, k > 1 ? 1 : -1, 0)));
    triangle(body, corner[0], corner[1], corner[2]);
    triangle(body, corner[0], corner[2], corner[3]);
  }

  void surface(std::size_t body, const Frame& frame, const Json& s) {
    const auto start = static_cast<std::int32_t>(out_.points.size());
    for (const Json& v : s.at("vertices")) point(body, frame.at + frame.R * vector(v));
    for (const Json& t : s.at("triangles")) {
      std::int32_t corner[3];
      for (std::size_t k = 0; k < 3; ++k) {
        corner[k] = t.at(k).get<std::int32_t>();
        if (corner[k] < 0 || corner[k] >= static_cast<std::int32_t>(s.at("vertices").size()))
          throw std::out_of_range("a corner of a triangle");
      }
      triangle(body, start + corner[0], start + corner[1], start + corner[2]);
    }
  }

  void line(std::size_t body, const Frame& frame, const Json& points) {
    for (const Json& p : points) out_.line_points.push_back(point(body, frame.at + frame.R * vector(p)));
    end_line(static_cast<std::int32_t>(body));
  }

  bool mesh(std::size_t body, const Frame& frame, const Json& s, const std::string& name) {
    const std::filesystem::path file =
        std::filesystem::path(scene_.at("folder").get<std::string>()) / s.at("file").get<std::string>();
    const double unit = scene_.at("units").at("length").at("factor").get<double>();  // of the file's numbers
    try {
      const contact::TriangleMesh m = contact::read_mesh(file);
      const auto start = static_cast<std::int32_t>(out_.points.size());
      for (const Vec3& v : m.vertices) point(body, frame.at + unit * (frame.R * v));
      for (const contact::Triangle& t : m.triangles) triangle(body, start + t[0], start + t[1], start + t[2]);
    } catch (const Error& e) {
      out_.notes.push_back(fmt::format("a mesh of body {} is left out: {}", name, e.what()));
      return false;
    }
    return true;
  }

  void stand_in(std::size_t body, const Vec3& com) {
    const std::int32_t centre = body > 0 ? point(body, com) : -1;
    if (centre >= 0) vertex(body, centre);
    for (const int m : holds_[body]) {
      const std::int32_t end = point(body, vector(scene_.at("markers").at(static_cast<std::size_t>(m)).at("at")));
      if (centre < 0) {
        vertex(body, end);
        continue;
      }
      out_.line_points.insert(out_.line_points.end(), {centre, end});
      end_line(static_cast<std::int32_t>(body));
    }
  }

  void spring(const Json& markers) {
    for (const Json& index : markers) {
      const Json& marker = scene_.at("markers").at(index.get<std::size_t>());
      out_.line_points.push_back(point(marker.at("body").get<std::size_t>(), vector(marker.at("at"))));
    }
    end_line(-1);
  }

  const Json& scene_;
  std::vector<std::set<int>> holds_;  // markers of each body that joints and forces use
  SceneGeometry out_;
};

}  // namespace

SceneGeometry geometry_of(const Json& scene) { return GeometryBuilder(scene).build(); }

std::vector<LoadPlace> load_places(const Json& scene) {
  std::vector<LoadPlace> out;
  for (const bool joints : {true, false}) {
    std::size_t index = 0;
    for (const Json& element : scene.at(joints ? "joints" : "forces")) {
      const int first = element.contains("markers") ? element.at("markers").at(0).get<int>() : -1;
      if (first >= 0) {
        const Json& marker = scene.at("markers").at(static_cast<std::size_t>(first));
        out.push_back({marker.at("body").get<std::size_t>(), vector(marker.at("at")), joints, index});
      }
      ++index;
    }
  }
  return out;
}

}  // namespace alembert::report
