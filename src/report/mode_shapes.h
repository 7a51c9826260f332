// The modes of modes.json as the page takes them: numbers, energies, and shapes as arrays.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/deforming_body.h"
#include "report/model_units.h"
#include "report/page.h"

namespace alembert::report {

// `bodies`: without ground. Shapes take at most `room` bytes; those of the last modes are left out then, which is
// noted.
Json modes_of(const nlohmann::json& stored, const std::vector<std::string>& bodies, const ModelUnits& units,
              std::size_t room, Arrays& arrays, std::vector<std::string>& notes);

// Modal coordinates of each flexible body in each mode: two columns a mode, real and imaginary; zero where a file of an
// older program holds none.
std::vector<Eigen::MatrixXd> swings_of(const nlohmann::json& stored, const DeformingBodies& flexible);

}  // namespace alembert::report
