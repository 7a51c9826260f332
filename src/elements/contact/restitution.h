// Which dissipation gives a wanted restitution.
//
// A body that strikes with the speed v0 against N = k delta^n (1 + chi v), v = d(delta)/dt, leaves with e v0. From
// m v dv = -k delta^n (1 + chi v) d(delta) and delta = 0 at both ends, v/(1 + chi v) dv integrates to 0 between v0 and
// -e v0, whatever k and n are; with c = chi v0
//
//   (1 + e) c = ln((1 + c)/(1 - c e))
//
// N has no cut-off here, and needs none: v falls from v0 to -e v0 and c e < 1, so 1 + chi v stays positive. Where a law
// changes N near 1 + chi v = 0, what leaves has less, or more, than e v0 as soon as 1 - c e is inside that range: below
// 0.1 for e < 0.33, below 0.01 for e < 0.18.
#pragma once

namespace alembert::contact {

// c for e in (0, 1].
double dissipation_for(double restitution);

}  // namespace alembert::contact
