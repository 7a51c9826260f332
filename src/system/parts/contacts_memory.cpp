// What contacts carry from step to step: bristles, and what pairs did at the state that the next step begins from.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/error.h"
#include "system/parts/contacts_part.h"

namespace alembert {

void ContactsPart::see(double t) {
  accepted_.t = t;
  accepted_.pairs.clear();
  contact::TouchForce touch;
  each_touching(false, [&](int k, std::size_t, Touches touches) {
    PairEnergy& seen = accepted_.pairs.emplace_back();
    seen.pair = k;
    for (const contact::Touch& t_k : touches) {
      force(k, t_k, touch);
      seen.add(touch);
    }
  });
}

void ContactsPart::PairEnergy::add(const contact::TouchForce& touch) {
  energy += touch.energy;
  elastic += touch.elastic;
  force += touch.N;
  power += touch.elastic * touch.closing;
  if (std::abs(touch.closing) > std::abs(closing)) closing = touch.closing;
  depth = std::max(depth, touch.depth);
}

void ContactsPart::recall(const double* memory) {
  if (empty()) return;
  for (std::size_t k = 0; k < before_.size(); ++k) before_[k] = pose_of(placement_.pose(contacts_.shapes[k].marker));
  const int count = std::max(0, static_cast<int>(memory[0]) - 1);
  memory += 1 + (contacts_.searches() ? 3 * contacts_.shapes.size() : 0);
  remembered_.resize(static_cast<std::size_t>(count));
  for (Remembered& r : remembered_) {
    r.pair = static_cast<int>(memory[0]);
    r.feature = static_cast<int>(memory[1]);
    r.place = memory[2];
    r.bristle = Eigen::Map<const Vec3>(memory + 3);
    memory += Contacts::kTouchMemory;
  }
}

void ContactsPart::remember(const dae::State& state, double* out) {
  if (empty()) return;
  double* const count = out++;
  if (contacts_.searches())
    for (const Vec3& centre : reference_) {
      Eigen::Map<Vec3>{out} = centre;
      out += 3;
    }
  // States within the last step are remembered after its end, which the next step begins from.
  const bool newest = !(state.t < accepted_.t);
  if (newest) {
    accepted_.t = state.t;
    accepted_.pairs.clear();
  }
  int written = 0;
  contact::TouchForce touch;
  std::vector<Remembered>& list = unsorted_;
  each_touching(false, [&](int k, std::size_t, Touches touches) {
    PairEnergy seen;
    seen.pair = k;
    list.clear();
    for (const contact::Touch& t : touches) {
      force(k, t, touch);
      seen.add(touch);
      list.push_back({k, t.feature, t.place, touch.bristle});
    }
    if (newest) accepted_.pairs.push_back(seen);
    std::sort(list.begin(), list.end(), [](const Remembered& x, const Remembered& y) {
      return std::tie(x.feature, x.place) < std::tie(y.feature, y.place);
    });
    for (const Remembered& r : list) {
      if (++written > contacts_.touches)
        throw IntegrationError(fmt::format(
            "at t = {:.9g} s shapes touch at more than {} points: are bodies inside each other? The last is of contact "
            "{}",
            state.t, contacts_.touches,
            contacts_.contacts[static_cast<std::size_t>(contacts_.pairs[static_cast<std::size_t>(k)].contact)].name));
      out[0] = r.pair;
      out[1] = r.feature;
      out[2] = r.place;
      Eigen::Map<Vec3>(out + 3) = r.bristle;
      out += Contacts::kTouchMemory;
    }
  });
  *count = written + 1;
}

}  // namespace alembert
