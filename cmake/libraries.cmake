# The library in three parts, each of which needs only those before it; what may include what is checked by
# test/check_includes.py:
#   alembert_engine   a model as equations and their integration: Eigen, KLU, METIS, IDA, fmt
#   alembert_files    models and parts as texts, results, charts and pages: yaml-cpp, JSON, HDF5, Cairo, zlib
#   alembert          analyses, and the functions of include/alembert/: what programs link
configure_file(include/alembert/version.h.in ${CMAKE_BINARY_DIR}/include/alembert/version.h @ONLY)

file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/*.cpp)
file(GLOB_RECURSE ALEMBERT_STUDIES_SOURCES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/studies/*.cpp)
list(REMOVE_ITEM sources ${ALEMBERT_STUDIES_SOURCES})
set(engine_sources ${sources})
list(FILTER engine_sources INCLUDE REGEX
  "/src/(base|math|expression|linear|dae|methods|solve|reference|elements|flexible|bodies|system)/")
list(FILTER engine_sources EXCLUDE REGEX "/src/flexible/part_file\\.cpp$")
# Of model/ what a model means; the rest reads and writes texts.
foreach(name inputs model_kinks names shapes switches units validate)
  list(APPEND engine_sources ${CMAKE_SOURCE_DIR}/src/model/${name}.cpp)
endforeach()
set(file_sources ${sources})
list(FILTER file_sources INCLUDE REGEX "/src/(model|results|plot|report)/|/src/flexible/part_file\\.cpp$")
list(REMOVE_ITEM file_sources ${engine_sources})
list(REMOVE_ITEM sources ${engine_sources} ${file_sources})
if(ALEMBERT_GROW)  # what the reader of models needs, in one
  set(file_sources ${engine_sources} ${file_sources})
  list(FILTER file_sources INCLUDE REGEX "/src/(base|math|expression|linear|elements|flexible|model|results)/")
  set(engine_sources "")
endif()

# alembert_library(name sources...)
function(alembert_library name)
  add_library(${name} STATIC ${ARGN})
  alembert_batches(${name})
  # Sources of the repository see all of it; programs see include/ alone.
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${CMAKE_BINARY_DIR}/include> $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/src>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_definitions(${name} PRIVATE ALEMBERT_VERSION="${PROJECT_VERSION}"
    ALEMBERT_LIBRARY_FOLDER="${CMAKE_INSTALL_LIBDIR}")
  target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:alembert_compiler>)
endfunction()

if(NOT ALEMBERT_GROW)
  alembert_library(alembert_engine ${engine_sources})
  target_link_libraries(alembert_engine PUBLIC Eigen3::Eigen fmt::fmt PRIVATE alembert_klu alembert_ida alembert_metis)
  alembert_library(alembert_files ${file_sources} ${ALEMBERT_VIEWER_SOURCE})
  target_link_libraries(alembert_files PUBLIC alembert_engine
    PRIVATE alembert_hdf5 alembert_cairo alembert_zlib yaml-cpp $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)
  alembert_library(alembert ${sources})
  target_link_libraries(alembert PUBLIC alembert_files PRIVATE alembert_zlib $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)
else()
  alembert_library(alembert ${file_sources})
  target_link_libraries(alembert PUBLIC Eigen3::Eigen fmt::fmt PRIVATE alembert_klu alembert_ida alembert_metis
    alembert_hdf5 alembert_cairo alembert_zlib yaml-cpp nlohmann_json::nlohmann_json)
endif()
add_library(alembert::alembert ALIAS alembert)
