#include "report/vtk_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <numeric>

#include "base/error.h"
#include "base/files.h"
#include "report/scene_geometry.h"
#include "report/vtk_file.h"
#include "report/vtu_series.h"

namespace alembert::report {

namespace {

namespace fs = std::filesystem;
using results::channel;
using results::Group;
using results::RunData;

// Where a body is at one output time, and how it moves; ground stays.
struct Motion {
  Mat3 R = Mat3::Identity();
  Vec3 r = Vec3::Zero(), v = Vec3::Zero(), w = Vec3::Zero();
};

class Bodies {
 public:
  explicit Bodies(const RunData& run)
      : count_(run.names(Group::bodies).size()),
        position_(run.history[channel(Group::bodies, "position")]),
        quaternion_(run.history[channel(Group::bodies, "quaternion")]),
        velocity_(run.history[channel(Group::bodies, "velocity")]),
        angular_velocity_(run.history[channel(Group::bodies, "angular_velocity")]) {}

  // Body 0 is ground.
  Motion at(std::size_t row, std::size_t body) const {
    if (body == 0) return {};
    const std::size_t k = row * count_ + body - 1;
    const double* q = &quaternion_[4 * k];
    const auto vector = [k](const std::vector<double>& of) { return Vec3(of[3 * k], of[3 * k + 1], of[3 * k + 2]); };
    return {Quat(q[0], q[1], q[2], q[3]).toRotationMatrix(), vector(position_), vector(velocity_),
            vector(angular_velocity_)};
  }

 private:
  std::size_t count_;
  const std::vector<double>&position_, &quaternion_, &velocity_, &angular_velocity_;
};

void put(std::vector<float>& out, std::size_t point, const Vec3& x) {
  for (std::size_t i = 0; i < 3; ++i) out[3 * point + i] = static_cast<float>(x[static_cast<Eigen::Index>(i)]);
}

std::vector<std::int32_t> counted(std::size_t count, std::int32_t from, std::int32_t by) {
  std::vector<std::int32_t> out(count);
  for (std::size_t k = 0; k < count; ++k) out[k] = from + by * static_cast<std::int32_t>(k);
  return out;
}

// Shapes and springs.
class MotionSeries {
 public:
  MotionSeries(const Json& scene, const RunData& run)
      : bodies_(run),
        geometry_(geometry_of(scene)),
        positions_(3 * geometry_.points.size()),
        velocities_(positions_.size()),
        series_(layout()) {
    for (const PointRange& range : geometry_.ranges)
      if (range.body > run.names(Group::bodies).size()) throw std::out_of_range("a body of the scene");
  }
  static constexpr const char* name = "motion";
  const std::vector<std::string>& notes() const { return geometry_.notes; }
  std::size_t bytes() const { return series_.bytes(); }

  std::string text(std::size_t row) {
    for (const PointRange& range : geometry_.ranges) {
      const Motion m = bodies_.at(row, range.body);
      for (std::size_t k = range.first; k < range.first + range.count; ++k) {
        const Vec3 arm = m.R * geometry_.points[k];
        put(positions_, k, m.r + arm);
        put(velocities_, k, m.v + m.w.cross(arm));
      }
    }
    return series_.text(positions_, {velocities_});
  }

 private:
  VtpSeries layout() const {
    const SceneGeometry& g = geometry_;
    const std::vector<std::int32_t> vertex_ends = counted(g.vertices.size(), 1, 1),
                                    triangle_ends = counted(g.triangles.size() / 3, 3, 3);
    std::vector<std::int32_t> body = g.vertex_body;
    body.insert(body.end(), g.line_body.begin(), g.line_body.end());
    body.insert(body.end(), g.triangle_body.begin(), g.triangle_body.end());
    return VtpSeries({g.points.size(),
                      {{"Verts", g.vertices, vertex_ends},
                       {"Lines", g.line_points, g.line_ends},
                       {"Polys", g.triangles, triangle_ends}},
                      {{"body", body}},
                      {},
                      {"velocity"}});
  }

  Bodies bodies_;
  SceneGeometry geometry_;
  std::vector<float> positions_, velocities_;
  VtpSeries series_;
};

// Reactions and applied forces, at the first markers of joints and forces.
class ForceSeries {
 public:
  ForceSeries(const Json& scene, const RunData& run)
      : bodies_(run),
        joints_{run.names(Group::joints).size(), run.history[channel(Group::joints, "force")],
                run.history[channel(Group::joints, "torque")]},
        forces_{run.names(Group::forces).size(), run.history[channel(Group::forces, "force")],
                run.history[channel(Group::forces, "torque")]},
        places_(load_places(scene)),
        at_(3 * places_.size()),
        series_(layout()) {
    for (const LoadPlace& p : places_)
      if (p.body > run.names(Group::bodies).size() || p.index >= (p.is_joint ? joints_ : forces_).count)
        throw std::out_of_range("a joint or force of the scene");
  }
  static constexpr const char* name = "forces";
  bool empty() const { return places_.empty(); }
  std::size_t bytes() const { return series_.bytes(); }

  std::string text(std::size_t row) {
    std::vector<float> force(at_.size()), torque(at_.size());
    for (std::size_t k = 0; k < places_.size(); ++k) {
      const LoadPlace& p = places_[k];
      const Motion m = bodies_.at(row, p.body);
      put(at_, k, m.r + m.R * p.at);
      const Loads& loads = p.is_joint ? joints_ : forces_;
      const std::size_t i = 3 * (row * loads.count + p.index);
      put(force, k, {loads.force[i], loads.force[i + 1], loads.force[i + 2]});
      put(torque, k, {loads.torque[i], loads.torque[i + 1], loads.torque[i + 2]});
    }
    return series_.text(at_, {force, torque});
  }

 private:
  VtpSeries layout() const {
    const std::vector<std::int32_t> points = counted(places_.size(), 0, 1), ends = counted(places_.size(), 1, 1);
    std::vector<std::int32_t> applied, index;
    for (const LoadPlace& p : places_) {
      applied.push_back(p.is_joint ? 0 : 1);
      index.push_back(static_cast<std::int32_t>(p.index));
    }
    return VtpSeries(
        {places_.size(), {{"Verts", points, ends}}, {}, {{"applied", applied}, {"index", index}}, {"force", "torque"}});
  }

  struct Loads {
    std::size_t count;
    const std::vector<double>&force, &torque;
  };
  Bodies bodies_;
  Loads joints_, forces_;
  std::vector<LoadPlace> places_;
  std::vector<float> at_;
  VtpSeries series_;
};

// Flexible bodies, each with files of its own: flexible_BODY_ROW.vtu, BODY counted from 0.
class FlexibleSeries {
 public:
  FlexibleSeries(const RunData& run, const DeformingBodies& flexible) : bodies_(run) {
    for (const DeformingBody& b : flexible.bodies) {
      const std::vector<std::string>& names = run.names(Group::bodies);
      const auto found = std::find(names.begin(), names.end(), b.name);
      if (found == names.end()) throw std::out_of_range("a flexible body");
      index_.push_back(static_cast<std::size_t>(found - names.begin()) + 1);
      series_.push_back(std::make_unique<DeformedSeries>(b));
    }
  }
  static constexpr const char* name = "flexible";
  std::size_t count() const { return series_.size(); }
  std::size_t bytes() const {
    std::size_t out = 0;
    for (const auto& s : series_) out += s->bytes();
    return out;
  }
  std::string text(std::size_t row, std::size_t k) {
    const Motion m = bodies_.at(row, index_[k]);
    return series_[k]->text(row, m.R, m.r);
  }

 private:
  Bodies bodies_;
  std::vector<std::size_t> index_;
  std::vector<std::unique_ptr<DeformedSeries>> series_;  // they hold places of their own members
};

std::string file_name(const char* series, std::size_t row) { return fmt::format("{}_{:06}.vtp", series, row); }

// Removes the collections of an older export, then its files: those of the names this one gives.
void remove_older(const fs::path& folder) {
  std::vector<fs::path> old;
  for (const char* series : {MotionSeries::name, ForceSeries::name, FlexibleSeries::name}) {
    old.push_back(folder / (std::string(series) + ".pvd"));
    std::error_code error;
    const fs::directory_iterator entries(folder, error);
    if (error) files::fail("read the folder", folder, error.value());
    for (const fs::directory_entry& entry : entries) {
      const std::string name = entry.path().filename().string(), start = std::string(series) + "_";
      const std::string number =
          name.size() > start.size() ? name.substr(start.size(), name.find('.') - start.size()) : "";
      const bool flexible = series == FlexibleSeries::name;
      if (name.starts_with(start) && name.ends_with(flexible ? ".vtu" : ".vtp") && number.size() >= 6 &&
          number.find_first_not_of(flexible ? "_0123456789" : "0123456789") == std::string::npos)
        old.push_back(entry.path());
    }
  }
  for (const fs::path& file : old) {
    std::error_code error;
    fs::remove(file, error);
    if (error) files::fail("remove the older", file, error.value());
  }
}

// Files of one series and, behind them, their collection. `written` says what there is, whatever happens.
template <class Series>
void write_series(const fs::path& folder, Series& series, const RunData& run, const std::vector<std::size_t>& rows,
                  std::vector<fs::path>& written) {
  std::vector<PvdEntry> entries;
  for (const std::size_t row : rows) {
    entries.push_back({run.history.time[row], file_name(Series::name, row)});
    written.push_back(folder / entries.back().file);
    files::write_bytes(written.back(), series.text(row));  // not synced one by one: thousands would take minutes
  }
  written.push_back(folder / (std::string(Series::name) + ".pvd"));
  files::write_file(written.back(), pvd_text(entries));
}

void write_flexible(const fs::path& folder, FlexibleSeries& series, const RunData& run,
                    const std::vector<std::size_t>& rows, std::vector<fs::path>& written) {
  std::vector<PvdEntry> entries;
  for (const std::size_t row : rows)
    for (std::size_t k = 0; k < series.count(); ++k) {
      entries.push_back(
          {run.history.time[row], fmt::format("{}_{}_{:06}.vtu", FlexibleSeries::name, k, row), static_cast<int>(k)});
      written.push_back(folder / entries.back().file);
      files::write_bytes(written.back(), series.text(row, k));
    }
  written.push_back(folder / (std::string(FlexibleSeries::name) + ".pvd"));
  files::write_file(written.back(), pvd_text(entries));
}

std::vector<std::size_t> rows_of(std::size_t times, std::size_t every) {
  std::vector<std::size_t> out;
  for (std::size_t row = 0; row < times; row += every) out.push_back(row);
  if (times > 0 && out.back() != times - 1) out.push_back(times - 1);
  return out;
}

void refuse_absurd(std::size_t times, std::uintmax_t bytes_each, const VtkOptions& options) {
  const auto total = [&](std::size_t every) { return rows_of(times, every).size() * bytes_each; };
  if (total(options.every) <= options.most_bytes) return;
  std::size_t every = options.every + 1;
  while (every < times && total(every) > options.most_bytes) every += 1 + every / 8;
  const auto gigabytes = [](std::uintmax_t bytes) { return static_cast<double>(bytes) / 1e9; };
  throw Error(ExitCode::bad_usage,
              fmt::format("the files would take {:.3g} GB ({} times, {:.3g} MB each), more than {:.3g} GB: --every {} "
                          "writes {:.3g} GB",
                          gigabytes(total(options.every)), rows_of(times, options.every).size(),
                          static_cast<double>(bytes_each) / 1e6, gigabytes(options.most_bytes), every,
                          gigabytes(total(every))));
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder)) files::fail("make the folder", folder, error ? error.value() : ENOTDIR);
}

std::vector<std::string> write_all(const fs::path& folder, const Json& scene, const RunData& run,
                                   const DeformingBodies& flexible, const VtkOptions& options) {
  MotionSeries motion(scene, run);
  ForceSeries forces(scene, run);
  FlexibleSeries deformed(run, flexible);
  const std::size_t times = run.history.time.size();
  refuse_absurd(times, motion.bytes() + (forces.empty() ? 0 : forces.bytes()) + deformed.bytes(), options);
  make_folder(folder);
  remove_older(folder);
  const std::vector<std::size_t> rows = rows_of(times, options.every);
  std::vector<fs::path> written;
  try {
    write_series(folder, motion, run, rows, written);
    if (!forces.empty()) write_series(folder, forces, run, rows, written);
    if (deformed.count() > 0) write_flexible(folder, deformed, run, rows, written);
  } catch (...) {
    std::error_code ignored;  // the first failure is the one to report
    for (const fs::path& file : written) fs::remove(file, ignored);
    throw;
  }
  std::vector<std::string> notes = motion.notes();
  notes.insert(notes.end(), flexible.notes.begin(), flexible.notes.end());
  return notes;
}

}  // namespace

std::vector<std::string> write_vtk(const fs::path& folder, const RunData& run, const VtkOptions& options,
                                   const DeformingBodies& flexible) {
  const std::string source = run.file.string();
  if (run.layout.scene.empty())
    throw Error(
        ExitCode::bad_usage,
        fmt::format("{} was written by an older program and holds no picture of the model: run it again", source));
  try {
    return write_all(folder, Json::parse(run.layout.scene), run, flexible, options);
  } catch (const Json::exception& e) {
    throw Error(ExitCode::bad_usage, fmt::format("cannot read {}: /model/scene: {}", source, e.what()));
  } catch (const std::out_of_range&) {
    throw Error(ExitCode::bad_usage, fmt::format("cannot read {}: /model/scene does not fit the results", source));
  }
}

}  // namespace alembert::report
