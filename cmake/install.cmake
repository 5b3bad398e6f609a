# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# Install: library, headers, CMake package, pkg-config file. All of it may be moved afterwards.

include(CMakePackageConfigHelpers)

install(TARGETS taut EXPORT taut-targets
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}"
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/taut" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
    FILES_MATCHING PATTERN "*.h")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

set(taut_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/taut")
install(EXPORT taut-targets NAMESPACE taut:: DESTINATION "${taut_package_dir}")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/taut-config.cmake.in"
    "${PROJECT_BINARY_DIR}/taut-config.cmake"
    INSTALL_DESTINATION "${taut_package_dir}"
    NO_SET_AND_CHECK_MACRO)
# Before 1.0 every minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/taut-config-version.cmake"
    COMPATIBILITY SameMinorVersion)
install(FILES
    "${PROJECT_BINARY_DIR}/taut-config.cmake"
    "${PROJECT_BINARY_DIR}/taut-config-version.cmake"
    DESTINATION "${taut_package_dir}")

# pkg-config: paths start from the .pc file itself, unless the user asked for absolute ones.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
    set(taut_pc_prefix "${CMAKE_INSTALL_PREFIX}")
    set(taut_pc_libdir "${CMAKE_INSTALL_FULL_LIBDIR}")
    set(taut_pc_includedir "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
else()
    file(RELATIVE_PATH taut_pc_up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
    string(REGEX REPLACE "/$" "" taut_pc_up "${taut_pc_up}")
    set(taut_pc_prefix "\${pcfiledir}/${taut_pc_up}")
    set(taut_pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
    set(taut_pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
set(taut_pc_needs " -lm")
if(TAUT_THREADS STREQUAL "POSIX")
    string(APPEND taut_pc_needs " -pthread")
endif()
foreach(library IN LISTS taut_device_libraries)
    string(APPEND taut_pc_needs " -l${library}")
endforeach()
if(BUILD_SHARED_LIBS)
    set(taut_pc_cflags "")
    set(taut_pc_libs "")
    set(taut_pc_private "${taut_pc_needs}")
else()
    set(taut_pc_cflags " -DTAUT_STATIC")
    set(taut_pc_libs "${taut_pc_needs}")
    set(taut_pc_private "")
endif()
configure_file("${CMAKE_CURRENT_LIST_DIR}/taut.pc.in" "${PROJECT_BINARY_DIR}/taut.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/taut.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
