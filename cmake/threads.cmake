# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# TAUT_THREADS: which of src/platform/thread_*.c is built. POSIX needs Threads::Threads, WIN needs
# nothing beside the system, NONE makes worlds of one thread.

set(TAUT_THREADS NONE)
if(WIN32)
    set(TAUT_THREADS WIN)
elseif(UNIX AND NOT EMSCRIPTEN AND NOT CMAKE_SYSTEM_NAME MATCHES "^(WASI|Generic)$")
    # A host that adds us as a subdirectory links the target from outside, so it must be visible
    # there; one that comes from the host already is.
    if(NOT TARGET Threads::Threads)
        set(THREADS_PREFER_PTHREAD_FLAG ON)
        find_package(Threads)
        if(TARGET Threads::Threads)
            set_target_properties(Threads::Threads PROPERTIES IMPORTED_GLOBAL TRUE)
        endif()
    endif()
    if(TARGET Threads::Threads)
        set(TAUT_THREADS POSIX)
    endif()
endif()
list(APPEND TAUT_SOURCES ${TAUT_THREAD_SOURCES_${TAUT_THREADS}})

function(taut_threads target)
    if(TAUT_THREADS STREQUAL "POSIX")
        target_link_libraries(${target} PRIVATE Threads::Threads)
    endif()
    target_compile_definitions(${target} PRIVATE TAUT_THREADS_${TAUT_THREADS}
        $<$<BOOL:${TAUT_YIELDS}>:TAUT_YIELDS>)
endfunction()
