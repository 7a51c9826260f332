# Warnings and sanitizers, applied to our own targets only.
# g++ 12 reports -Wmaybe-uninitialized and -Wrestrict falsely inside Eigen and std::string.
add_library(alembert_compiler INTERFACE)
target_compile_options(alembert_compiler INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  -Wpedantic -Wno-maybe-uninitialized -Wno-restrict $<$<BOOL:${ALEMBERT_WERROR}>:-Werror>)
# Position-independent functions are inlined all the same: nobody replaces them when the program is loaded.
target_compile_options(alembert_compiler INTERFACE -fno-semantic-interposition)
# For what is run once and waits for the library: compiled with less effort, in two thirds of the time.
add_library(alembert_little_effort INTERFACE)
target_compile_options(alembert_little_effort INTERFACE $<$<CONFIG:Release>:-O1>)
if(ALEMBERT_SANITIZE)
  # Null pointers, and those beyond an object, end in the address sanitizer anyway; checking each for null, alignment and
  # overflow doubles the time to compile.
  target_compile_options(alembert_compiler INTERFACE -fsanitize=${ALEMBERT_SANITIZE}
                         -fno-sanitize=null,alignment,vptr,object-size,pointer-overflow -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(alembert_compiler INTERFACE -fsanitize=${ALEMBERT_SANITIZE})
endif()
if(ALEMBERT_GROW)
  target_compile_options(alembert_compiler INTERFACE -fsanitize=fuzzer-no-link)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
