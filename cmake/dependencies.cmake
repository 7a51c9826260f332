# Every library comes from the system by name; docs/dependencies.md says what each is for.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)

# KLU (LGPL, linked dynamically). AMD, COLAMD and BTF are its ordering parts, under the same or a freer licence.
find_path(KLU_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse REQUIRED)
find_library(KLU_LIBRARY klu REQUIRED)
find_library(AMD_LIBRARY amd REQUIRED)
add_library(alembert_klu INTERFACE)
target_include_directories(alembert_klu SYSTEM INTERFACE ${KLU_INCLUDE_DIR})
target_link_libraries(alembert_klu INTERFACE ${KLU_LIBRARY} ${AMD_LIBRARY})

# IDA of SUNDIALS 6 (BSD). Its library holds the vectors and the Newton solver that it uses.
find_path(IDA_INCLUDE_DIR ida/ida.h REQUIRED)
find_library(IDA_LIBRARY sundials_ida REQUIRED)
add_library(alembert_ida INTERFACE)
target_include_directories(alembert_ida SYSTEM INTERFACE ${IDA_INCLUDE_DIR})
target_link_libraries(alembert_ida INTERFACE ${IDA_LIBRARY})

find_package(HDF5 REQUIRED COMPONENTS C)
add_library(alembert_hdf5 INTERFACE)
target_include_directories(alembert_hdf5 SYSTEM INTERFACE ${HDF5_C_INCLUDE_DIRS})
target_link_libraries(alembert_hdf5 INTERFACE ${HDF5_C_LIBRARIES})

# METIS (Apache 2.0) finds the order in which large symmetric matrices are eliminated.
find_path(METIS_INCLUDE_DIR metis.h REQUIRED)
find_library(METIS_LIBRARY metis REQUIRED)
add_library(alembert_metis INTERFACE)
target_include_directories(alembert_metis SYSTEM INTERFACE ${METIS_INCLUDE_DIR})
target_link_libraries(alembert_metis INTERFACE ${METIS_LIBRARY})

# zlib compresses the data of report pages.
find_path(ZLIB_HEADER_DIR zlib.h REQUIRED)
find_library(ZLIB_FILE z REQUIRED)
add_library(alembert_zlib INTERFACE)
target_include_directories(alembert_zlib SYSTEM INTERFACE ${ZLIB_HEADER_DIR})
target_link_libraries(alembert_zlib INTERFACE ${ZLIB_FILE})

# Cairo (LGPL or MPL, linked dynamically) draws the charts.
find_path(CAIRO_INCLUDE_DIR cairo.h PATH_SUFFIXES cairo REQUIRED)
find_library(CAIRO_LIBRARY cairo REQUIRED)
add_library(alembert_cairo INTERFACE)
target_include_directories(alembert_cairo SYSTEM INTERFACE ${CAIRO_INCLUDE_DIR})
target_link_libraries(alembert_cairo INTERFACE ${CAIRO_LIBRARY})
