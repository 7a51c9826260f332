// One way in which a mechanism can vibrate, grow or die down by itself: changes proportional to exp(s t).
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

namespace alembert {

struct Mode {
  std::complex<double> eigenvalue;  // s, 1/s; of a conjugate pair, the one above the real axis
  Eigen::VectorXcd dq, dv;          // changes of position and velocity, in the problem's own tangent

  // Shares of the mode's energy, or of what dampers take, by name; the largest first.
  struct Share {
    std::string name;
    double share = 0.0;
  };
  std::vector<Share> kinetic, potential, dissipated;
  std::string carried_by;

  // Hz: the natural frequency, as if it were not damped; and that with which it oscillates, 0 where it does not.
  double frequency() const { return std::abs(eigenvalue) / (2.0 * M_PI); }
  double damped_frequency() const { return eigenvalue.imag() / (2.0 * M_PI); }
  double damping_ratio() const { return eigenvalue.real() == 0.0 ? 0.0 : -eigenvalue.real() / std::abs(eigenvalue); }
};

}  // namespace alembert
