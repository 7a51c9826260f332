#include "analysis/linear/modes_report.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "results/seal.h"

namespace alembert {

namespace {

using Json = nlohmann::ordered_json;
using Complex = std::complex<double>;
using Six = Eigen::Matrix<Complex, 6, 1>;

Json shares(const std::vector<Mode::Share>& list) {
  Json out = Json::object();
  for (const Mode::Share& s : list) out[s.name] = s.share;
  return out;
}

Json rows(const Eigen::MatrixXd& m) {
  Json out = Json::array();
  for (Eigen::Index r = 0; r < m.rows(); ++r) {
    Json row = Json::array();
    for (Eigen::Index c = 0; c < m.cols(); ++c) row.push_back(m(r, c));
    out.push_back(row);
  }
  return out;
}

// Modal coordinates of a flexible body in a mode; of others none.
Eigen::VectorXcd modal_of(const System& system, const Mode& mode, std::size_t body) {
  if (!system.model().bodies[body].flexibility) return {};
  const BodyEntry& entry = system.bodies()[BodyId(body)];
  return mode.dq.segment(entry.v + 6, entry.nv - 6);
}

Json mode_json(const Mechanism& mechanism, const dae::State& state, const Mode& mode) {
  const auto& bodies = mechanism.system().model().bodies;
  std::vector<Six> shapes;
  Complex largest = 0.0;
  for (std::size_t b = 1; b < bodies.size(); ++b) {
    shapes.push_back(shape_of(mechanism, state, mode, b));
    for (const Complex& x : shapes.back())
      if (std::abs(x) > std::abs(largest) * (1.0 + 1e-9)) largest = x;
    for (const Complex& x : modal_of(mechanism.system(), mode, b))  // the largest displacement of a mode of 1 is 1 m
      if (std::abs(x) > std::abs(largest) * (1.0 + 1e-9)) largest = x;
  }
  const auto scaled_of = [&](const Complex& x) { return std::abs(largest) > 0.0 ? x / largest : x; };
  Json shape = Json::object(), imaginary = Json::object();
  Json modal = Json::object(), modal_imaginary = Json::object();
  bool complex = false;
  for (std::size_t b = 1; b < bodies.size(); ++b) {
    Json re = Json::array(), im = Json::array();
    for (const Complex& x : shapes[b - 1]) {
      const Complex scaled = scaled_of(x);
      re.push_back(scaled.real());
      im.push_back(scaled.imag());
      complex = complex || std::abs(scaled.imag()) > 1e-9;
    }
    shape[bodies[b].name] = re;
    imaginary[bodies[b].name] = im;
    for (const Complex& x : modal_of(mechanism.system(), mode, b)) {
      const Complex scaled = scaled_of(x);
      modal[bodies[b].name].push_back(scaled.real());
      modal_imaginary[bodies[b].name].push_back(scaled.imag());
      complex = complex || std::abs(scaled.imag()) > 1e-9;
    }
  }
  Json out = {{"eigenvalue", {mode.eigenvalue.real(), mode.eigenvalue.imag()}},
              {"frequency", mode.frequency()},
              {"damped_frequency", mode.damped_frequency()},
              {"damping_ratio", mode.damping_ratio()},
              {"shape", shape}};
  if (complex) out["shape_imaginary"] = imaginary;
  if (!modal.empty()) out["modal"] = modal;
  if (!modal.empty() && complex) out["modal_imaginary"] = modal_imaginary;
  out["carried_by"] = mode.carried_by;
  out["energy"] = {{"kinetic", shares(mode.kinetic)},
                   {"potential", shares(mode.potential)},
                   {"dissipated", shares(mode.dissipated)}};
  return out;
}

std::string matlab_matrix(const char* name, const Eigen::MatrixXd& m) {
  std::string out = fmt::format("{} = ", name);
  if (m.size() == 0) return out + fmt::format("zeros({}, {});\n", m.rows(), m.cols());
  out += "[\n";
  for (Eigen::Index r = 0; r < m.rows(); ++r) {
    for (Eigen::Index c = 0; c < m.cols(); ++c) out += fmt::format("{}{:.17g}", c > 0 ? " " : "  ", m(r, c));
    out += r + 1 < m.rows() ? ";\n" : "];\n";
  }
  return out;
}

std::string matlab_names(const char* name, const std::vector<std::string>& names) {
  std::string out = fmt::format("{} = {{", name);
  for (std::size_t k = 0; k < names.size(); ++k) {
    std::string quoted;
    for (const char c : names[k]) quoted += c == '\'' ? "''" : std::string(1, c);
    out += fmt::format("{}'{}'", k > 0 ? ", " : "", quoted);
  }
  return out + "};\n";
}

// A matrix in MAT-file level 4: type, rows, columns, imaginary flag, length of the name; the name; columns of doubles.
void add_matrix(std::string& out, const char* name, const Eigen::MatrixXd& m) {
  const std::uint32_t header[5] = {0, static_cast<std::uint32_t>(m.rows()), static_cast<std::uint32_t>(m.cols()), 0,
                                   static_cast<std::uint32_t>(std::strlen(name) + 1)};
  out.append(reinterpret_cast<const char*>(header), sizeof header);
  out.append(name, std::strlen(name) + 1);
  out.append(reinterpret_cast<const char*>(m.data()), static_cast<std::size_t>(m.size()) * sizeof(double));
}

void write_linear(const std::filesystem::path& folder, const LinearModel& model, const std::string& about) {
  const Json json = {{"about", about},
                     {"time", model.state.t},
                     {"units", "states and time in m, rad, s; inputs and outputs as in the model"},
                     {"states", model.state_names},
                     {"inputs", model.input_names},
                     {"outputs", model.output_names},
                     {"A", rows(model.A)},
                     {"B", rows(model.B)},
                     {"C", rows(model.C)},
                     {"D", rows(model.D)}};
  files::write_file(folder / "linear.json", json.dump(1) + "\n");
  std::string text = fmt::format("% Linear model about {}: x' = A x + B u, y = C x + D u\n", about);
  text += matlab_names("states", model.state_names) + matlab_names("inputs", model.input_names) +
          matlab_names("outputs", model.output_names);
  text += matlab_matrix("A", model.A) + matlab_matrix("B", model.B) + matlab_matrix("C", model.C) +
          matlab_matrix("D", model.D);
  files::write_file(folder / "linear.m", text);
  std::string bytes;
  add_matrix(bytes, "A", model.A);
  add_matrix(bytes, "B", model.B);
  add_matrix(bytes, "C", model.C);
  add_matrix(bytes, "D", model.D);
  files::write_file(folder / "linear.mat", bytes);
}

}  // namespace

Six shape_of(const Mechanism& mechanism, const dae::State& state, const Mode& mode, std::size_t body) {
  // The velocity of the body frame where the velocities of the system are those of the mode.
  const System& system = mechanism.system();
  Placement placement(system);
  const MarkerId frame = system.model().bodies[body].frame_marker;
  const auto part = [&](const Vector& dq) {
    placement.move_to(state.t, state.q, dq);
    const MarkerState<double>& m = placement.marker(frame);
    Eigen::Matrix<double, 6, 1> x;
    x << m.v, m.w;
    return x;
  };
  const auto real = part(mode.dq.real()), imaginary = part(mode.dq.imag());
  Six out;
  for (Eigen::Index k = 0; k < 6; ++k) out[k] = Complex(real[k], imaginary[k]);
  return out;
}

std::string modes_text(const ModesResult& found) {
  std::string out = fmt::format("modes about {}\n", found.about);
  out +=
      fmt::format("{:>4} {:>13} {:>13} {:>10} {:>29}\n", "", "undamped/Hz", "damped/Hz", "damping", "eigenvalue/(1/s)");
  constexpr std::size_t kMost = 60;
  for (std::size_t k = 0; k < std::min(kMost, found.modes.size()); ++k) {
    const Mode& m = found.modes[k];
    const std::string value = m.eigenvalue.imag() == 0.0
                                  ? fmt::format("{:.6g}", m.eigenvalue.real())
                                  : fmt::format("{:.6g} +- {:.6g} i", m.eigenvalue.real(), m.eigenvalue.imag());
    out += fmt::format("{:>4} {:>13.7g} {:>13.7g} {:>10.4g} {:>29}  {}\n", k + 1, m.frequency(), m.damped_frequency(),
                       m.damping_ratio(), value, m.carried_by);
  }
  if (found.modes.size() > kMost) out += fmt::format("  ... and {} more in modes.json\n", found.modes.size() - kMost);
  std::size_t growing = 0;
  double fastest = 0.0;
  for (const Mode& m : found.modes) fastest = std::max(fastest, std::abs(m.eigenvalue));
  for (const Mode& m : found.modes) growing += m.eigenvalue.real() > 1e-8 * fastest ? 1 : 0;
  out += growing == 0 ? "no mode grows" : fmt::format("{} of them grow{}", growing, growing == 1 ? "s" : "");
  return out;
}

std::string linear_text(const LinearModel& model) {
  std::string out =
      fmt::format("linear model: {} states, {} inputs, {} outputs\n", model.A.rows(), model.B.cols(), model.C.rows());
  const auto list = [&](const char* what, const std::vector<std::string>& names) {
    constexpr std::size_t kMost = 40;
    for (std::size_t k = 0; k < std::min(kMost, names.size()); ++k)
      out += fmt::format("  {}{:<3} {}\n", what, k + 1, names[k]);
    if (names.size() > kMost) out += fmt::format("  ... and {} more\n", names.size() - kMost);
  };
  list("x", model.state_names);
  list("u", model.input_names);
  list("y", model.output_names);
  if (model.A.rows() <= 8) {
    const auto matrix = [&](const char* name, const Eigen::MatrixXd& m) {
      for (Eigen::Index r = 0; r < m.rows(); ++r) {
        out += fmt::format("  {} ", r == 0 ? name : " ");
        for (Eigen::Index c = 0; c < m.cols(); ++c) out += fmt::format("{:>13.6g}", m(r, c));
        out += "\n";
      }
    };
    matrix("A", model.A);
    if (model.B.cols() > 0) matrix("B", model.B);
    if (model.C.rows() > 0) matrix("C", model.C);
    if (model.D.size() > 0) matrix("D", model.D);
  }
  out.pop_back();
  return out;
}

void write_modes(const std::filesystem::path& folder, Mechanism& mechanism, const ModesResult& found) {
  Json modes = Json::array();
  for (const Mode& mode : found.modes) modes.push_back(mode_json(mechanism, found.state, mode));
  const Json json = {{"about", found.about}, {"time", found.state.t}, {"modes", modes}};
  files::write_file(folder / "modes.json", results::sealed_text(json, 1));
  if (found.linear) write_linear(folder, *found.linear, found.about);
}

}  // namespace alembert
