// The entries of a compiled system: bodies, frames and markers with their places in the vectors. Plain data, constant
// once made. Elements are in pools.h.
#pragma once

#include <string>
#include <vector>

#include "base/ids.h"
#include "bodies/frame.h"

namespace alembert {

struct BodyEntry {
  std::string name;
  int q = 0, v = 0;    // first number in q and v
  int nq = 0, nv = 0;  // how many
  FrameId frame;       // its first one, the body's own; the others follow it
  double mass = 0.0, largest_moment = 0.0;
};

// What a velocity of a body is; in the order of v, without states.
struct Coordinate {
  Direction direction = Direction::translation;
  double inertia = 0.0;                   // of its direction, at the start
  double stiffness = 0.0, damping = 0.0;  // of a spring and damper inside its body
  bool mode = false;                      // of a flexible body
};

struct FrameEntry {
  BodyId body;
  FrameMap map = FrameMap::fixed;
  int v = 0;                   // its body's first velocity
  int columns = 0;             // velocities from there on which it depends
  int place = 0;               // among the frames of its body
  int general = -1;            // among the frames with general maps
  Vec3 origin = Vec3::Zero();  // at the start, in the body frame
  bool moves() const { return columns > 0; }
};

// A marker is fixed to a frame.
struct MarkerEntry {
  FrameId frame;
  Vec3 arm = Vec3::Zero();  // from the frame's origin, in its axes
  Mat3 R = Mat3::Identity();
};

// An angle counted over whole turns: about axis `axis` of the reference marker (see measures and torsion springs).
struct AngleTracker {
  enum class Kind { about_z_of_first, ax, ay, az };
  Kind kind = Kind::about_z_of_first;
  MarkerId marker_i, marker_j;
  double start = 0.0;  // it is counted from near here
};

}  // namespace alembert
