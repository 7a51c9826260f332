// Cross sections of beams. x is along the beam; y and z are the section's principal axes through its centre.
//
//   Iy = int z^2 dA,  Iz = int y^2 dA,  G J theta' = T,  G A_y gamma_xy = V_y
//
// Shear areas of tubes, rods and rectangles are Cowper's (J. Appl. Mech. 33, 1966, 335-340):
//
//   tube, m = inner / outer radius:  A_y / A = 6 (1 + nu) (1 + m^2)^2 / ((7 + 6 nu) (1 + m^2)^2 + (20 + 12 nu) m^2)
//   rectangle:                       A_y / A = 10 (1 + nu) / (12 + 11 nu)
#pragma once

#include <string>
#include <vector>

namespace alembert::flexible {

// Where stress is looked at: sigma_xx = N/A + M_y z/Iy - M_z y/Iz, tau_xy = T tau_y, tau_xz = T tau_z.
struct SectionPoint {
  std::string place;
  double y = 0.0, z = 0.0, tau_y = 0.0, tau_z = 0.0;
};

struct BeamSection {
  double A = 0.0, Iy = 0.0, Iz = 0.0, J = 0.0;
  double Ay = 0.0, Az = 0.0;  // 0: stiff in shear
  double radius = 0.0;        // of the tube that is drawn
  std::vector<SectionPoint> points;
};

// Lengths are positive, the wall is at most half the diameter: the caller has checked.
BeamSection tube_section(double diameter, double wall, double nu);
BeamSection rod_section(double diameter, double nu);
// width along y, height along z
BeamSection rectangle_section(double width, double height, double nu);
// Stress at the corners and the middles of the sides of a box of this width and height about the section; none if 0.
// Its shear stress from torsion is left out: it depends on the shape.
BeamSection general_section(double A, double Iy, double Iz, double J, double Ay, double Az, double width,
                            double height);

}  // namespace alembert::flexible
