# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# The programs of the guide, on the public library alone. Each ends with 0 when what it shows is so.

list(APPEND TAUT_GUIDE_PROGRAMS mesh join heavy_end threads tow doll bridge lift soft fold)
list(APPEND TAUT_GUIDE_PROGRAMS gpu walk pop batch)
list(APPEND TAUT_GUIDE_PROGRAMS recording rip table grapple jelly shapes look world nets)
foreach(program IN LISTS TAUT_GUIDE_PROGRAMS)
    add_executable(guide_${program} "${CMAKE_CURRENT_LIST_DIR}/${program}.c")
    taut_target(guide_${program})
    target_link_libraries(guide_${program} PRIVATE taut::taut)
    if(UNIX)
        target_link_libraries(guide_${program} PRIVATE m)
    endif()
    add_test(NAME guide.${program} COMMAND guide_${program})
    set_tests_properties(guide.${program} PROPERTIES TIMEOUT 600)
endforeach()

# (0.2 kg + 62 g less half a link of 32) x 9.81 m/s^2 = 2.5607 N: what the README says it prints.
set_tests_properties(guide.first_rope PROPERTIES
    PASS_REGULAR_EXPRESSION "tension at the top: 2\\.561 N")

if(TAUT_PYTHON3)
    add_test(NAME tools.docs
        COMMAND "${TAUT_PYTHON3}" "${PROJECT_SOURCE_DIR}/tools/check_docs.py")
else()
    add_test(NAME tools.docs COMMAND sh -c "echo no python3; exit 77")
endif()
set_tests_properties(tools.docs PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77)
