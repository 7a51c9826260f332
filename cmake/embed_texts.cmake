# Texts that the studies of `alembert reproduce` need wherever the program is installed: shipped models and a reference
# solution, compiled in from the very files of the repository.
set(embedded_files
  models/single_pendulum.yaml models/double_pendulum.yaml models/slider_crank.yaml models/seven_body.yaml
  models/flexible_slider_crank.yaml models/double_four_bar.yaml models/bricard.yaml
  models/poly_v_belt.yaml models/excavator_track.yaml models/all_terrain_vehicle.yaml models/parts/atv_frame.yaml
  test/data/p5_andrews_F_trajectory.csv)
set(entries "")
foreach(file ${embedded_files})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${file})
  file(READ ${CMAKE_SOURCE_DIR}/${file} text)
  get_filename_component(name ${file} NAME)
  # Raw strings: nothing in the files is changed. Each is below 64 KiB, which every compiler takes as one literal.
  string(APPEND entries "    {\"${name}\", R\"embedded(${text})embedded\"},\n")
endforeach()
set(ALEMBERT_EMBEDDED_SOURCE ${CMAKE_BINARY_DIR}/generated/embedded_texts.cpp)
file(CONFIGURE OUTPUT ${ALEMBERT_EMBEDDED_SOURCE} @ONLY CONTENT [[
// Made by cmake/embed_texts.cmake.
#include <map>
#include <stdexcept>
#include <string>

#include "studies/runs.h"

namespace alembert::studies {

std::string_view embedded_text(std::string_view file) {
  static const std::map<std::string_view, std::string_view> texts{
@entries@  };
  const auto found = texts.find(file);
  if (found == texts.end()) throw std::logic_error("no text is embedded as " + std::string(file));
  return found->second;
}

}  // namespace alembert::studies
]])
