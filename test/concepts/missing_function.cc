// A kind of body that forgets to say how it is placed; compiling it must fail, and name what it fails to be.
#include "bodies/all_bodies.h"

namespace alembert {

class Forgetful : public RigidBody {
 public:
  using RigidBody::RigidBody;
  void place() = delete;
};

#ifdef CHECK_BODY
static_assert(BodyKernel<Forgetful>);
#endif

}  // namespace alembert
