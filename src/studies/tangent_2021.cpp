// Fernandez de Bustos, Uriarte, Urkullu, Garcia-Marina 2021 (004): stability of Newmark's formulas in minimal
// coordinates, in index-3 form, and in the tangent space of the constraints. Where the paper says alpha and beta this
// project says gamma and beta.
#include "studies/tangent_2021.h"

#include "studies/papers.h"

namespace alembert::studies {

std::vector<Experiment> tangent_2021_experiments() {
  using namespace tangent_2021;
  return {{"figures-3-5", "forced pendulum in its angle alone", pendulum::minimal_coordinates},
          {"figures-6-7", "forced pendulum with constraints, index 3", pendulum::index_3},
          {"figures-8-10", "large amplitudes", pendulum::large_amplitudes},
          {"figures-12-13", "forced pendulum in the tangent space", pendulum::tangent_space},
          {"limits", "limits of the step, measured", pendulum::stability_limits},
          {"figures-15-16", "double pendulum, index 3", double_pendulum::index_3},
          {"figures-17-20", "double pendulum in the tangent space", double_pendulum::tangent},
          {"figures-21-22", "double pendulum: frequencies and limit", double_pendulum::limit},
          {"seven-body-index-3", "seven bodies, index 3", seven_body::index_3},
          {"figures-24-25", "seven bodies in the tangent space", seven_body::tangent},
          {"figures-26-27", "seven bodies with large steps", seven_body::large_steps},
          {"table-3", "double four-bar", double_four_bar},
          {"table-4", "Bricard's mechanism", bricard}};
}

}  // namespace alembert::studies
