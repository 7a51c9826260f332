// Loads the side of Simbody with a scope of its own: it finds its own functions first, and nobody else finds them.
#include <dlfcn.h>

#include <stdexcept>

#include "engine.h"

namespace alembert::race {

std::unique_ptr<Engine> make_simbody_engine(const Task& task) {
  void* module = dlopen(ALEMBERT_SIMBODY_MODULE, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (!module) throw std::runtime_error(dlerror());
  const auto make = reinterpret_cast<MakeEngine*>(dlsym(module, kMakeEngineName));
  if (!make) throw std::runtime_error(dlerror());
  return std::unique_ptr<Engine>(make(task));
}

}  // namespace alembert::race
