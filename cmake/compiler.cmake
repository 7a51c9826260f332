# Warnings and sanitizers, applied to our own targets only.
# g++ 12 reports -Wmaybe-uninitialized and -Wrestrict falsely inside Eigen and std::string.
add_library(alembert_compiler INTERFACE)
target_compile_options(alembert_compiler INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  -Wpedantic -Wno-maybe-uninitialized -Wno-restrict $<$<BOOL:${ALEMBERT_WERROR}>:-Werror>)
# Position-independent functions are inlined all the same: nobody replaces them when the program is loaded.
target_compile_options(alembert_compiler INTERFACE -fno-semantic-interposition)
# Position-independent functions are inlined all the same: nobody replaces them when the program is loaded.
target_compile_options(alembert_compiler INTERFACE -fno-semantic-interposition)
if(ALEMBERT_SANITIZE)
  # Null pointers end in the address sanitizer anyway; checking each for null and alignment doubles the time to compile.
  target_compile_options(alembert_compiler INTERFACE -fsanitize=${ALEMBERT_SANITIZE}
                         -fno-sanitize=null,alignment,vptr -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(alembert_compiler INTERFACE -fsanitize=${ALEMBERT_SANITIZE})
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
