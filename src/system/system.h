// The System: a Model compiled into equations. Constant once made, but for the values of its inputs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "dae/problem.h"
#include "model/model.h"
#include "system/constraints.h"
#include "system/contacts.h"
#include "system/entries.h"
#include "system/formulas.h"

namespace alembert {

struct Pools;

class System {
 public:
  // Compiles the model; keeps a copy of it.
  explicit System(Model model);
  ~System();

  const Model& model() const { return model_; }
  const dae::Sizes& sizes() const { return sizes_; }
  // Values of its inputs, by the order of the model: all expressions read them here. Whoever steps it may change them
  // between two steps; everything else is constant.
  InputSignals& inputs() const { return *inputs_; }
  // With its inputs read from these.
  Expression bound(const Expression& expression) const;
  const Vec3& gravity() const { return model_.gravity; }
  const Pools& pools() const { return *pools_; }  // pools.h

  // Bodies, their frames, and markers: those of the model first, by the same ids.
  static constexpr FrameId kGroundFrame{0u};
  const IdVector<BodyId, BodyEntry>& bodies() const { return bodies_; }
  const IdVector<FrameId, FrameEntry>& frames() const { return frames_; }
  std::size_t frames_of(const BodyEntry& body) const;
  int general_frames() const { return general_frames_; }
  bool constant_mass() const { return constant_mass_; }
  bool deforms() const { return deforms_; }  // there are flexible bodies
  const IdVector<MarkerId, MarkerEntry>& markers() const { return markers_; }
  const FrameEntry& frame_of(MarkerId marker) const { return frames_[markers_[marker].frame]; }
  // By velocity, without states.
  const std::vector<Coordinate>& coordinates() const { return coordinates_; }

  const std::vector<AngleTracker>& trackers() const { return trackers_; }
  const std::vector<StateEntry>& states() const { return states_; }
  // Motions, then the user's constraints, in the order of the model; then equations of joints.
  const std::vector<ConstraintEntry>& constraints() const { return constraints_; }
  // Of these, those that a joint is made of (formula_joint.h); they stand behind the others.
  const std::vector<int>& constraints_of_joint(int joint) const {
    return joint_constraints_[static_cast<std::size_t>(joint)];
  }
  const std::vector<CurveContact>& curve_contacts() const { return curve_contacts_; }
  const Contacts& contacts() const { return contacts_; }
  const Formulas& formulas() const { return formulas_; }
  // Nothing takes energy from the motion or gives it any.
  bool conservative() const { return conservative_; }
  bool has_discs() const { return has_discs_; }  // rolling_disc joints
  // Expressions that are only read: outputs and what sensors watch and do, in the order of the model.
  const std::vector<ResolvedExpression>& outputs() const { return outputs_; }
  const std::vector<SensorExpressions>& sensors() const { return sensors_; }

  // Position and velocity as the user gave them, not yet consistent.
  dae::State given_state() const;
  std::string unknown_name(int unknown) const;
  // "joint wrist: point x" of a multiplier, and the joint it belongs to; -1: to none.
  const std::string& row_name(int row) const { return row_names_[static_cast<std::size_t>(row)]; }
  int joint_of_row(int row) const { return row_joint_[static_cast<std::size_t>(row)]; }

 private:
  friend class SystemCompiler;
  friend class FormulaCompiler;
  friend class ConstraintCompiler;
  friend class MeasureResolver;
  Model model_;
  std::shared_ptr<InputSignals> inputs_;
  std::unique_ptr<Pools> pools_;
  dae::Sizes sizes_;
  IdVector<BodyId, BodyEntry> bodies_;
  IdVector<FrameId, FrameEntry> frames_;
  int general_frames_ = 0;
  bool constant_mass_ = true, deforms_ = false;
  std::vector<Coordinate> coordinates_;
  IdVector<MarkerId, MarkerEntry> markers_;
  std::vector<AngleTracker> trackers_;
  std::vector<StateEntry> states_;
  std::vector<ConstraintEntry> constraints_;
  std::vector<std::vector<int>> joint_constraints_;
  std::vector<CurveContact> curve_contacts_;
  bool conservative_ = true, has_discs_ = false;
  Contacts contacts_;
  Formulas formulas_;
  std::vector<ResolvedExpression> outputs_;
  std::vector<SensorExpressions> sensors_;
  std::vector<std::string> row_names_;
  std::vector<int> row_joint_;
};

}  // namespace alembert
