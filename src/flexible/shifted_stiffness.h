// A = K + sigma M, factored once, for static answers and for the lowest modes, with or without conditions C u = g.
//
//   A = L L^T (in an order that keeps L sparse),  G = L^-1 C^T,  Q an orthonormal basis of G
//   A^-1 with C u = 0:   L^-T (1 - Q Q^T) L^-1
//   modes:               (1 - Q Q^T) L^-1 M L^-T (1 - Q Q^T) y = y / (omega^2 + sigma),   u = L^-T y
//
// The last is a symmetric standard problem, whatever M: nothing asks for its factor, and masses may be zero.
// sigma > 0 is for parts that nothing holds; static answers with K alone are then iterated to.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "flexible/discrete_part.h"

namespace alembert::flexible {

using Progress = std::function<void(const std::string& line)>;

// Both may be empty.
struct Reports {
  Progress progress;
  std::function<std::string(int coordinate)> place;  // for messages: "node 17"
};

struct Modes {
  Eigen::VectorXd squares;  // omega^2, ascending; those of rigid motions are about 0
  Eigen::MatrixXd shapes;   // with mass 1 each
};

class ShiftedStiffness {
 public:
  // C: conditions x coordinates, may have no rows. Throws Error(ExitCode::bad_model) when A is not positive definite,
  // and where, or the conditions depend on each other.
  ShiftedStiffness(Sparse K, const Sparse& M, double sigma, const Sparse& C, const Reports& reports);
  ~ShiftedStiffness();
  ShiftedStiffness(ShiftedStiffness&&) noexcept;
  ShiftedStiffness& operator=(ShiftedStiffness&&) noexcept;

  // u with K u = f + C^T lambda, C u = g, for columns of f and g. `clean`, if given, is applied to every iterate, to
  // take rigid motions out where K has them.
  Eigen::MatrixXd answers(const Eigen::MatrixXd& f, const Eigen::MatrixXd& g,
                          const std::function<void(Eigen::MatrixXd&)>& clean = {}) const;

  // The `count` lowest with C u = 0. `progress` is told how far it is.
  Modes lowest(int count, const Progress& progress = {}) const;

  double sigma() const;
  // How many modes there are at most.
  int freedoms() const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

// A with the shift that suits a part which nothing but C holds: a hundredth of its lowest omega^2 above 0, of which
// `rigid` are (about) 0.
ShiftedStiffness suitably_shifted(const Sparse& K, const Sparse& M, const Sparse& C, int rigid, const Reports& reports);

}  // namespace alembert::flexible
