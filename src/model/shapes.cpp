#include "model/shapes.h"
#include "elements/contact/shapes/sphere.h"
#include "elements/contact/shapes/plane.h"
#include "elements/contact/shapes/box.h"
#include "elements/contact/shapes/cylinder.h"
#include "elements/contact/shapes/capsule.h"
#include "elements/contact/shapes/torus.h"
#include "elements/contact/shapes/cone.h"

namespace alembert {

std::shared_ptr<const contact::Shape> make_shape(const Model&, const Geometry& g) {
  using S = Geometry::Shape;
  switch (g.shape) {
    case S::box: return std::make_shared<contact::BoxShape>(Vec3(g.size[0], g.size[1], g.size[2]), g.rounding);
    case S::sphere: return std::make_shared<contact::SphereShape>(g.size[0], g.inside);
    case S::plane: return std::make_shared<contact::PlaneShape>();
    case S::cylinder: return std::make_shared<contact::CylinderShape>(g.size[0], g.size[1], g.inside, g.rounding);
    case S::capsule: return std::make_shared<contact::CapsuleShape>(g.size[0], g.size[1]);
    case S::torus: return std::make_shared<contact::TorusShape>(g.size[0], g.size[1]);
    case S::cone: return std::make_shared<contact::ConeShape>(g.size[0], g.size[1], g.rounding);
    default: throw ModelError(g.where, "not yet");
  }
}

}  // namespace alembert
