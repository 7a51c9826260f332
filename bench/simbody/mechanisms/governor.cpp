// A05, stiff flyball governor: a shaft that turns, on it a slider and two hinged arms, four coordinates, no constraint;
// springs with dampers from the arms to the slider.
#include "mechanisms/mechanism.h"

namespace alembert::race {

namespace {

using namespace SimTK;

constexpr double kDensity = 3000, kWidth = 0.01, kBar = kDensity * kWidth * kWidth;  // bars of 1 m

class Governor final : public Mechanism {
 public:
  Governor() {
    set_gravity(Vec3(0, 0, -9.81));
    const double along = kBar * 2 * kWidth * kWidth / 12, across = kBar * (1 + kWidth * kWidth) / 12;
    shaft_ = MobilizedBody::Pin(matter_.updGround(), rigid_body(kBar, Vec3(0, 0, 0.5), Vec3(across, across, along)));
    const double cube = kDensity * 1e-3;
    const Rotation upward(UnitVec3(ZAxis), XAxis);  // a slider moves along its x
    slider_ = MobilizedBody::Slider(shaft_, Transform(upward, Vec3(0, 0, 0.5)),
                                    rigid_body(cube, Vec3(0), Vec3(cube * 0.01 / 6)), Transform(upward, Vec3(0)));
    const double ball = 5, arm = kBar + ball, centre = (0.5 * kBar + ball) / arm;
    const double swing = across + kBar * square(0.5 - centre) + ball * square(1 - centre);
    for (const int side : {1, -1}) {
      // The arm's x axis points outward at angle 0 of its hinge.
      const Vec3 outward(side, 0, 0);
      MobilizedBody::Pin hinge(shaft_, pin_frame(Vec3(0.05 * side, 0, 1), UnitVec3(YAxis)),
                               rigid_body(arm, centre * outward, Vec3(along, swing, swing)),
                               pin_frame(Vec3(0), UnitVec3(YAxis)));
      (side > 0 ? right_ : left_) = hinge;
      const Vec3 middle = 0.5 * outward, corner = 0.05 * outward;
      Force::TwoPointLinearSpring(forces_, hinge, middle, slider_, corner, 8e5, 0.5);
      Force::TwoPointLinearDamper(forces_, hinge, middle, slider_, corner, 4e4);
    }
  }

  Vec3 point(const State& state) const override { return slider_.getBodyOriginLocation(state); }

 private:
  void set_start(State& state) override {
    right_.setAngle(state, Pi / 6);
    left_.setAngle(state, -Pi / 6);
    shaft_.setRate(state, 2 * Pi);
  }

  MobilizedBody::Pin shaft_, right_, left_;
  MobilizedBody::Slider slider_;
};

}  // namespace

std::unique_ptr<Mechanism> make_governor() { return std::make_unique<Governor>(); }

}  // namespace alembert::race
