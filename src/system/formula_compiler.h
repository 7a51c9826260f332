// Collects a model's formulas and finds out what each depends on, in which order they are evaluated, and which of them
// form loops.
#pragma once

#include <map>

#include "system/formulas.h"
#include "system/system.h"

namespace alembert {

class FormulaCompiler {
 public:
  FormulaCompiler(System& system, MeasureResolver& measures, Formulas& out)
      : s_(system), measures_(measures), out_(out) {}

  // Adds a formula; its measures are resolved in `finish`, when all are known.
  int add(std::string name, const Expression& expression, const SourcePosition& where, double unit,
          bool implicit = false);
  // The derivative of a state that a force owns, the `component`-th of its states; the expression names one measure.
  int add_own_rate(std::string name, const Expression& expression, const SourcePosition& where, int force,
                   int component);
  // The formulas that make a component (0..2) of the force or torque of a force element; none: constant.
  void force_components(int force, const std::array<int, 6>& formulas) { components_[force] = formulas; }
  void finish();

 private:
  void resolve(Formula& formula);
  void add_dependencies(Formula& formula, Formula::Leaf& leaf);
  void make_groups();
  void visit(int formula);
  void close_over(const std::vector<int>& group);
  void place_leaves(Formula& formula);
  void mark_acting(int formula);

  System& s_;
  MeasureResolver& measures_;
  Formulas& out_;
  std::map<int, std::array<int, 6>> components_;
  // Tarjan's algorithm.
  std::vector<int> number_, low_, stack_;
  std::vector<bool> on_stack_;
  int count_ = 0;
};

}  // namespace alembert
