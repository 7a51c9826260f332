# The report page's viewer (viewer/, TypeScript): built into one HTML template, which is compiled into the library, so
# that the program needs no Node.
option(ALEMBERT_VIEWER "build the report page's viewer, which needs npm; without it `alembert report` is refused" ON)
set(ALEMBERT_VIEWER_TEMPLATE ${CMAKE_BINARY_DIR}/viewer/template.html)
if(ALEMBERT_VIEWER)
  find_program(NPM npm)
  if(NOT NPM)
    message(FATAL_ERROR "npm is needed to build the report page: install it (`make setup`) or give -DALEMBERT_VIEWER=OFF")
  endif()
  file(GLOB_RECURSE viewer_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/viewer/src/*)
  add_custom_command(OUTPUT ${ALEMBERT_VIEWER_TEMPLATE}
    COMMAND ${CMAKE_SOURCE_DIR}/scripts/build_viewer.sh ${CMAKE_BINARY_DIR}/viewer
    DEPENDS ${viewer_sources} ${CMAKE_SOURCE_DIR}/viewer/index.html ${CMAKE_SOURCE_DIR}/viewer/package-lock.json
            ${CMAKE_SOURCE_DIR}/viewer/vite.config.ts ${CMAKE_SOURCE_DIR}/scripts/build_viewer.sh
    COMMENT "Building the report page's viewer" VERBATIM)
else()
  file(WRITE ${ALEMBERT_VIEWER_TEMPLATE} "")
endif()
set(ALEMBERT_VIEWER_SOURCE ${CMAKE_BINARY_DIR}/generated/viewer_template.cpp)
file(CONFIGURE OUTPUT ${ALEMBERT_VIEWER_SOURCE} @ONLY CONTENT [[
// Made by cmake/viewer.cmake: the assembler takes the file in as it is.
#include "report/page.h"

__asm__(
    ".pushsection .rodata\n"
    ".global alembert_viewer_template_begin, alembert_viewer_template_end\n"
    "alembert_viewer_template_begin: .incbin \"@ALEMBERT_VIEWER_TEMPLATE@\"\n"
    "alembert_viewer_template_end:\n"
    ".popsection\n");
extern "C" const char alembert_viewer_template_begin[], alembert_viewer_template_end[];

namespace alembert::report {

std::string_view viewer_template() {
  return {alembert_viewer_template_begin, static_cast<std::size_t>(alembert_viewer_template_end - alembert_viewer_template_begin)};
}

}  // namespace alembert::report
]])
set_source_files_properties(${ALEMBERT_VIEWER_SOURCE} PROPERTIES OBJECT_DEPENDS ${ALEMBERT_VIEWER_TEMPLATE})
