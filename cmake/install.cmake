# The installed package: find_package(alembert), target alembert::alembert, header <alembert/alembert.h>.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(ALEMBERT_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/alembert)
install(TARGETS alembert alembert_compiler alembert_klu alembert_ida alembert_metis alembert_hdf5 alembert_cairo alembert_zlib EXPORT alembertTargets)
install(EXPORT alembertTargets NAMESPACE alembert:: DESTINATION ${ALEMBERT_PACKAGE_DIR})
install(DIRECTORY include/alembert DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY src/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/alembert/internal FILES_MATCHING PATTERN "*.h"
  PATTERN studies EXCLUDE)
configure_package_config_file(cmake/alembertConfig.cmake.in ${CMAKE_BINARY_DIR}/alembertConfig.cmake
  INSTALL_DESTINATION ${ALEMBERT_PACKAGE_DIR})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/alembertConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/alembertConfig.cmake ${CMAKE_BINARY_DIR}/alembertConfigVersion.cmake
  DESTINATION ${ALEMBERT_PACKAGE_DIR})
