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
