# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# The library with a device that is the host once more, by many threads that a sanitizer watches
# (src/cuda/threads.hpp). Without a sanitizer that knows of such threads, a missing barrier shows only
# where it changes bits.

include(CheckCXXSourceCompiles)
include(CheckCXXSourceRuns)

check_cxx_source_compiles("
    #include <ucontext.h>
    int main() { ucontext_t a; getcontext(&a); makecontext(&a, [] {}, 0); return 0; }"
    TAUT_HAS_CONTEXTS)
if(NOT TAUT_HAS_CONTEXTS OR "thread" IN_LIST TAUT_SANITIZE OR "memory" IN_LIST TAUT_SANITIZE)
    return()
endif()

set(taut_watch "")
if(NOT TAUT_SANITIZE AND NOT TAUT_COVERAGE)
    set(CMAKE_REQUIRED_FLAGS -fsanitize=thread)
    check_cxx_source_runs("
        extern \"C\" void* __tsan_create_fiber(unsigned);
        int main() { return __tsan_create_fiber(0) == nullptr; }" TAUT_HAS_WATCHED_THREADS)
    unset(CMAKE_REQUIRED_FLAGS)
    if(TAUT_HAS_WATCHED_THREADS)
        set(taut_watch -fsanitize=thread -g)
    endif()
endif()

taut_add_device(test-race-threads "${PROJECT_SOURCE_DIR}/tests/cuda_threads.cpp")
target_compile_features(test-race-threads PRIVATE cxx_std_20)
taut_add_device(test-race-driver ${TAUT_DEVICE_SOURCES_HOST})
target_compile_features(test-race-driver PRIVATE cxx_std_20)
target_compile_definitions(test-race-driver PRIVATE TAUT_CUDA_THREADS)
target_compile_options(test-race-driver PRIVATE ${taut_watch})
taut_add_library(taut-race-device STATIC ${taut_common_objects} $<TARGET_OBJECTS:test-device>
    $<TARGET_OBJECTS:test-race-driver> $<TARGET_OBJECTS:test-race-threads>)
set_target_properties(taut-race-device PROPERTIES LINKER_LANGUAGE CXX)
target_link_options(taut-race-device PUBLIC ${taut_watch})
