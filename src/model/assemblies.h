// A sub-model as a part of a model: placed, turned, mirrored, its names behind that of the assembly, its ports bodies
// of the model around it.
//
// A place or direction p of the sub-model becomes R M p, places moved by r: M is the identity, or, mirrored, a diagonal
// with one -1. Axes of bodies and markers follow as R M A M, which are axes again (of determinant 1). In such axes a
// vector has the components M v where v were those of the sub-model, and -M v where it turns with the sense of rotation
// (angular velocities, torques, angles): mirrored, the latter change their sense.
#pragma once

#include <array>
#include <map>
#include <string>

#include "math/types.h"
#include "model/draft.h"

namespace alembert {

struct Assembly {
  std::string name;
  Vec3 position = Vec3::Zero();
  Quat orientation = Quat::Identity();
  Vec3 mirror = Vec3::Ones();             // the diagonal of M
  std::map<std::string, MarkerId> ports;  // of the sub-model: what they are in the model
  SourcePosition where;

  bool mirrored() const { return mirror.prod() < 0.0; }
  Vec3 place(const Vec3& p) const { return position + direction(p); }
  Vec3 direction(const Vec3& d) const { return orientation * Vec3(mirror.cwiseProduct(d)); }
  Vec3 turning(const Vec3& w) const { return mirrored() ? Vec3(-direction(w)) : direction(w); }
  // Axes of the sub-model's frame, in the model's; and axes of something in one of its bodies.
  Quat axes(const Quat& a) const { return (orientation * local_axes(a)).normalized(); }
  Quat local_axes(const Quat& a) const;
  // The factors of the components of a force, of a torque, along the axes of whatever marker.
  Vec3 along() const { return mirror; }
  Vec3 about() const { return mirrored() ? Vec3(-mirror) : Vec3::Ones(); }
};

// Adds all of the sub-model to the draft but its simulation, gravity and title. Throws ModelError for what cannot be
// mirrored.
void add_assembly(Draft& draft, const Model& inner, const Assembly& assembly);

}  // namespace alembert
