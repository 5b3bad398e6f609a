# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# The WebAssembly module with what tools/wasm/taut.mjs calls: library, scenes, exports. A reactor:
# it has no main, and is called from outside. See `make wasm`.

add_executable(taut-wasm ${TAUT_WASM_SOURCES})
taut_target(taut-wasm)
target_link_libraries(taut-wasm PRIVATE taut-scenes taut)
target_link_options(taut-wasm PRIVATE -mexec-model=reactor)
set_target_properties(taut-wasm PROPERTIES
    OUTPUT_NAME taut
    SUFFIX .wasm
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")

# The module of the playground: library, scenes, what hands do, and what the page draws from.
add_executable(taut-playground ${TAUT_PLAYGROUND_SOURCES})
taut_target(taut-playground)
target_link_libraries(taut-playground PRIVATE taut-scenes taut)
target_link_options(taut-playground PRIVATE -mexec-model=reactor)
set_target_properties(taut-playground PROPERTIES
    OUTPUT_NAME playground
    SUFFIX .wasm
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
