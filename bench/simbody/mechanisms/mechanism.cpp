#include "mechanisms/mechanism.h"

namespace alembert::race {

SimTK::Body::Rigid rigid_body(double mass, const SimTK::Vec3& centre, const SimTK::Vec3& central_inertia) {
  const SimTK::Inertia about_origin = SimTK::Inertia(central_inertia).shiftFromMassCenter(-centre, mass);
  return SimTK::Body::Rigid(SimTK::MassProperties(mass, centre, about_origin));
}

SimTK::Transform pin_frame(const SimTK::Vec3& at, const SimTK::UnitVec3& axis) {
  return SimTK::Transform(SimTK::Rotation(axis, SimTK::ZAxis), at);
}

}  // namespace alembert::race
