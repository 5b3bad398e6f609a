# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# What every target of ours has in common.

include("${CMAKE_CURRENT_LIST_DIR}/coverage.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/float.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/sanitize.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/warnings.cmake")

function(taut_target target)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 17
        C_STANDARD_REQUIRED ON
        C_EXTENSIONS OFF
        C_VISIBILITY_PRESET hidden)
    # Debug builds of the library also call taut_world_def.on_assert. Nothing else depends on the
    # build type: NDEBUG is not looked at, and input is checked in every build.
    target_compile_definitions(${target} PRIVATE $<$<CONFIG:Debug>:TAUT_DEBUG>)
    # A host that names no build type means no harm; without this it would get -O0.
    if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
        target_compile_options(${target} PRIVATE $<$<CONFIG:>:-O3>)
    endif()
    taut_small(${target})
    taut_float_rules(${target})
    taut_warnings(${target})
    taut_sanitizers(${target})
    taut_coverage(${target})
endfunction()

# Makes __FILE__ relative to the root: tests/test_rope.c, wherever the clone lies.
function(taut_short_file_names target)
    if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
        target_compile_options(${target} PRIVATE "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=")
    endif()
endfunction()
