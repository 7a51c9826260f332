// A01: a point mass of 1 kg, 1 m from a pin, released horizontally. One angle, no constraint.
#include "mechanisms/mechanism.h"

namespace alembert::race {

namespace {

using namespace SimTK;

class Pendulum final : public Mechanism {
 public:
  Pendulum() {
    set_gravity(Vec3(0, -9.81, 0));
    bob_ = MobilizedBody::Pin(matter_.updGround(), rigid_body(1.0, kBob, Vec3(0)));
  }

  Vec3 point(const State& state) const override { return bob_.findStationLocationInGround(state, kBob); }

 private:
  // The angle is counted from hanging.
  void set_start(State& state) override { bob_.setAngle(state, -0.5 * Pi); }

  inline static const Vec3 kBob{0, -1, 0};
  MobilizedBody::Pin bob_;
};

}  // namespace

std::unique_ptr<Mechanism> make_pendulum() { return std::make_unique<Pendulum>(); }

}  // namespace alembert::race
