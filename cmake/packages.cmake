# Debian packages of the components of install.cmake, by `make package`, into build/packages:
#   alembert   libalembert-dev   python3-alembert (where python/ is built)
# Everything that is installed has to be known here: this file comes last.
if(ALEMBERT_GROW)
  return()
endif()
set(ALEMBERT_MAINTAINER "The Alembert authors <alembert@packages.invalid>" CACHE STRING
  "who answers for the packages, NAME <ADDRESS>")
set(package_of_program alembert)
set(package_of_development libalembert-dev)
set(package_of_python python3-alembert)

get_cmake_property(installed COMPONENTS)
set(CPACK_COMPONENTS_ALL program development)
add_custom_target(alembert_package_contents DEPENDS alembert_command alembert_documents alembert_fmu alembert)
if(python IN_LIST installed)
  list(APPEND CPACK_COMPONENTS_ALL python)
  add_dependencies(alembert_package_contents alembert_python)
endif()

# Every package says whose it is, and what has changed.
file(READ ${CMAKE_SOURCE_DIR}/LICENSE licence)
string(REGEX REPLACE "^.*authors\n\n" "" licence "${licence}")
string(REGEX REPLACE "\n\n" "\n.\n" licence "${licence}")
string(REGEX REPLACE "\n$" "" licence "${licence}")
string(REPLACE "\n" "\n " licence " ${licence}")
configure_file(packaging/copyright.in ${CMAKE_BINARY_DIR}/share/copyright @ONLY)
configure_file(packaging/changelog.in ${CMAKE_BINARY_DIR}/share/changelog @ONLY)
execute_process(COMMAND gzip --best --no-name --force --keep ${CMAKE_BINARY_DIR}/share/changelog
  COMMAND_ERROR_IS_FATAL ANY)
foreach(component ${CPACK_COMPONENTS_ALL})
  install(FILES ${CMAKE_BINARY_DIR}/share/copyright ${CMAKE_BINARY_DIR}/share/changelog.gz
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package_of_${component}} COMPONENT ${component})
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package_of_${component}})
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_OUTPUT_FILE_PREFIX ${CMAKE_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGE_NAME alembert)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "${ALEMBERT_MAINTAINER}")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${ALEMBERT_MAINTAINER}")
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_THREADS 0)

set(about "Alembert simulates rigid and flexible bodies held by joints, springs, forces
and contacts. A model is a text file; results are positions, reaction
forces and energies in files that any tool reads.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "simulator of machines: bodies, joints, forces, contacts
${about}
.
This package holds the command alembert, models and the documentation.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS fonts-dejavu-core)  # of charts
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS python3-alembert)

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "simulator of machines: library for programs in C++
${about}
.
This package holds the static library, its headers, and what CMake and
pkg-config need to find them.")
# What the static library is linked with.
string(JOIN ", " CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS libeigen3-dev libfmt-dev libyaml-cpp-dev nlohmann-json3-dev
  libsuitesparse-dev libsundials-dev libmetis-dev libhdf5-dev zlib1g-dev libcairo2-dev)

set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "simulator of machines: module for Python 3
${about}
.
This package holds the module alembert.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.11), python3 (<< 3.12), python3-numpy, fonts-dejavu-core")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-matplotlib, python3-pandas")
include(CPack)
