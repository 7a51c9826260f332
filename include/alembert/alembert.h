// Alembert as a library: load a model, or build one in code with the same vocabulary, and simulate it.
//
//   alembert::Model model = alembert::load("slider_crank.yaml");
//   alembert::Run run = alembert::simulate(model, {.method = alembert::hht(-0.05), .end = 2.0});
//
// Beside it: functions.h for functions of the program's own in expressions, dae.h (which needs Eigen) for equations of
// its own. These headers are all that is public; they include the standard library alone.
#pragma once

#include <alembert/builder.h>
#include <alembert/error.h>
#include <alembert/model.h>
#include <alembert/results.h>
#include <alembert/session.h>
#include <alembert/simulate.h>
#include <alembert/value.h>
#include <alembert/version.h>
