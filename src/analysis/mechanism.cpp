#include "analysis/mechanism.h"

#include <utility>

#include "base/error.h"

namespace alembert {

namespace {

const Model& that_moves(const Model& model) {
  if (model.bodies.size() > 1 || !model.states.empty()) return model;
  throw ModelError({model.file, model.file.empty() ? 0 : 1, 1},
                   "the model has no bodies: write them under `bodies:`, each with a name and its keys");
}

}  // namespace

Mechanism::Mechanism(const Model& model, InParts)
    : system_(that_moves(model)), outputs_(system_), sensors_(system_), problem_(system_) {}

Mechanism::Mechanism(const Model& model) : Mechanism(model, InParts{}) { put_together(); }

Mechanism::Mechanism(const Model& model, const Restart& from) : Mechanism(model, InParts{}) {
  initial_ = consistent_restart(problem_, from, start_, impulses_);
}

Mechanism::Mechanism(const Model& model, const Restart* from) : Mechanism(model, InParts{}) {
  if (from != nullptr)
    initial_ = consistent_restart(problem_, *from, start_, impulses_);
  else
    put_together();
}

Mechanism::Mechanism(const Model& model, const dae::State& state, std::vector<linear::RankComponent> ranks)
    : Mechanism(model, InParts{}) {
  const dae::Sizes n = problem_.sizes();
  if (state.q.size() != n.positions || state.v.size() != n.velocities || state.lambda.size() != n.multipliers ||
      state.memory.size() != n.memory)
    throw UsageError("the checkpoint belongs to a different model");
  start_.ranks = std::move(ranks);
  initial_ = state;
}

void Mechanism::put_together() { initial_ = consistent_start(problem_, start_); }

}  // namespace alembert
