// The mechanisms of the tasks as Simbody models them best: trees of mobilised bodies in joint coordinates, with loops
// closed by constraints. Each is described in its own file.
#pragma once

#include <Simbody.h>

#include <memory>

namespace alembert::race {

class Mechanism {
 public:
  virtual ~Mechanism() = default;

  const SimTK::MultibodySystem& system() const { return system_; }
  // The state to start from, consistent; with Euler angles instead of quaternions where balls are.
  SimTK::State start(bool euler_angles) {
    system_.realizeTopology();
    SimTK::State state = system_.getDefaultState();
    matter_.setUseEulerAngles(state, euler_angles);
    system_.realizeModel(state);
    set_start(state);
    return state;
  }
  // The point that is compared with a reference.
  virtual SimTK::Vec3 point(const SimTK::State& state) const = 0;

 protected:
  Mechanism() : matter_(system_), forces_(system_) {}
  virtual void set_start(SimTK::State& state) = 0;

  void set_gravity(const SimTK::Vec3& g) { SimTK::Force::UniformGravity(forces_, matter_, g); }

  // `system_` owns the other two.
  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
};

// A body with its inertia about the centre of mass given along the axes of its frame.
SimTK::Body::Rigid rigid_body(double mass, const SimTK::Vec3& centre, const SimTK::Vec3& central_inertia);
// The frame of a pin at a point, turning about an axis (a pin turns about its z).
SimTK::Transform pin_frame(const SimTK::Vec3& at, const SimTK::UnitVec3& axis);

std::unique_ptr<Mechanism> make_pendulum();
std::unique_ptr<Mechanism> make_seven_body();
std::unique_ptr<Mechanism> make_bricard(bool whole);
std::unique_ptr<Mechanism> make_governor();
std::unique_ptr<Mechanism> make_chain(int bars);

}  // namespace alembert::race
