// A small run with made-up numbers, shared by the tests of the results folder and by read_h5.py.
#pragma once

#include <filesystem>
#include <string>

#include "results/recorder.h"
#include "support/temporary_folder.h"

namespace alembert::test {

ResultsLayout small_layout();
// Every number follows from its place: value = 1000 * array + 100 * index + 0.1 * number in the array.
Sample small_sample(int index);
RunSummary small_summary();
// Three samples, two steps, finished.
void record_small_run(const std::filesystem::path& folder);

std::string read_text(const std::filesystem::path& path);

}  // namespace alembert::test
