// A03, Andrews' squeezing mechanism, in the plane: seven angles of four branches from ground that meet at E,
//   O-OF-EF,  B-BE,  A-AG-GE,  A-AH-HE,
// three of which are held there to the fourth: E of theirs lies on the line through E along z, two equations each.
#include "mechanisms/mechanism.h"

namespace alembert::race {

namespace {

using namespace SimTK;

Body::Rigid planar_body(double mass, double inertia, double x, double y) {
  return rigid_body(mass, Vec3(x, y, 0), Vec3(0.5 * inertia, 0.5 * inertia, inertia));
}

class SevenBody final : public Mechanism {
 public:
  SevenBody() {
    MobilizedBody& ground = matter_.updGround();
    of_ = MobilizedBody::Pin(ground, Vec3(0), planar_body(0.04325, 2.194e-6, 0.00092, 0), Vec3(0));
    ef_ = MobilizedBody::Pin(of_, kF, planar_body(0.00365, 4.410e-7, 0.0165, 0), Vec3(0.028, 0, 0));
    be_ = MobilizedBody::Pin(ground, Vec3(-0.03635, 0.03273, 0), planar_body(0.02373, 5.255e-6, 0.01874, 0.01043),
                             Vec3(0));
    ag_ = MobilizedBody::Pin(ground, kA, planar_body(0.07050, 1.169e-5, 0.02308, 0.00916), Vec3(0));
    ge_ = MobilizedBody::Pin(ag_, Vec3(0.04, 0, 0), planar_body(0.00706, 5.667e-7, 0.00579, 0), Vec3(0));
    ah_ = MobilizedBody::Pin(ground, kA, planar_body(0.05498, 1.912e-5, 0.01228, -0.00449), Vec3(0));
    he_ = MobilizedBody::Pin(ah_, Vec3(0.04, 0, 0), planar_body(0.00706, 5.667e-7, 0.00579, 0), Vec3(0));
    const Vec3 e_of_be(0.035, 0, 0), e_of_links(0.02, 0, 0);
    Constraint::PointOnLine(be_, UnitVec3(ZAxis), e_of_be, ef_, Vec3(0));
    Constraint::PointOnLine(be_, UnitVec3(ZAxis), e_of_be, ge_, e_of_links);
    Constraint::PointOnLine(be_, UnitVec3(ZAxis), e_of_be, he_, e_of_links);
    Force::TwoPointLinearSpring(forces_, ground, Vec3(0.014, 0.072, 0), be_, Vec3(0.018, 0.020, 0), 4530, 0.07785);
    Force::MobilityConstantForce(forces_, of_, MobilizerUIndex(0), 0.033);
  }

  Vec3 point(const State& state) const override { return of_.findStationLocationInGround(state, kF); }

 private:
  void set_start(State& state) override {
    of_.setAngle(state, -0.0617138900142764);
    be_.setAngle(state, -1.1155165076318);
    ag_.setAngle(state, 0.4873649795438);
    ge_.setAngle(state, -0.860762957085 - 0.4873649795438);
    ah_.setAngle(state, -0.340248882245);
    he_.setAngle(state, 1.007879054384 + 0.340248882245);
  }

  inline static const Vec3 kA{-0.06934, -0.00227, 0}, kF{0.007, 0, 0};
  MobilizedBody::Pin of_, ef_, be_, ag_, ge_, ah_, he_;
};

}  // namespace

std::unique_ptr<Mechanism> make_seven_body() { return std::make_unique<SevenBody>(); }

}  // namespace alembert::race
