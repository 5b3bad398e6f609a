# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# taut-bits prints the hash of every scene; tools/bits.py compares those of many builds.

add_executable(taut-bits ${TAUT_BITS_SOURCES})
taut_target(taut-bits)
target_link_libraries(taut-bits PRIVATE taut-scenes taut)
if(UNIX)
    target_link_libraries(taut-bits PRIVATE m)
endif()
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
    set_target_properties(taut-bits PROPERTIES SUFFIX .wasm)
    # From the start what all scenes take: node 20 may crash, in its garbage collector, when memory
    # grows under code of -O0.
    target_link_options(taut-bits PRIVATE -Wl,--initial-memory=536870912)
endif()
set_target_properties(taut-bits PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")

# Scenes take a number of threads once the library has them.
file(STRINGS "${PROJECT_SOURCE_DIR}/scenes/scene.h" taut_threads REGEX "int thread_count;")
if(taut_threads)
    target_compile_definitions(taut-bits PRIVATE TAUT_BITS_HAS_THREADS)
endif()
