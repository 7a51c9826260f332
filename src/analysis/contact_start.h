// Contacts at the start of a model: how many there are, what touches already, and what is inside something else.
#pragma once

#include <string>
#include <vector>

#include "analysis/mechanism.h"

namespace alembert {

struct ContactStart {
  std::vector<std::string> touching;  // a sentence each
  std::vector<std::string> warnings;  // of bodies deep inside each other, of meshes that are coarse
};

// Of a mechanism that has been put together.
ContactStart contact_start(Mechanism& mechanism);

}  // namespace alembert
