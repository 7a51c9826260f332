// Functions of the program's own for the expressions of a model, with exact derivatives:
//
//   alembert::Functions functions;
//   functions.add("tire_force", [](auto slip, auto load) { return load * sin(1.9 * atan(10.0 * slip)); });
//   alembert::Model model = alembert::load("brake.yaml", {.functions = functions});
//
// user_function.h says what may be added.
#pragma once

#include <alembert/model.h>
#include <alembert/user_function.h>

#include <string>
#include <utility>

namespace alembert::ALEMBERT_INLINE api {
// Functions by name. Copies, and models that use them, share them.
class Functions {
 public:
  Functions();

  // Adds a function of 1 to 8 scalars; where it could take several numbers of them, say which: add<2>("f", f). Throws
  // UsageError for a name that is taken (by a function, a measure, `pi` or `time`) or that no expression could write.
  template <int arguments = 0, class F>
  Functions& add(std::string name, F function) {
    return insert(make_user_function<arguments>(std::move(name), std::move(function)));
  }
  // One with derivatives of its own; it is deleted when nothing uses it any more.
  Functions& insert(const UserFunction* function);

  operator Handle<const FunctionTable>() const;  // NOLINT: implicit, for LoadOptions

 private:
  Handle<FunctionTable> table_;
};
}  // namespace alembert::ALEMBERT_INLINEapi
