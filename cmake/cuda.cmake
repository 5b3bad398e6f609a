# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# The CUDA backend. nvcc makes the kernels, which go into the library as bytes; the driver is looked
# for when a world asks for it, so that a program built with it runs on machines without.

set(TAUT_CUDA AUTO CACHE STRING
    "The CUDA backend: AUTO (where nvcc is, and Taut is not part of another project), ON, OFF")
set_property(CACHE TAUT_CUDA PROPERTY STRINGS AUTO ON OFF)
set(TAUT_CUDA_ARCHITECTURES "80-virtual;90-real;90-virtual" CACHE STRING
    "GPUs to make kernels for: N-real runs there at once, N-virtual is translated on first use")

set(taut_device_sources ${TAUT_DEVICE_SOURCES_NONE})
set(taut_with_cuda ${TAUT_CUDA})
if(TAUT_CUDA STREQUAL "AUTO" AND (NOT PROJECT_IS_TOP_LEVEL OR NOT UNIX OR CMAKE_CROSSCOMPILING))
    set(taut_with_cuda OFF)
endif()
if(taut_with_cuda)
    find_program(TAUT_NVCC nvcc HINTS "$ENV{CUDA_PATH}/bin" PATHS /usr/local/cuda/bin)
    mark_as_advanced(TAUT_NVCC)
endif()

# Where the driver's header is, only nvcc knows: the nvcc that was found may be a script or a link
# far from its toolkit. An answer shows that it works, too.
set(taut_cuda_include "")
set(taut_cuda_lack "there is no nvcc")
if(taut_with_cuda AND TAUT_NVCC)
    set(taut_probe "${PROJECT_BINARY_DIR}/cuda/probe.cu")
    file(WRITE "${taut_probe}" "#include <cuda.h>\n")
    execute_process(COMMAND "${TAUT_NVCC}" -M "${taut_probe}"
        OUTPUT_VARIABLE taut_found ERROR_VARIABLE taut_cuda_lack RESULT_VARIABLE taut_result)
    string(REPLACE "\\ " " " taut_found "${taut_found}")
    if(taut_result EQUAL 0 AND taut_found MATCHES "[ \n](/[^\n]*)/cuda\\.h")
        string(REGEX REPLACE ".*[ \n](/)" "\\1" taut_cuda_include "${CMAKE_MATCH_1}")
    endif()
endif()
if(taut_with_cuda AND NOT taut_cuda_include)
    if(NOT taut_with_cuda STREQUAL "AUTO")
        message(FATAL_ERROR "TAUT_CUDA is ${TAUT_CUDA}, but ${taut_cuda_lack}")
    elseif(TAUT_NVCC)
        message(WARNING "Going on without CUDA: ${TAUT_NVCC} does not work: ${taut_cuda_lack}")
    endif()
    set(taut_with_cuda OFF)
endif()

# Contraction off, division and square root rounded correctly, small numbers kept: the CPU's bits.
set(taut_nvcc_flags -std=c++20 -fatbin -fmad=false -prec-div=true -prec-sqrt=true -ftz=false
    "-I${PROJECT_SOURCE_DIR}/include" "-I${PROJECT_SOURCE_DIR}/src" -DTAUT_STATIC)
# Each image leaves unused what the others are for (177), and what only that has set (550).
list(APPEND taut_nvcc_flags -diag-suppress=177,550)
# There is much of it: by several threads, where nvcc knows how. Not so kernels for sheets, which are
# few: it makes other code of them then, and slower.
set(taut_nvcc_flags_bodies "")
set(taut_nvcc_flags_joined "")
set(taut_nvcc_flags_sheets "")
set(taut_nvcc_flags_gather "")
if(taut_with_cuda)
    execute_process(COMMAND "${TAUT_NVCC}" --help OUTPUT_VARIABLE taut_nvcc_help ERROR_QUIET)
    if(taut_nvcc_help MATCHES "--split-compile")
        list(APPEND taut_nvcc_flags_bodies --split-compile=0)
        list(APPEND taut_nvcc_flags_joined --split-compile=0)
    endif()
endif()
foreach(architecture IN LISTS TAUT_CUDA_ARCHITECTURES)
    string(REGEX MATCH "^[0-9]+[a-z]*" number "${architecture}")
    if(architecture MATCHES "-virtual$")
        list(APPEND taut_nvcc_flags "-gencode=arch=compute_${number},code=compute_${number}")
    else()
        list(APPEND taut_nvcc_flags "-gencode=arch=compute_${number},code=sm_${number}")
    endif()
endforeach()

if(taut_with_cuda)
    # Kernels in images by themselves: what else there is in a file changes how they are translated,
    # and how fast they are (docs/decisions/0054-strays-and-what-cannot-change.md).
    file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/cuda")
    set(taut_images "")
    foreach(part IN ITEMS bodies joined sheets gather)
        set(taut_image "${PROJECT_BINARY_DIR}/cuda/${part}.fatbin")
        list(APPEND taut_images "${taut_image}")
        string(TOUPPER "TAUT_CUDA_ONLY_${part}" taut_only)
        set(taut_kernels "${PROJECT_SOURCE_DIR}/src/cuda/kernels.cu")
        if(part STREQUAL "gather")
            set(taut_kernels "${PROJECT_SOURCE_DIR}/src/cuda/gather.cu")
        endif()
        add_custom_command(OUTPUT "${taut_image}"
            COMMAND "${TAUT_NVCC}" ${taut_nvcc_flags} ${taut_nvcc_flags_${part}} "-D${taut_only}"
                -MD -MF "${taut_image}.d" -MT "${taut_image}" -o "${taut_image}"
                "${taut_kernels}"
            DEPENDS "${taut_kernels}"
            DEPFILE "${taut_image}.d"
            COMMENT "Making kernels for CUDA: ${part}")
    endforeach()
    set(taut_device_sources ${TAUT_DEVICE_SOURCES_CUDA})
    set_source_files_properties("${PROJECT_SOURCE_DIR}/src/cuda/image.c" PROPERTIES
        COMPILE_DEFINITIONS "TAUT_CUDA_IMAGES=\"${PROJECT_BINARY_DIR}/cuda\""
        OBJECT_DEPENDS "${taut_images}")
endif()

# dlopen() is in a library of its own on older systems.
set(taut_device_libraries "")
if(taut_with_cuda)
    set(taut_device_libraries ${CMAKE_DL_LIBS})
endif()

# Adds the part of the library that knows of devices.
function(taut_add_device name)
    taut_add_objects(${name} ${ARGN})
    if(taut_cuda_include)
        target_include_directories(${name} SYSTEM PRIVATE "${taut_cuda_include}")
    endif()
endfunction()
