# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# What bench/run.py runs beside the command line. Other engines are its own business: the library
# and its tests need none.

function(taut_add_bench name source)
    add_executable(bench-${name} "${PROJECT_SOURCE_DIR}/bench/${source}")
    taut_target(bench-${name})
    if(UNIX)
        target_link_libraries(bench-${name} PRIVATE m)
    endif()
    set_target_properties(bench-${name} PROPERTIES
        RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bench")
endfunction()

taut_add_bench(copy copy.c)
taut_add_bench(kinds kinds.c)
target_link_libraries(bench-kinds PRIVATE taut)
taut_add_bench(self self.c)
target_link_libraries(bench-self PRIVATE taut)
taut_add_bench(textbook textbook.c)
# Once more with the instruction set of the library's AVX2 backend.
include(CheckCCompilerFlag)
check_c_compiler_flag("-mavx2 -mno-fma" TAUT_COMPILER_HAS_AVX2)
if(TAUT_COMPILER_HAS_AVX2)
    taut_add_bench(textbook-avx2 textbook.c)
    target_compile_options(bench-textbook-avx2 PRIVATE -mavx2 -mno-fma)
endif()

# A short run of everything but other engines; asserts that it runs and that stretch is sane.
if(TAUT_TESTS)
    find_program(TAUT_PYTHON3 python3)
    if(TAUT_PYTHON3)
        add_test(NAME bench.smoke COMMAND "${TAUT_PYTHON3}"
            "${PROJECT_SOURCE_DIR}/bench/run.py" --quick --build "${PROJECT_BINARY_DIR}"
            --out "${PROJECT_BINARY_DIR}/bench/results")
        set_tests_properties(bench.smoke PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77)
    endif()
endif()
