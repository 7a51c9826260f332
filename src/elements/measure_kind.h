// The measures of markers that expressions may use; what each is, is in marker_measure.h.
#pragma once

namespace alembert {

enum class MarkerMeasure {
  displacement,
  velocity,
  rotation_rate,
  separation_rate,
  displacement_rate,  // of motions; has no name in expressions
  angle_x,
  angle_y,
  angle_z,
  euler_psi,
  euler_theta,
  euler_phi,
};

}  // namespace alembert
