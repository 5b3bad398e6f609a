# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# The library, from object libraries: the lanes of the backend are compiled once per set of
# instructions, and a shared build puts the same objects into an archive for the tests, which reach
# behind the public surface.

function(taut_add_objects name)
    add_library(${name} OBJECT ${ARGN})
    taut_target(${name})
    target_include_directories(${name} PRIVATE
        "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
    target_compile_definitions(${name} PRIVATE TAUT_BUILDING)
    if(BUILD_SHARED_LIBS)
        set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    else()
        target_compile_definitions(${name} PRIVATE TAUT_STATIC)
    endif()
endfunction()

function(taut_add_library name type)
    add_library(${name} ${type} ${ARGN})
    taut_sanitizers(${name})
    taut_coverage(${name})
    target_include_directories(${name} PUBLIC
        "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
        "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
    if(UNIX)
        target_link_libraries(${name} PRIVATE m)
    endif()
    if(TAUT_THREADS STREQUAL "POSIX")
        target_link_libraries(${name} PRIVATE Threads::Threads)
    endif()
    target_link_libraries(${name} PRIVATE ${taut_device_libraries})
    if(type STREQUAL "STATIC")
        target_compile_definitions(${name} PUBLIC TAUT_STATIC)
    endif()
    set_target_properties(${name} PROPERTIES
        LINKER_LANGUAGE C
        VERSION ${PROJECT_VERSION}
        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
endfunction()

taut_add_objects(taut-objects ${TAUT_SOURCES})
taut_threads(taut-objects)
# Where four floats are stored one by one, a load of all four waits: contacts between particles are a
# third slower without packing (bench-self). These files have no double that it could leave unrounded
# (cmake/float.cmake); tools/check_layers.py sees to it.
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    set_source_files_properties(
        "${PROJECT_SOURCE_DIR}/src/pairs_step.c" "${PROJECT_SOURCE_DIR}/src/pairs_find.c"
        PROPERTIES COMPILE_OPTIONS -ftree-slp-vectorize)
endif()
set(taut_objects $<TARGET_OBJECTS:taut-objects>)
taut_backend_definitions(taut-objects)
foreach(backend IN LISTS TAUT_BACKENDS)
    taut_add_objects(taut-lanes-${backend} ${TAUT_LANE_SOURCES})
    target_compile_definitions(taut-lanes-${backend} PRIVATE
        BACKEND=${backend} LANE_WIDTH=${TAUT_BACKEND_WIDTH_${backend}})
    target_compile_options(taut-lanes-${backend} PRIVATE ${TAUT_BACKEND_FLAGS_${backend}})
    # A walker's loop has a few conditions that never change in it. One copy of the loop for each
    # combination of them would be several times the code and no faster.
    if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
        target_compile_options(taut-lanes-${backend} PRIVATE -fno-unswitch-loops)
    endif()
    taut_allow_wide_vectors(taut-lanes-${backend})
    list(APPEND taut_objects $<TARGET_OBJECTS:taut-lanes-${backend}>)
endforeach()

# A chain alone is walked by floats, whatever the backend.
if(NOT "scalar" IN_LIST TAUT_BACKENDS)
    taut_add_objects(taut-lanes-scalar "${PROJECT_SOURCE_DIR}/src/backend/chains.c")
    target_compile_definitions(taut-lanes-scalar PRIVATE BACKEND=scalar LANE_WIDTH=1)
    list(APPEND taut_objects $<TARGET_OBJECTS:taut-lanes-scalar>)
endif()

taut_add_device(taut-device ${taut_device_sources})
set(taut_common_objects ${taut_objects})
list(APPEND taut_objects $<TARGET_OBJECTS:taut-device>)

if(BUILD_SHARED_LIBS)
    taut_add_library(taut SHARED ${taut_objects})
    if(TAUT_TESTS)
        taut_add_library(taut-inner STATIC ${taut_objects})
    endif()
else()
    taut_add_library(taut STATIC ${taut_objects})
    add_library(taut-inner ALIAS taut)
endif()
add_library(taut::taut ALIAS taut)

# The library with a device that is the host, for tests: its kernels are C++.
if(TAUT_TESTS AND NOT CMAKE_CROSSCOMPILING)
    include(CheckLanguage)
    check_language(CXX)
    if(CMAKE_CXX_COMPILER)
        enable_language(CXX)
        taut_add_device(test-device ${TAUT_DEVICE_SOURCES_SHARED})
        taut_add_device(test-device-driver ${TAUT_DEVICE_SOURCES_HOST})
        target_compile_features(test-device-driver PRIVATE cxx_std_20)
        taut_add_library(taut-host-device STATIC ${taut_common_objects}
            $<TARGET_OBJECTS:test-device> $<TARGET_OBJECTS:test-device-driver>)
        set_target_properties(taut-host-device PROPERTIES LINKER_LANGUAGE CXX)
        include("${PROJECT_SOURCE_DIR}/cmake/race.cmake")
    endif()
endif()
