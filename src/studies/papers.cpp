#include "studies/papers.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/suggest.h"

namespace alembert::studies {

const std::vector<Paper>& all_papers() {
  static const std::vector<Paper> papers{
      {"000", "newmark-2005",
       "B. Gavrea, D. Negrut, F. A. Potra: The Newmark integration method for simulation of multibody systems: "
       "analytical considerations. IMECE2005-81770, 2005",
       newmark_2005_experiments()},
      {"001", "hht-2007",
       "D. Negrut, R. Rampalli, G. Ottarsson, A. Sajdak: On an implementation of the Hilber-Hughes-Taylor method in "
       "the "
       "context of index 3 differential-algebraic equations of multibody dynamics. J. Comput. Nonlinear Dyn. 2, 2007",
       hht_2007_experiments()},
      {"002", "soi2-2007",
       "L. O. Jay, D. Negrut: A second order extension of the generalized-alpha method for constrained systems in "
       "mechanics. 2007",
       soi2_2007_experiments()},
      {"003", "low-order-2009",
       "D. Negrut, L. O. Jay, N. Khude: A discussion of low-order numerical integration formulas for rigid and "
       "flexible "
       "multibody dynamics. J. Comput. Nonlinear Dyn. 4, 2009",
       low_order_2009_experiments()},
      {"004", "tangent-2021",
       "I. Fernandez de Bustos, H. Uriarte, G. Urkullu, V. Garcia-Marina, 2021, on integration in the tangent space of "
       "the constraints",
       tangent_2021_experiments()},
  };
  return papers;
}

const Paper& find_paper(const std::string& number_or_name) {
  std::vector<std::string> names, list;
  for (const Paper& paper : all_papers()) {
    if (number_or_name == paper.number || number_or_name == paper.name) return paper;
    names.emplace_back(paper.number);
    names.emplace_back(paper.name);
    list.push_back(fmt::format("{} ({})", paper.number, paper.name));
  }
  throw UsageError(fmt::format("unknown paper `{}`; available: {}{}", number_or_name, fmt::join(list, ", "),
                               did_you_mean(number_or_name, names)));
}

}  // namespace alembert::studies
