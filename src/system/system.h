// The System: a Model compiled into equations. Constant once made.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "dae/problem.h"
#include "linear/pattern.h"
#include "model/model.h"
#include "system/constraints.h"
#include "system/elements_of_system.h"
#include "system/formulas.h"

namespace alembert {

class System {
 public:
  // Compiles the model; keeps a copy of it.
  explicit System(Model model);

  const Model& model() const { return model_; }
  const dae::Sizes& sizes() const { return sizes_; }
  const linear::PatternPtr& pattern() const { return pattern_; }
  const std::vector<BodyEntry>& bodies() const { return bodies_; }
  const std::vector<MarkerEntry>& markers() const { return markers_; }
  const std::vector<AngleTracker>& trackers() const { return trackers_; }
  const JointPools& joints() const { return joints_; }
  const ForcePools& forces() const { return forces_; }
  const std::vector<StateEntry>& states() const { return states_; }
  // Motions, then the user's constraints, in the order of the model; then equations of joints.
  const std::vector<ConstraintEntry>& constraints() const { return constraints_; }
  const Formulas& formulas() const { return formulas_; }
  // Of these, those that a joint is made of (formula_joint.h); they stand behind the others.
  const std::vector<int>& constraints_of_joint(int joint) const {
    return joint_constraints_[static_cast<std::size_t>(joint)];
  }
  const std::vector<CurveContact>& contacts() const { return contacts_; }
  bool has_discs() const { return has_discs_; }  // rolling_disc joints
  // Calls f(element) for one joint or force of the model; a joint of formulas alone has no element.
  template <class F>
  void with_joint(int joint, F&& f) const {
    if (joint_places_[static_cast<std::size_t>(joint)].none) return;
    with_element(joints_, joint_places_[static_cast<std::size_t>(joint)], f);
  }
  template <class F>
  void with_force(int force, F&& f) const {
    with_element(forces_, force_places_[static_cast<std::size_t>(force)], f);
  }
  const Vec3& gravity() const { return model_.gravity; }
  // The compiled marker of a model marker.
  int marker_of(MarkerId id) const { return marker_of_[id.index()]; }

  // Position and velocity as the user gave them, not yet consistent.
  dae::State given_state() const;
  std::string unknown_name(int unknown) const;
  // "joint wrist: point x" of a multiplier, and the joint it belongs to; -1: to none.
  std::string row_name(int row) const { return row_names_[static_cast<std::size_t>(row)]; }
  int joint_of_row(int row) const { return row_joint_[static_cast<std::size_t>(row)]; }

  // Adds an angle to be counted over whole turns, before any state is made; returns its index.
  int track_angle(const AngleTracker& tracker);

 private:
  // An element of a tuple of pools: which pool, and where in it.
  struct Place {
    std::size_t pool = 0, index = 0;
    bool none = true;
  };
  template <class Pools, class F>
  static void with_element(const Pools& pools, const Place& place, F& f) {
    std::size_t pool = 0;
    std::apply([&](const auto&... each) { ((pool++ == place.pool ? f(each[place.index]) : void()), ...); }, pools);
  }
  friend class SystemCompiler;
  friend class FormulaCompiler;
  friend class ConstraintCompiler;
  Model model_;
  dae::Sizes sizes_;
  std::vector<BodyEntry> bodies_;
  std::vector<MarkerEntry> markers_;
  std::vector<int> marker_of_;
  std::vector<AngleTracker> trackers_;
  JointPools joints_;
  ForcePools forces_;
  std::vector<Place> joint_places_, force_places_;  // by index in the model
  std::vector<StateEntry> states_;
  std::vector<ConstraintEntry> constraints_;
  std::vector<std::vector<int>> joint_constraints_;
  std::vector<CurveContact> contacts_;
  bool has_discs_ = false;
  Formulas formulas_;
  linear::PatternPtr pattern_;
  std::vector<int> multiplier_diagonal_;  // slots of -eps
  std::vector<std::string> row_names_;
  std::vector<int> row_joint_;

 public:
  const std::vector<int>& multiplier_diagonal() const { return multiplier_diagonal_; }
};

}  // namespace alembert
