// Flexible bodies in the page of a run: what viewer/src/data.ts calls Flexible, and the histories of their hot spots.
#pragma once

#include <string>
#include <vector>

#include "report/deforming_body.h"
#include "report/model_units.h"
#include "report/page.h"

namespace alembert::report {

struct FlexibleRoom {
  std::size_t shapes = 4'000'000;     // bytes of shapes in all
  std::size_t histories = 2'000'000;  // bytes of histories of hot spots
};

// `bodies`: of the run, without ground. `frames`: output times that the page keeps. `swings`: of a page of modes, for
// each body modal coordinates to be shown beside these (columns), which get amplitudes behind those of the frames.
Json flexible_of(const DeformingBodies& flexible, const std::vector<std::string>& bodies,
                 const std::vector<std::size_t>& frames, const std::vector<Eigen::MatrixXd>& swings,
                 const ModelUnits& units, const FlexibleRoom& room, Arrays& arrays, std::vector<std::string>& notes);

// Von Mises stress over time at the hot spots of each body: entries of `columns`.
std::vector<Json> stress_columns(const DeformingBodies& flexible, const ModelUnits& units, const FlexibleRoom& room,
                                 Arrays& arrays, std::vector<std::string>& notes);

// The largest stress of each body, as facts.
std::vector<Json> stress_facts(const DeformingBodies& flexible, const ModelUnits& units);

}  // namespace alembert::report
