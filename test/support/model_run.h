// Shared by the tests that run whole models.
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "analysis/dynamics.h"
#include "model/reader.h"

namespace alembert::test {

// Sanitizers look for faults in the program, which need no long runs, and are twenty times slower: studies of accuracy
// are cut short under them.
#ifdef __SANITIZE_ADDRESS__
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

// A model file shipped in models/, with parameters replaced.
Model shipped_model(const std::string& name, const std::map<std::string, double>& set = {});
// A model written in the test itself.
Model model_from(const std::string& text);

// The same model with another method and a fixed step, or with a tolerance; output at the end only.
Model with_step(Model model, const std::string& method, std::map<std::string, double> parameters, double step);
Model with_tolerance(Model model, const std::string& method, std::map<std::string, double> parameters,
                     double tolerance);

// Values of the output columns at the end.
std::map<std::string, double> final_outputs(const DynamicsResult& result);
// One column over time.
std::vector<double> column(const DynamicsResult& result, const std::string& name);

// A comma-separated file of test/data: lines starting with # are left out, the first other line names the columns.
struct Table {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> rows;
  const std::string& text(std::size_t row, const std::string& name) const;
  double number(std::size_t row, const std::string& name) const { return std::stod(text(row, name)); }
};
Table read_table(const std::string& file);

// log2 of the ratio of errors at h and h/2.
inline double observed_order(double coarse, double fine) { return std::log2(coarse / fine); }

}  // namespace alembert::test
