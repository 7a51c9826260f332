// A Description: what a model says, before any of it is a number. A file is parsed into one (reader.h), a program or
// another format builds one (builder.h); for given values of the parameters it means a Model, and with other values
// another one, without being parsed again.
#pragma once

#include <memory>
#include <string>

#include "expression/user_functions.h"
#include "model/node.h"

namespace alembert {

struct Description {
  Node root;            // the keys of the model file
  std::string file;     // where it was written: of messages, and what names of files are relative to
  std::string text;     // of the file; empty where a program has built it
  Functions functions;  // the program's own, which expressions may call
};

// The text of a tree as YAML that reads back to the same tree, laid out as a person would: short groups in one line.
std::string yaml_text(const Node& root);

}  // namespace alembert
