// A04, rectangular Bricard mechanism: five rods of 1 m and 1 kg on six pins. Two branches from ground, P0-P1-P2-P3 and
// P5-P4-P3, five angles, closed by the pin at P3: a ball and two right angles, one of the five equations redundant; or
// without the second right angle.
#include "mechanisms/mechanism.h"

namespace alembert::race {

namespace {

using namespace SimTK;

class Bricard final : public Mechanism {
 public:
  explicit Bricard(bool whole) {
    set_gravity(Vec3(0, -9.81, 0));
    const UnitVec3 x(XAxis), y(YAxis), z(ZAxis);
    // Each rod's frame has its origin at the pin that carries it.
    rods_[0] = rod(matter_.updGround(), Vec3(0, 0, 0), y, Vec3(1, 0, 0));   // at P0, to P1
    rods_[1] = rod(rods_[0], Vec3(1, 0, 0), z, Vec3(0, -1, 0));             // at P1, to P2
    rods_[2] = rod(rods_[1], Vec3(0, -1, 0), x, kP3);                       // at P2, to P3
    rods_[4] = rod(matter_.updGround(), Vec3(0, 0, 1), x, Vec3(0, -1, 0));  // at P5, to P4
    rods_[3] = rod(rods_[4], Vec3(0, -1, 0), z, Vec3(1, 0, 0));             // at P4, to P3
    Constraint::Ball(rods_[2], kP3, rods_[3], Vec3(1, 0, 0));
    Constraint::ConstantAngle(rods_[2], y, rods_[3], z);
    if (whole) Constraint::ConstantAngle(rods_[2], y, rods_[3], x);
  }

  Vec3 point(const State& state) const override { return rods_[2].findStationLocationInGround(state, kP3); }

 private:
  // A slender rod from its pin to `end`.
  static MobilizedBody::Pin rod(MobilizedBody& carrier, const Vec3& at, const UnitVec3& axis, const Vec3& end) {
    const Vec3 central = (Vec3(1) - end.elementwiseMultiply(end)) / 12.0;
    return MobilizedBody::Pin(carrier, pin_frame(at, axis), rigid_body(1.0, 0.5 * end, central),
                              pin_frame(Vec3(0), axis));
  }

  void set_start(State&) override {}

  inline static const Vec3 kP3{0, 0, 1};
  MobilizedBody::Pin rods_[5];
};

}  // namespace

std::unique_ptr<Mechanism> make_bricard(bool whole) { return std::make_unique<Bricard>(whole); }

}  // namespace alembert::race
