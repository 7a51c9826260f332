# The models of `alembert new`, compiled in from apps/starters/.
file(GLOB starter_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/apps/starters/*.yaml)
set(entries "")
foreach(file ${starter_files})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  get_filename_component(name ${file} NAME_WE)
  string(APPEND entries "    {\"${name}\", R\"embedded(${text})embedded\"},\n")
endforeach()
set(ALEMBERT_STARTERS_SOURCE ${CMAKE_BINARY_DIR}/generated/starters.cpp)
file(CONFIGURE OUTPUT ${ALEMBERT_STARTERS_SOURCE} @ONLY CONTENT [[
// Made by cmake/embed_starters.cmake.
#include "new_command.h"

namespace alembert::commands {

const std::vector<Starter>& starters() {
  static const std::vector<Starter> all{
@entries@  };
  return all;
}

}  // namespace alembert::commands
]])
