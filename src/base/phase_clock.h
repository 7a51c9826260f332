// Where the time of an integration goes. The places that do the work name their phase; while a PhaseClock is running
// on this thread they are timed, otherwise a phase costs a single test.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>

namespace alembert {

enum class Phase { equations, jacobian, factorisation, solution };
inline constexpr std::size_t kPhases = 4;

class PhaseClock {
 public:
  // Times phases from here to the end of the scope.
  class Run {
   public:
    explicit Run(PhaseClock* clock) : clock_(clock) {
      if (!clock_) return;
      running() = clock_;
      start_ = Clock::now();
    }
    ~Run() {
      if (!clock_) return;
      running() = nullptr;
      clock_->total_ += seconds_since(start_);
    }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

   private:
    PhaseClock* clock_;
    std::chrono::steady_clock::time_point start_;
  };

  // One piece of work, from here to the end of the scope.
  class In {
   public:
    explicit In(Phase phase) : clock_(running()), phase_(phase) {
      if (clock_) start_ = Clock::now();
    }
    ~In() {
      if (clock_) clock_->seconds_[static_cast<std::size_t>(phase_)] += seconds_since(start_);
    }
    In(const In&) = delete;
    In& operator=(const In&) = delete;

   private:
    PhaseClock* clock_;
    Phase phase_;
    std::chrono::steady_clock::time_point start_;
  };

  // Share of the time the clock ran; 0 if it never did.
  double share(Phase phase) const { return total_ > 0.0 ? seconds_[static_cast<std::size_t>(phase)] / total_ : 0.0; }
  bool ran() const { return total_ > 0.0; }

 private:
  using Clock = std::chrono::steady_clock;
  static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }
  static PhaseClock*& running() {
    static thread_local PhaseClock* clock = nullptr;
    return clock;
  }

  std::array<double, kPhases> seconds_{};
  double total_ = 0.0;
};

}  // namespace alembert
