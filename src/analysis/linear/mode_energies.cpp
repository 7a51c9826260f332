#include "analysis/linear/mode_energies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace alembert {

namespace {

constexpr double kDifference = 1e-5;   // the cube root of rounding
constexpr double kWorthNaming = 0.05;  // of the whole
constexpr std::size_t kNamed = 3;

using Shares = std::vector<Mode::Share>;

void sort_shares(Shares& shares) {
  double whole = 0.0;
  for (const Mode::Share& s : shares) whole += std::abs(s.share);
  if (!(whole > 0.0) || !std::isfinite(whole)) {
    shares.clear();
    return;
  }
  for (Mode::Share& s : shares) s.share /= whole;
  std::erase_if(shares, [](const Mode::Share& s) { return std::abs(s.share) < 1e-6; });
  std::stable_sort(shares.begin(), shares.end(),
                   [](const auto& a, const auto& b) { return std::abs(a.share) > std::abs(b.share); });
}

std::string names_of(const Shares& shares) {
  std::string out;
  if (!shares.empty() && std::abs(shares.front().share) < kWorthNaming)
    return fmt::format("{} alike, {} most", shares.size(), shares.front().name);
  for (std::size_t k = 0; k < std::min(kNamed, shares.size()); ++k) {
    if (k > 0 && std::abs(shares[k].share) < kWorthNaming) break;
    out += fmt::format("{}{} {:.0f} %", k > 0 ? ", " : "", shares[k].name,
                       100.0 * (shares.front().share < 0.0 ? -shares[k].share : shares[k].share));
  }
  return out;
}

// x^T (change of each force's share of f along (dq, dv)) for a direction x.
void add_work(MultibodyProblem& problem, const dae::State& at, const Vector& dq, const Vector& dv, const Vector& x,
              std::vector<double>& out) {
  const double size = std::max(dq.size() > 0 ? dq.cwiseAbs().maxCoeff() : 0.0,
                               dv.size() > 0 ? dv.cwiseAbs().maxCoeff() / (1.0 + at.v.cwiseAbs().maxCoeff()) : 0.0);
  if (!(size > 0.0)) return;
  const double h = kDifference / size;
  dae::State moved = at;
  std::vector<double> work;
  for (const double sign : {1.0, -1.0}) {
    const Vector d = sign * h * dq;
    problem.advance(at.q, d, moved.q);
    moved.v = at.v + sign * h * dv;
    problem.energies(moved, true);
    problem.work_of_forces(x, work);
    for (std::size_t k = 0; k < work.size(); ++k) out[k] += sign * work[k] / (2.0 * h);
  }
}

}  // namespace

void find_energies(MultibodyProblem& problem, const dae::State& state, Mode& mode) {
  const System& system = problem.system();
  problem.recall(state);
  const Vector none = Vector::Zero(problem.sizes().velocities);
  std::vector<double> stored(system.model().forces.size() + system.model().contacts.size(), 0.0), lost = stored,
                                                                                                  in_states = stored;
  std::vector<double> kinetic(system.bodies().size(), 0.0);
  double all_stored = 0.0;
  Vector product(problem.sizes().velocities);
  const linear::Pattern& pattern = *problem.pattern();
  std::vector<double> K(static_cast<std::size_t>(pattern.nonzeros()));
  problem.linearise({0.0, 0.0, 1.0}, {state.t, state.q}, {state.t, state.q, state.v, state.a, state.lambda, none},
                    K.data());
  for (const bool imaginary : {false, true}) {
    const Vector dq = imaginary ? Vector(mode.dq.imag()) : Vector(mode.dq.real());
    const Vector dv = imaginary ? Vector(mode.dv.imag()) : Vector(mode.dv.real());
    problem.apply_mass(state.t, state.q, dv, product);
    for (std::size_t b = 0; b < system.bodies().size(); ++b) {
      const BodyEntry& body = system.bodies()[BodyId(b)];
      if (body.nv > 0) kinetic[b] += dv.segment(body.v, body.nv).dot(product.segment(body.v, body.nv));
    }
    for (int c = 0; c < problem.sizes().velocities; ++c)
      for (int k = pattern.column_starts()[static_cast<std::size_t>(c)];
           k < pattern.column_starts()[static_cast<std::size_t>(c) + 1]; ++k)
        if (const int r = pattern.rows()[static_cast<std::size_t>(k)]; r < problem.sizes().velocities)
          all_stored += dq[r] * K[static_cast<std::size_t>(k)] * dq[c];
    add_work(problem, state, dq, none, dq, stored);
    add_work(problem, state, none, dv, dv, lost);
    Vector owned = none;  // by states that forces own, such as the slips of tires
    for (std::size_t k = 0; k < system.states().size(); ++k)
      if (system.model().states[k].owner >= 0) owned[system.states()[k].v] = dv[system.states()[k].v];
    add_work(problem, state, none, owned, dq, in_states);
  }
  double rest = all_stored;
  for (std::size_t k = 0; k < stored.size(); ++k) {
    const std::size_t forces = system.model().forces.size();
    const std::string& name = k < forces ? system.model().forces[k].name : system.model().contacts[k - forces].name;
    mode.potential.push_back({name, stored[k] + in_states[k]});
    mode.dissipated.push_back({name, lost[k]});
    rest -= stored[k];
  }
  // Springs and dampers inside bodies.
  for (std::size_t k = 0; k < system.coordinates().size(); ++k) {
    const Coordinate& c = system.coordinates()[k];
    if (c.stiffness == 0.0 && c.damping == 0.0) continue;
    const auto at = static_cast<Eigen::Index>(k);
    const std::string name = problem.unknown_name(static_cast<int>(k));
    mode.potential.push_back({name, c.stiffness * std::norm(mode.dq[at])});
    mode.dissipated.push_back({name, c.damping * std::norm(mode.dv[at])});
    rest -= c.stiffness * std::norm(mode.dq[at]);
  }
  mode.potential.push_back({"loads in the joints", rest});
  for (std::size_t b = 0; b < kinetic.size(); ++b)
    mode.kinetic.push_back({system.bodies()[BodyId(b)].name, kinetic[b]});
  for (Shares* shares : {&mode.kinetic, &mode.potential, &mode.dissipated}) sort_shares(*shares);
  const bool overdamped = mode.eigenvalue.imag() == 0.0 && mode.eigenvalue != 0.0 && !mode.dissipated.empty();
  const std::string holding = names_of(overdamped ? mode.dissipated : mode.potential);
  mode.carried_by = mode.kinetic.empty() ? "" : "moves " + names_of(mode.kinetic);
  if (mode.eigenvalue == 0.0) {  // nothing moves by itself, and nothing is stored
    for (Shares* shares : {&mode.kinetic, &mode.potential, &mode.dissipated}) shares->clear();
    std::string moving;
    for (const BodyEntry& b : system.bodies())
      if (b.nv > 0 && mode.dq.segment(b.v, b.nv).norm() > 1e-6 * mode.dq.norm() && moving.size() < 40)
        moving += (moving.empty() ? ": " : ", ") + b.name;
    mode.carried_by = "free" + moving;
  } else if (!holding.empty()) {
    const bool tips = !overdamped && mode.potential.front().share < 0.0;
    mode.carried_by +=
        fmt::format("{}{} {}", mode.carried_by.empty() ? "" : "; ", tips ? "tipped by" : "held by", holding);
  }
}

}  // namespace alembert
