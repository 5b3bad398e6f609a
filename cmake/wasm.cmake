# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# The WebAssembly modules. Each is a reactor: it has no main, and is called from outside. They are
# built for size (cmake/small.cmake).

function(taut_wasm_module target output)
    add_executable(${target} ${ARGN})
    taut_target(${target})
    target_link_options(${target} PRIVATE -mexec-model=reactor)
    set_target_properties(${target} PROPERTIES
        OUTPUT_NAME ${output}
        SUFFIX .wasm
        RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
endfunction()

# Library, scenes, exports: what tools/wasm/taut.mjs calls. See `make wasm`.
taut_wasm_module(taut-wasm taut ${TAUT_WASM_SOURCES})
target_link_libraries(taut-wasm PRIVATE taut-scenes taut)

# The module of the playground: library, scenes, what hands do, and what the page draws from.
taut_wasm_module(taut-playground playground ${TAUT_PLAYGROUND_SOURCES})
target_link_libraries(taut-playground PRIVATE taut-scenes taut)

# The module of the npm package: every public function. See `make web`.
taut_wasm_module(taut-web web ${TAUT_WEB_SOURCES})
target_link_libraries(taut-web PRIVATE taut)
file(GLOB taut_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/taut/*.h")
set(taut_exports malloc free)
foreach(header IN LISTS taut_headers)
    file(READ "${header}" text)
    string(REGEX MATCHALL "TAUT_API[^;(]*[ *]taut_[a-z0-9_]+\\(" found "${text}")
    foreach(start IN LISTS found)
        string(REGEX REPLACE ".*[ *](taut_[a-z0-9_]+)\\($" "\\1" name "${start}")
        list(APPEND taut_exports ${name})
    endforeach()
endforeach()
list(TRANSFORM taut_exports PREPEND "-Wl,--export=")
target_link_options(taut-web PRIVATE ${taut_exports})

# With threads: workers share the memory, which therefore comes from outside and has a limit, and set
# a stack of their own. Debian's wasi-libc was built without atomics and is called by one thread
# alone, hence no check; web/src/threads.ts knows how much memory there is at first.
if(TAUT_WASM_THREADS)
    target_sources(taut-web PRIVATE ${TAUT_WEB_THREAD_SOURCES})
    target_link_options(taut-web PRIVATE
        -Wl,--shared-memory,--import-memory,--export-memory,--no-check-features
        -Wl,--initial-memory=2097152,--max-memory=4294967296
        -Wl,--export=__stack_pointer)
endif()
