// What is known of the rank of constraint equations from before an event: a component of equations that has neither
// lost nor gained one acts on the same bodies as before, and in a general position its rank is the same. Only the
// others are analysed anew.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "linear/rank.h"

namespace alembert {

class KeptRanks {
 public:
  // `row_before` of each row of now: the same equation's row in the components of before; -1: there was none.
  KeptRanks(const std::vector<linear::RankComponent>& before, const std::vector<int>& row_before);

  // A linear::KnownRank: the component of these rows, if it has not changed.
  std::optional<linear::RankComponent> operator()(std::span<const int> rows) const;

 private:
  const std::vector<linear::RankComponent>& before_;
  const std::vector<int>& row_before_;
  std::vector<int> row_now_;    // of each row of before; -1: it is no more
  std::vector<int> component_;  // of each row of before
};

}  // namespace alembert
