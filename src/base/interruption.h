// The user's wish to stop, on its way from a signal handler to a loop that can end in order.
#pragma once

#include <atomic>

namespace alembert {

class Interruption {
 public:
  // What a signal handler calls. False: nothing will come of it, because no loop looks or it was asked for before; the
  // handler has to end the program itself.
  bool ask() {
    const bool first = !asked_.exchange(true);
    return first && watches_.load() > 0;
  }
  bool asked() const { return asked_.load(); }

  // Exists while a loop looks at `asked` in every turn: from before the first file is touched until the last is whole.
  class Watch {
   public:
    explicit Watch(Interruption* interruption) : interruption_(interruption) {
      if (interruption_) ++interruption_->watches_;
    }
    ~Watch() {
      if (interruption_) --interruption_->watches_;
    }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    bool asked() const { return interruption_ && interruption_->asked(); }

   private:
    Interruption* interruption_;
  };

 private:
  std::atomic<bool> asked_{false};
  std::atomic<int> watches_{0};
};

}  // namespace alembert
