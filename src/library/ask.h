// How the public functions ask the analyses: options, listeners, and what was recorded until an error.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "analysis/dynamics.h"
#include "base/interruption.h"
#include "library/data.h"
#include "model/model.h"

namespace alembert::api {

// The model with what the options change, checked; of one kind of analysis alone, or as it is.
alembert::Model asked(const Model& model, const SimulationOptions& options, std::optional<AnalysisKind> kind = {});

// An analysis as it goes on. It must stay where it is.
class Conduct {
 public:
  explicit Conduct(const SimulationOptions& options);
  Conduct(const Conduct&) = delete;
  Conduct& operator=(const Conduct&) = delete;

  // `work` gives the text of the run. What fails carries what there was.
  template <class Work>
  Run carry_out(const char* analysis, Work work) {
    try {
      return result(analysis, work());
    } catch (const IntegrationError& e) {
      throw RunFailure(e, result(analysis, e.what()));
    }
  }

  DynamicsOptions run;

 private:
  Run result(const char* analysis, std::string text) const;

  const Listener<Progress>& progress_;
  const Listener<std::string>& warn_;
  Interruption interruption_;
  std::shared_ptr<const results::RunData> data_;
};

}  // namespace alembert::api
