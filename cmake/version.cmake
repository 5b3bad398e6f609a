# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# The header is the one place that states the version; this reads it.

set(taut_version_header "${CMAKE_CURRENT_LIST_DIR}/../include/taut/taut_base.h")
set(TAUT_VERSION "")
foreach(part IN ITEMS MAJOR MINOR PATCH)
    file(STRINGS "${taut_version_header}" line REGEX "^#define TAUT_VERSION_${part} [0-9]+$")
    string(REGEX MATCH "[0-9]+$" number "${line}")
    if(number STREQUAL "")
        message(FATAL_ERROR "no TAUT_VERSION_${part} in ${taut_version_header}")
    endif()
    list(APPEND TAUT_VERSION "${number}")
endforeach()
list(JOIN TAUT_VERSION "." TAUT_VERSION)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${taut_version_header}")
