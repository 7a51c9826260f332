// The parts of the studies of Fernandez de Bustos, Uriarte, Urkullu, Garcia-Marina 2021 (004), one file each.
#pragma once

#include "studies/findings.h"

namespace alembert::studies::tangent_2021 {

namespace pendulum {                           // sec. 3 and 6, forced
void minimal_coordinates(Findings& findings);  // figures 3 to 5
void index_3(Findings& findings);              // figures 6 and 7
void large_amplitudes(Findings& findings);     // figures 8 to 10
void tangent_space(Findings& findings);        // figures 12 and 13
void stability_limits(Findings& findings);     // eqs. 11 and 18
}  // namespace pendulum

namespace double_pendulum {        // sec. 6, stiff
void index_3(Findings& findings);  // figures 15 and 16
void tangent(Findings& findings);  // figures 17 to 20
void limit(Findings& findings);    // figures 21 and 22
}  // namespace double_pendulum

namespace seven_body {  // sec. 6
void index_3(Findings& findings);
void tangent(Findings& findings);      // table 2, figures 24 and 25
void large_steps(Findings& findings);  // figures 26 and 27
}  // namespace seven_body

// Sec. 7.
void double_four_bar(Findings& findings);  // table 3
void bricard(Findings& findings);          // table 4

}  // namespace alembert::studies::tangent_2021
