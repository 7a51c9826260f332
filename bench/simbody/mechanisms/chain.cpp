// A chain of bars 0.1 x 0.01 x 0.01 m of 0.1 kg along x from ground, released from rest: a tree of balls, three speeds
// a bar, no constraint.
#include "mechanisms/mechanism.h"

namespace alembert::race {

namespace {

using namespace SimTK;

class Chain final : public Mechanism {
 public:
  explicit Chain(int bars) {
    set_gravity(Vec3(0, -9.81, 0));
    const double mass = 0.1, length = 0.1, width = 0.01;
    const double along = mass * 2 * width * width / 12, across = mass * (length * length + width * width) / 12;
    const Body::Rigid bar = rigid_body(mass, Vec3(0.5 * length, 0, 0), Vec3(along, across, across));
    const Vec3 tip(length, 0, 0);
    last_ = MobilizedBody::Ball(matter_.updGround(), Vec3(0), bar, Vec3(0));
    for (int k = 1; k < bars; ++k) last_ = MobilizedBody::Ball(last_, tip, bar, Vec3(0));
  }

  Vec3 point(const State& state) const override { return last_.findStationLocationInGround(state, Vec3(0.1, 0, 0)); }

 private:
  void set_start(State&) override {}

  MobilizedBody::Ball last_;
};

}  // namespace

std::unique_ptr<Mechanism> make_chain(int bars) { return std::make_unique<Chain>(bars); }

}  // namespace alembert::race
