// The parts of the studies of Fernandez de Bustos, Uriarte, Urkullu, Garcia-Marina 2021 (004), one file each.
#pragma once

#include "studies/findings.h"

namespace alembert::studies::tangent_2021 {

// Sec. 3 and 6: the forced pendulum.
void minimal_coordinates(Findings& findings);  // figures 3 to 5
void index_3(Findings& findings);              // figures 6 and 7
void large_amplitudes(Findings& findings);     // figures 8 to 10
void tangent_space(Findings& findings);        // figures 12 and 13
void stability_limits(Findings& findings);     // eqs. 11 and 18
// Sec. 6: the stiff double pendulum.
void double_pendulum_index_3(Findings& findings);  // figures 15 and 16
void double_pendulum_tangent(Findings& findings);  // figures 17 to 20
void double_pendulum_limit(Findings& findings);    // figures 21 and 22
// Sec. 6: the seven-body mechanism.
void seven_body_index_3(Findings& findings);
void seven_body_tangent(Findings& findings);      // table 2, figures 24 and 25
void seven_body_large_steps(Findings& findings);  // figures 26 and 27
// Sec. 7.
void double_four_bar(Findings& findings);  // table 3
void bricard(Findings& findings);          // table 4

}  // namespace alembert::studies::tangent_2021
