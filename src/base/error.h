// Errors are public: programs that use the library catch them.
#pragma once

#include <alembert/error.h>
