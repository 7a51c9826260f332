// The list of body kinds: a new kind is one file and one line here, and a line in `with_kernel_of`.
#pragma once

#include <tuple>
#include <vector>

#include "bodies/flexible.h"
#include "bodies/ground.h"
#include "bodies/planar.h"
#include "bodies/point.h"
#include "bodies/rigid.h"
#include "bodies/rigid_with_masses.h"

namespace alembert {

using AllBodies = std::tuple<GroundBody, RigidBody, PointBody, PlanarBody, RigidWithMasses, FlexibleBody>;

// Calls f(kernel) with the kernel of a body of the model.
template <class F>
void with_kernel_of(const Body& body, F&& f) {
  switch (body.kind) {
    case BodyKind::ground:
      return f(GroundBody(body));
    case BodyKind::rigid:
      return body.internal_masses.empty() ? f(RigidBody(body)) : f(RigidWithMasses(body));
    case BodyKind::point:
      return f(PointBody(body));
    case BodyKind::planar:
      return f(PlanarBody(body));
    case BodyKind::flexible:
      return f(FlexibleBody(body));
  }
}

}  // namespace alembert
