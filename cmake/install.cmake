# What is installed, in components that become packages (packages.cmake):
#   program       the command, its manual page and completion, models, schema, documentation
#   development   the library: find_package(alembert), target alembert::alembert, header <alembert/alembert.h>
#   python        the module, where python/ is built
if(ALEMBERT_GROW)
  return()
endif()
include(CMakePackageConfigHelpers)
set(ALEMBERT_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/alembert)
install(TARGETS alembert alembert_engine alembert_files alembert_klu alembert_ida alembert_metis alembert_hdf5 alembert_cairo
  alembert_zlib EXPORT alembertTargets ARCHIVE COMPONENT development)
install(EXPORT alembertTargets NAMESPACE alembert:: DESTINATION ${ALEMBERT_PACKAGE_DIR} COMPONENT development)
install(DIRECTORY include/alembert DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development FILES_MATCHING PATTERN "*.h")
install(FILES ${CMAKE_BINARY_DIR}/include/alembert/version.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/alembert
  COMPONENT development)
configure_package_config_file(cmake/alembertConfig.cmake.in ${CMAKE_BINARY_DIR}/alembertConfig.cmake
  INSTALL_DESTINATION ${ALEMBERT_PACKAGE_DIR})
# While the first number is 0, a change of the second may need changes in programs.
write_basic_package_version_file(${CMAKE_BINARY_DIR}/alembertConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/alembertConfig.cmake ${CMAKE_BINARY_DIR}/alembertConfigVersion.cmake
  DESTINATION ${ALEMBERT_PACKAGE_DIR} COMPONENT development)
# The static library needs what it is made with; libraries that pkg-config does not know are named here.
set(pc_folder lib/${CMAKE_LIBRARY_ARCHITECTURE}/pkgconfig)  # of what is compiled for one architecture
file(RELATIVE_PATH ALEMBERT_PC_PREFIX /${pc_folder} /)
string(REGEX REPLACE "/$" "" ALEMBERT_PC_PREFIX "${ALEMBERT_PC_PREFIX}")
configure_file(cmake/alembert.pc.in ${CMAKE_BINARY_DIR}/alembert.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/alembert.pc DESTINATION ${pc_folder} COMPONENT development)

install(DIRECTORY models schema DESTINATION ${CMAKE_INSTALL_DATADIR}/alembert COMPONENT program
  FILES_MATCHING PATTERN "*.yaml" PATTERN "*.inp" PATTERN "*.csv" PATTERN "*.json" PATTERN "*.out" EXCLUDE)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program
  FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.svg")
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
