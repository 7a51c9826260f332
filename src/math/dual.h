// Dual numbers are public: functions of a program that uses the library are made of them.
#pragma once

#include <alembert/eigen_dual.h>

#include "math/types.h"
