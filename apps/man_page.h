// The manual page alembert(1), made of the command table.
#pragma once

#include <string>
#include <vector>

#include "command_table.h"

namespace alembert::commands {

std::string man_page(const std::string& summary, const std::vector<CommandEntry>& commands);

}  // namespace alembert::commands
