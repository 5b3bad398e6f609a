# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# The command line: target taut-cli, file `taut` at the top of the build folder.

# Its PNG writer is one public-domain header, installed by distributions (Debian: libstb-dev).
find_path(TAUT_STB_INCLUDE_DIR stb/stb_image_write.h)
mark_as_advanced(TAUT_STB_INCLUDE_DIR)
if(NOT TAUT_STB_INCLUDE_DIR)
    message(FATAL_ERROR "stb/stb_image_write.h is missing: install it (Debian: libstb-dev), say "
        "where it is with -DTAUT_STB_INCLUDE_DIR=, or leave the command line out with "
        "-DTAUT_CLI=OFF")
endif()

add_library(taut-cli-parts STATIC ${TAUT_CLI_SOURCES})
taut_target(taut-cli-parts)
target_include_directories(taut-cli-parts PRIVATE
    "${PROJECT_SOURCE_DIR}/cli" "${PROJECT_SOURCE_DIR}/include")
target_include_directories(taut-cli-parts SYSTEM PRIVATE "${TAUT_STB_INCLUDE_DIR}")
target_link_libraries(taut-cli-parts PUBLIC taut-scenes taut-verify)
if(UNIX)
    target_link_libraries(taut-cli-parts PUBLIC m)
endif()

# `taut doctor` and `taut bench` say what the library was built with: its own options less the
# warnings, after those of the build type.
get_target_property(options taut-objects COMPILE_OPTIONS)
string(GENEX_STRIP "${options}" options)
list(FILTER options INCLUDE REGEX "^(-[fmO]|--coverage)")
list(FILTER options EXCLUDE REGEX "^-fmacro-prefix-map")
list(REMOVE_DUPLICATES options)
list(JOIN options " " options)
set(flags "")
set(configs ${CMAKE_CONFIGURATION_TYPES} ${CMAKE_BUILD_TYPE})
list(REMOVE_DUPLICATES configs)
foreach(config IN LISTS configs)
    string(TOUPPER "${config}" upper)
    string(APPEND flags "$<$<CONFIG:${config}>:${CMAKE_C_FLAGS_${upper}}>")
endforeach()
set(flags "${CMAKE_C_FLAGS} ${flags}$<$<CONFIG:>:-O3> ${options}")
string(STRIP "${flags}" flags)
string(REPLACE "\"" "'" flags "${flags}")  # it becomes a string of C
set_property(SOURCE "${PROJECT_SOURCE_DIR}/cli/machine.c" APPEND PROPERTY COMPILE_DEFINITIONS
    "TAUT_BUILD_COMPILER=\"${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}\""
    "TAUT_BUILD_FLAGS=\"${flags}\"")

add_executable(taut-cli ${TAUT_CLI_MAIN})
taut_target(taut-cli)
target_include_directories(taut-cli PRIVATE "${PROJECT_SOURCE_DIR}/cli")
# The library last: what stands on it, and does not say so, comes before it.
target_link_libraries(taut-cli PRIVATE taut-cli-parts taut-scenes taut-verify taut)
set_target_properties(taut-cli PROPERTIES
    OUTPUT_NAME taut
    INSTALL_RPATH "$<$<BOOL:${BUILD_SHARED_LIBS}>:$ORIGIN/../${CMAKE_INSTALL_LIBDIR}>"
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")

if(PROJECT_IS_TOP_LEVEL)
    install(TARGETS taut-cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
