// Errors a person can act on, and the exit code each kind ends the program with.
#pragma once

#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace alembert {

// Documented exit codes of the command line (docs/command_line.md).
enum class ExitCode : int {
  done = 0,
  internal_error = 1,
  bad_usage = 2,
  bad_model = 3,
  cannot_assemble = 4,
  integration_failed = 5,
  interrupted = 130,
};

// Where in a model file something was written. Lines and columns count from 1; 0 means unknown.
struct SourcePosition {
  std::string file;
  int line = 0;
  int column = 0;

  // "file:line:column", leaving out what is unknown.
  std::string text() const {
    std::string out = file;
    if (line > 0) out += (out.empty() ? "line " : ":") + std::to_string(line);
    if (line > 0 && column > 0) out += ":" + std::to_string(column);
    return out;
  }
};

// Base of all errors thrown on purpose; what() is a whole message for the user.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

// The command line itself is wrong.
class UsageError : public Error {
 public:
  explicit UsageError(const std::string& message) : Error(ExitCode::bad_usage, message) {}
};

// The model file says something impossible; what() starts with "file:line:column: ".
class ModelError : public Error {
 public:
  ModelError(SourcePosition where, const std::string& message)
      : Error(ExitCode::bad_model, prefix(where) + message), where_(std::move(where)) {}
  const SourcePosition& where() const { return where_; }

 private:
  static std::string prefix(const SourcePosition& where) {
    const std::string text = where.text();
    return text.empty() ? text : text + ": ";
  }
  SourcePosition where_;
};

// The mechanism cannot be put together, or has contradictory constraints.
class AssemblyError : public Error {
 public:
  explicit AssemblyError(const std::string& message) : Error(ExitCode::cannot_assemble, message) {}
};

// A step could not be completed; the message says when, why, where and what to try.
class IntegrationError : public Error {
 public:
  explicit IntegrationError(const std::string& message) : Error(ExitCode::integration_failed, message) {}
  IntegrationError(const std::string& message, double time, std::string equation)
      : Error(ExitCode::integration_failed, message), time_(time), equation_(std::move(equation)) {}
  // Another message about the same failure.
  IntegrationError(const std::string& message, const IntegrationError& of)
      : IntegrationError(message, of.time_, of.equation_) {}
  // Where the last step ended, s; NaN: unknown.
  double time() const { return time_; }
  // The worst one by name, "body rod: rotation z"; empty: unknown.
  const std::string& equation() const { return equation_; }

 private:
  double time_ = std::numeric_limits<double>::quiet_NaN();
  std::string equation_;
};

}  // namespace alembert
