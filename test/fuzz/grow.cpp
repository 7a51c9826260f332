// The same targets for libFuzzer, which grows inputs that reach new code (`make fuzz`). ALEMBERT_FUZZED says which.
#include <string>

#include "fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  alembert::fuzz::ALEMBERT_FUZZED;
  return 0;
}
