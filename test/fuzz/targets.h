// What is fed with bytes that nobody checked. Refusing is right, and so is taking; ending the process is not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace alembert::fuzz {

// What came of it: an exit code (base/error.h) and the message of a refusal.
struct Outcome {
  int code = 0;
  std::string message;
};

// Reads the text of a model as that of the file `name`, whose neighbours it may refer to.
Outcome read_model(const std::string& text, const std::string& name);

// Parses the text as an expression, and evaluates it where it is one of numbers.
Outcome read_expression(const std::string& text);

}  // namespace alembert::fuzz
