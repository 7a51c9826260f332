// Expressions of a sub-model in the model around it: its names behind that of the assembly, ground its own frame, and,
// mirrored, components of measures and results with the signs of assemblies.h.
#pragma once

#include <map>
#include <string>

#include "expression/expression.h"
#include "model/assemblies.h"

namespace alembert {

class AssemblyExpressions {
 public:
  explicit AssemblyExpressions(const Assembly& assembly) : a_(assembly) {}
  // The marker that is the frame of the sub-model, by its name in the model.
  void set_ground(std::string name) { ground_ = std::move(name); }
  // Shapes of the sub-model's body `inner` are on the body `outer` of the model.
  void set_shapes_of(const std::string& inner, const std::string& outer) { shape_bodies_[inner] = outer; }

  // With the sign `sign`, 1 or -1. Throws ModelError for measures that have no meaning in a mirror.
  Expression placed(const Expression& expression, double sign = 1.0) const;

 private:
  std::string named(const std::string& name) const { return a_.name + "." + name; }
  Measure placed(Measure measure) const;
  bool negative(const Measure& measure) const;

  const Assembly& a_;
  std::string ground_;
  std::map<std::string, std::string> shape_bodies_;
};

}  // namespace alembert
