# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# Small code, for what is sent over a network before it runs: the WebAssembly modules. The same
# bits as any other build. Three things make it small:
#
#   - the flags below: -Oz, but for the files that a step spends its time in;
#   - TAUT_SMALL, which compiles the walkers that are seldom hot once for all kinds (math/lane.h);
#   - one backend: a module with SIMD has no scalar lanes (cmake/backends.cmake). A host without
#     SIMD loads the other module.
#
# docs/guide/web.md has the sizes.

option(TAUT_SMALL "Build for size, with one backend" ${TAUT_WASM})

# Where a step spends its time, beside the lanes. The rest is called once per step or never.
set(TAUT_HOT_SOURCES
    src/backend/air.c
    src/backend/direct.c
    src/backend/gas.c
    src/backend/legacy.c
    src/backend/newton.c
    src/backend/stages.c
    src/collide/distance.c
    src/collide/meet.c
    src/collide/pose.c
    src/joins.c
    src/candidates.c
    src/contacts.c
    src/contacts_solve.c
    src/knots.c
    src/pairs_colour.c
    src/pairs_find.c
    src/pairs_step.c
    src/pairs_zones.c
    src/step.c
    src/step_air.c
    src/step_trees.c
)
list(TRANSFORM TAUT_HOT_SOURCES PREPEND "${PROJECT_SOURCE_DIR}/")

# What every engine that knows SIMD knows too: it saves a checked conversion for each cast.
set(taut_wasm_features -msign-ext -mnontrapping-fptoint -mbulk-memory)
if(TAUT_WASM_THREADS)
    list(APPEND taut_wasm_features -matomics)
endif()

function(taut_small target)
    if(NOT TAUT_SMALL)
        return()
    endif()
    target_compile_definitions(${target} PRIVATE TAUT_SMALL)
    if(CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32" AND "simd128" IN_LIST TAUT_BACKENDS)
        target_compile_options(${target} PRIVATE ${taut_wasm_features})
    endif()
    if(NOT target MATCHES "^taut-lanes-" AND CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
        target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Oz>)
    endif()
endfunction()

if(TAUT_SMALL AND CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    set_source_files_properties(${TAUT_HOT_SOURCES} PROPERTIES
        COMPILE_OPTIONS $<$<CONFIG:Release>:-O2>)
endif()
