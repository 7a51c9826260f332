// Which pairs may touch, how far a step may go, and what it did to the energies of contacts.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "base/error.h"
#include "system/parts/contacts_part.h"

namespace alembert {

namespace {

constexpr double kSkin = 0.3;             // of the typical radius
constexpr std::size_t kNeighbours = 100;  // of a shape, on average: more are inside each other
constexpr double kAtRest = 1e-6;          // m/s: what is slower and stores less has no impact
constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Half of the shapes that have a size are smaller, each counted as often as there are others for it to meet: the wheels
// of a track, and not the many pins.
double typical_radius(const Contacts& contacts, const std::vector<std::vector<std::pair<int, int>>>& partners) {
  std::vector<std::pair<double, double>> radii;  // and how often
  double all = 0.0;
  for (std::size_t k = 0; k < contacts.shapes.size(); ++k)
    if (const double radius = contacts.shapes[k].prepared->bound.radius; std::isfinite(radius)) {
      radii.emplace_back(radius, static_cast<double>(partners[k].size()));
      all += radii.back().second;
    }
  std::sort(radii.begin(), radii.end());
  double below = 0.0;
  for (const auto& [radius, often] : radii)
    if ((below += often) >= 0.5 * all) return radius;
  return 1.0;
}

}  // namespace

void ContactsPart::prepare_search() {
  partners_.resize(contacts_.shapes.size());
  for (std::size_t k = 0; k < contacts_.pairs.size(); ++k) {
    const ContactPair& pair = contacts_.pairs[k];
    partners_[static_cast<std::size_t>(pair.a)].emplace_back(pair.b, static_cast<int>(k));
    partners_[static_cast<std::size_t>(pair.b)].emplace_back(pair.a, static_cast<int>(k));
  }
  for (auto& list : partners_) std::sort(list.begin(), list.end());
  skin_ = kSkin * typical_radius(contacts_, partners_);
  reference_.assign(contacts_.shapes.size(), Vec3::Constant(std::numeric_limits<double>::quiet_NaN()));
}

// By sorting and sweeping along x: bounding spheres at `reference_`, wider by half the skin each.
void ContactsPart::find_candidates() {
  along_.clear();
  unbounded_.clear();
  for (std::size_t k = 0; k < contacts_.shapes.size(); ++k) {
    const double r = contacts_.shapes[k].prepared->bound.radius + 0.5 * skin_;
    if (std::isinf(r))
      unbounded_.push_back(static_cast<int>(k));
    else
      along_.push_back({reference_[k][0] - r, reference_[k][0] + r, static_cast<int>(k)});
  }
  std::sort(along_.begin(), along_.end(),
            [](const Interval& a, const Interval& b) { return std::pair(a.low, a.shape) < std::pair(b.low, b.shape); });
  candidates_.clear();
  const auto add = [&](int a, int b) {
    const auto& list = partners_[static_cast<std::size_t>(a)];
    for (auto at = std::lower_bound(list.begin(), list.end(), std::pair(b, -1)); at != list.end() && at->first == b;
         ++at)
      candidates_.push_back(at->second);
  };
  open_.clear();
  for (const Interval& here : along_) {
    std::erase_if(open_, [&](const Interval& other) { return other.high < here.low; });
    const auto k = static_cast<std::size_t>(here.shape);
    const double r = 0.5 * (here.high - here.low);
    for (const Interval& other : open_) {
      const double both = r + 0.5 * (other.high - other.low);
      if ((reference_[k] - reference_[static_cast<std::size_t>(other.shape)]).squaredNorm() < both * both)
        add(here.shape, other.shape);
    }
    open_.push_back(here);
  }
  // Planes and hollows: whatever is beside them; those far above a plane are not.
  for (const int shape : unbounded_)
    for (const auto& [other, pair] : partners_[static_cast<std::size_t>(shape)]) {
      const ContactShape& flat = contacts_.shapes[static_cast<std::size_t>(shape)];
      const ContactShape& thing = contacts_.shapes[static_cast<std::size_t>(other)];
      const bool stands = !system_.frames()[flat.frame].moves();
      if (stands && flat.prepared->shape->kind() == contact::ShapeKind::plane) {
        const MarkerEntry& m = system_.markers()[flat.marker];
        const double height =
            m.R.col(2).dot(reference_[static_cast<std::size_t>(other)] - m.arm - system_.frames()[flat.frame].origin);
        if (height > thing.prepared->bound.radius + skin_) continue;
      }
      candidates_.push_back(pair);
    }
  if (candidates_.size() > kNeighbours * contacts_.shapes.size()) {
    const ContactPair& pair = contacts_.pairs[static_cast<std::size_t>(candidates_[candidates_.size() / 2])];
    throw IntegrationError(fmt::format(
        "{} pairs of shapes are within reach of each other, {} and {} among them: are bodies inside each other?",
        candidates_.size(), contacts_.shapes[static_cast<std::size_t>(pair.a)].name,
        contacts_.shapes[static_cast<std::size_t>(pair.b)].name));
  }
  std::sort(candidates_.begin(), candidates_.end());
  candidates_.erase(std::unique(candidates_.begin(), candidates_.end()), candidates_.end());
}

std::vector<std::pair<FrameId, FrameId>> ContactsPart::frames_of_candidates() const {
  std::vector<std::pair<FrameId, FrameId>> out;
  for (const int k : candidates_) {
    const ContactPair& pair = contacts_.pairs[static_cast<std::size_t>(k)];
    const FrameId a = contacts_.shapes[static_cast<std::size_t>(pair.a)].frame,
                  b = contacts_.shapes[static_cast<std::size_t>(pair.b)].frame;
    out.emplace_back(std::min(a, b), std::max(a, b));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// The matrix has places for all that is near, and for what was: what went by comes back, and places that are not needed
// cost little.
bool ContactsPart::couple_candidates() {
  const std::vector<std::pair<FrameId, FrameId>> near = frames_of_candidates();
  const bool within = std::includes(coupled_.begin(), coupled_.end(), near.begin(), near.end());
  const std::size_t most = 2 * near.size() + 16;
  if (within && coupled_.size() <= most) return false;
  std::vector<std::pair<FrameId, FrameId>> both;
  std::set_union(coupled_.begin(), coupled_.end(), near.begin(), near.end(), std::back_inserter(both));
  coupled_ = both.size() <= most ? both : near;
  return true;
}

// It follows from the state and its memory alone, so that a continued run finds the same.
ContactsPart::Search ContactsPart::search(const double* memory) {
  if (!contacts_.searches()) return Search::same;
  place_bounds();
  bool due = memory[0] == 0.0, same = !reference_.empty();
  reference_.resize(contacts_.shapes.size());
  const auto seen = [&](std::size_t k) { return Eigen::Map<const Vec3>(memory + 1 + 3 * k); };
  for (std::size_t k = 0; k < reference_.size() && !due; ++k)
    due = std::isfinite(contacts_.shapes[k].prepared->bound.radius) &&
          !((centres_[k] - seen(k)).squaredNorm() <= 0.0625 * skin_ * skin_);
  for (std::size_t k = 0; k < reference_.size(); ++k) {
    const Vec3 there = due ? centres_[k] : Vec3(seen(k));
    same = same && there == reference_[k];
    reference_[k] = there;
  }
  if (same) return Search::same;
  find_candidates();
  ++searches_;
  accepted_.t = std::numeric_limits<double>::quiet_NaN();  // more may touch than was looked at
  return couple_candidates() ? Search::other_places : Search::other_pairs;
}

void ContactsPart::exchange(Archive& archive) {
  std::vector<std::pair<int, int>> coupled;
  for (const auto& [a, b] : coupled_) coupled.emplace_back(a.value, b.value);
  archive(linearised_, coupled);
  if (!archive.reads()) return;
  const auto frames = static_cast<int>(system_.frames().size());
  coupled_.clear();
  for (const auto& [a, b] : coupled) {
    if (a < 0 || b < a || b >= frames) throw UsageError("the checkpoint belongs to a different model, or is damaged");
    coupled_.emplace_back(FrameId(static_cast<std::size_t>(a)), FrameId(static_cast<std::size_t>(b)));
  }
  if (!contacts_.searches()) coupled_ = frames_of_candidates();
}

// What is apart may come no nearer than to be half inside the other; what touches, by half its own size.
double ContactsPart::longest_step() const {
  if (empty()) return kInfinite;
  place_bounds();
  const auto speed = [&](int k) {
    const ContactShape& shape = contacts_.shapes[static_cast<std::size_t>(k)];
    const MarkerState<double>& m = placement_.marker(shape.marker);
    const double reach = shape.prepared->bound.radius;
    return (m.v + m.w.cross(centres_[static_cast<std::size_t>(k)] - m.p)).norm() +
           (std::isfinite(reach) ? m.w.norm() * reach : 0.0);
  };
  double out = kInfinite;
  if (contacts_.searches())
    for (std::size_t k = 0; k < contacts_.shapes.size(); ++k)
      if (const double v = speed(static_cast<int>(k)); v > 0.0) out = std::min(out, 0.25 * skin_ / v);
  for (const int k : candidates_) {
    const ContactPair& pair = contacts_.pairs[static_cast<std::size_t>(k)];
    const double v = speed(pair.a) + speed(pair.b);
    const double half = 0.5 * std::min(contacts_.shapes[static_cast<std::size_t>(pair.a)].prepared->shape->thickness(),
                                       contacts_.shapes[static_cast<std::size_t>(pair.b)].prepared->shape->thickness());
    const double way = std::max(0.0, bound_gap(pair)) + half;
    if (v * out > way) out = way / v;
  }
  return out;
}

// The elastic force of a pair along its way, by two rules, against what it stores (docs/formulation.md, section 3):
//
//   W = h/2 (F_n v_n + F_{n+1} v_{n+1}),   W - W' = h/4 (N_n - N_{n+1})(v_n - v_{n+1})
//   3 (|W - (U_{n+1} - U_n)| + |W - W'|)  <=  accuracy max(m v_n^2/2, m v_{n+1}^2/2, U_n, U_{n+1})
//
// F the elastic force, N all of it, m = m_a m_b/(m_a + m_b). Where the pair does not touch, its speed is what the force
// makes of the other one, v_n - v_{n+1} = h/2 N/m.
dae::Problem::ImpactError ContactsPart::impact_error(double h, double accuracy) const {
  dae::Problem::ImpactError out;
  auto before = accepted_.pairs.begin();
  auto after = trial_.pairs.begin();
  const PairEnergy none;
  while (before != accepted_.pairs.end() || after != trial_.pairs.end()) {
    const bool has_before =
        before != accepted_.pairs.end() && (after == trial_.pairs.end() || before->pair <= after->pair);
    const bool has_after =
        after != trial_.pairs.end() && (before == accepted_.pairs.end() || after->pair <= before->pair);
    const PairEnergy& n = has_before ? *before : none;
    const PairEnergy& m = has_after ? *after : none;
    const ContactPair& pair = contacts_.pairs[static_cast<std::size_t>(has_before ? n.pair : m.pair)];
    const ContactShape &a = contacts_.shapes[static_cast<std::size_t>(pair.a)],
                       &b = contacts_.shapes[static_cast<std::size_t>(pair.b)];
    const double mass = 1.0 / (1.0 / a.mass + 1.0 / b.mass);
    const double work = 0.5 * h * (n.power + m.power);
    const double apart = has_before && has_after ? n.speed() - m.speed() : 0.5 * h * (n.force + m.force) / mass;
    const double off =
        3.0 * (std::abs(work - (m.energy - n.energy)) + 0.25 * h * std::abs((n.force - m.force) * apart));
    const double size = std::max({0.5 * mass * n.closing * n.closing, 0.5 * mass * m.closing * m.closing, n.energy,
                                  m.energy, 0.5 * mass * kAtRest * kAtRest});
    if (const double ratio = off / (accuracy * size); off > 0.0 && ratio > out.ratio) {
      out.ratio = ratio;
      out.contact = pair.contact;
    }
    const double half = 0.5 * std::min(a.prepared->shape->thickness(), b.prepared->shape->thickness());
    if (m.depth > half && m.depth > n.depth) {
      out.passed_through = true;
      out.contact = pair.contact;
      return out;
    }
    if (has_before) ++before;
    if (has_after) ++after;
  }
  return out;
}

bool ContactsPart::released() const {
  auto now = trial_.pairs.begin();
  for (const int pair : linearised_) {
    while (now != trial_.pairs.end() && now->pair < pair) ++now;
    if (now == trial_.pairs.end() || now->pair != pair) return true;
  }
  return false;
}

}  // namespace alembert
