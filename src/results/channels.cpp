#include "results/channels.h"

#include <algorithm>

namespace alembert::results {

std::string words_of(const Channel& channel) {
  std::string out = *channel.words != '\0' ? channel.words : channel.name;
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

}  // namespace alembert::results
