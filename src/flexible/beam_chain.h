// A chain of beams cut into pieces, each a frame of its own: bodies that deform little each may together bend far, and
// stiffen where they spin or are pulled. The error falls with the square of the number of pieces.
#pragma once

#include "flexible/beam_elements.h"

namespace alembert::flexible {

struct ChainPiece {
  BeamFrame frame;
  std::vector<int> nodes;     // index in the whole of each of its nodes, ascending
  int first = -1, last = -1;  // its ends, among its own nodes
};

// In the order of the chain, from the end with the lower index on; axes and labels are those of the whole. Pieces have
// equally many elements, or one more than others. Throws Error(ExitCode::bad_model) when the frame is no open chain, or
// has fewer elements than pieces.
std::vector<ChainPiece> cut_chain(const BeamFrame& frame, int pieces);

}  // namespace alembert::flexible
