// How much the outputs of a model depend on the accuracy asked for: the model as it is, and again more accurately.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "analysis/dynamics.h"
#include "model/model.h"

namespace alembert {

// A number of both runs.
struct Verified {
  double value = 0.0;   // of the more accurate run
  double change = 0.0;  // what the run as it is differs from it by
};

// In the model's units. Peak: the largest absolute value, with its sign; between the rows by a parabola.
struct OutputCheck {
  std::string name;
  Verified final, peak, peak_time, rms;
  bool zero = false;  // but for rounding, or for an error that vanishes with the tolerance
  // Of the final value, the peak and the root mean square, relative to the peak.
  double worst() const;
  double relative(const Verified& x) const { return zero ? 0.0 : std::abs(x.change / peak.value); }
};

struct VerifyReport {
  bool fixed_step = false;
  double coarse = 0.0, fine = 0.0;  // tolerances; or steps, in the model's unit of time
  long coarse_steps = 0, fine_steps = 0;
  std::string method, time_unit;
  std::vector<OutputCheck> outputs;

  // The output that changes most; null: none changes.
  const OutputCheck* worst() const;
  std::string verdict() const;
  // The table and the verdict.
  std::string text() const;
};

// The peak of a series: at the row of the largest absolute value, or near it. Where several are as high within a
// hundredth it is the one nearest to `near`.
struct Peak {
  double time = 0.0, value = 0.0;
};
Peak peak_of(const std::vector<double>& times, const std::vector<double>& values, const double* near = nullptr);

// Runs the model twice, the second time at a tenth of the tolerance or a quarter of the fixed step. Throws what
// run_dynamics does; ModelError if there are no outputs; Error(ExitCode::interrupted) if `interrupted` is set.
VerifyReport verify(const Model& model, const DynamicsOptions& options);

// Refuses a folder with files of others that would be replaced.
void check_verification_folder(const std::filesystem::path& folder);

// verify.json and verify.csv; makes the folder.
void write_verification(const VerifyReport& report, const std::filesystem::path& folder);

}  // namespace alembert
