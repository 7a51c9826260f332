// What there is to record of a run, and its names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "results/channels.h"
#include "results/records.h"

namespace alembert {

// A flexible body: the file its part was read from, and what of it was used.
struct FlexibleRecord {
  std::string body;
  // As written in the model, empty where the part stands there itself; the file with the part, which is in the results
  // folder if it is relative, and then holds the modes that were used alone.
  std::string data, file;
  std::string hash;        // of the file's content (base/files.h)
  std::vector<int> modes;  // which of the part, from 1, in the order of their coordinates
};

// What there is to record; fixed for the whole run.
struct ResultsLayout {
  std::string title;
  std::string model_text;
  std::string scene;  // JSON: all of the model that a picture of it needs (analysis/scene.h)
  std::string program_version;
  results::GroupNames names;
  std::vector<std::string> output_units;  // of each output, "" where not known; empty: of none is known
  std::vector<FlexibleRecord> flexible;   // in the order of the modes
  double time_unit = 1.0;                 // outputs.csv's time column is time / time_unit
  std::vector<std::string> row_names;  // human name of every unknown, then of every contact, for StepRecord::worst_row
  std::vector<std::int8_t> joint_reaction_unique;  // 0: the joint's reaction is a minimum-norm choice
  bool fixed_step = false;                         // no error test: the steps' error ratio means nothing
  std::vector<std::string> analyses;        // of a list, "1_statics": these results are of several; empty: of one
  std::size_t most_steps = kMostKeptSteps;  // attempted steps are kept; of more, some
  bool checkpoints = false;                 // whoever records gives them: snapshots are written with one, and only then
};

}  // namespace alembert
