# Texts of the command, compiled in: the models of `alembert new` (apps/starters/) and the scripts of
# `alembert completion` (apps/completions/).
set(starters "")
set(scripts "")
file(GLOB starter_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/apps/starters/*.yaml)
foreach(file ${starter_files})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  get_filename_component(name ${file} NAME_WE)
  string(APPEND starters "    {\"${name}\", R\"embedded(${text})embedded\"},\n")
endforeach()
foreach(shell bash fish zsh)
  set(file ${CMAKE_SOURCE_DIR}/apps/completions/alembert.${shell})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  string(APPEND scripts "    {\"${shell}\", R\"embedded(${text})embedded\"},\n")
endforeach()
set(ALEMBERT_COMMAND_TEXTS ${CMAKE_BINARY_DIR}/generated/command_texts.cpp)
file(CONFIGURE OUTPUT ${ALEMBERT_COMMAND_TEXTS} @ONLY CONTENT [[
// Made by cmake/embed_command_texts.cmake.
#include "completion.h"
#include "new_command.h"

namespace alembert::commands {

const std::vector<Starter>& starters() {
  static const std::vector<Starter> all{
@starters@  };
  return all;
}

const std::vector<CompletionScript>& completion_scripts() {
  static const std::vector<CompletionScript> all{
@scripts@  };
  return all;
}

}  // namespace alembert::commands
]])
