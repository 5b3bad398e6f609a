# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# A short front for CMake, which does the work: see CMakeLists.txt and `cmake --list-presets`.

BUILD  ?= build
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc 2>/dev/null || echo 2)

# The kernels for GPUs, where nvcc is (cmake/cuda.cmake). They take nvcc longer than all the rest
# takes, so the demo does without.
CUDA ?= AUTO
CUDA_ARCHITECTURES ?= 80-virtual;90-real;90-virtual

MAKEFLAGS += --no-print-directory

WASM = -DCMAKE_BUILD_TYPE=Release -DTAUT_TESTS=OFF -DTAUT_CLI=OFF -DTAUT_WASM=ON \
	--toolchain cmake/toolchains/wasm32-wasi.cmake

PAGE = web/playground

.PHONY: all configure demo test test-cuda race check bits soak wasm bench format install clean help \
	play playground playground-wasm web web-test

all: configure
	@cmake --build $(BUILD) --parallel $(JOBS)

configure:
	@cmake --log-level=WARNING -S . -B $(BUILD) -DTAUT_CUDA=$(CUDA) \
		"-DTAUT_CUDA_ARCHITECTURES=$(CUDA_ARCHITECTURES)" $(CMAKE_ARGS)

demo:
	@tools/setup.sh build
	@$(MAKE) configure CUDA=OFF
	@cmake --build $(BUILD) --parallel $(JOBS) --target taut-cli
	@$(BUILD)/taut demo

# Without what the page is built with, its tests are skipped. Set up before CMake looks for node.
# Kernels are translated for a GPU that none of the tests asks for: as far as its assembler, which
# takes minutes.
test:
	@tools/setup.sh test
	@tools/setup.sh web || true
	@$(MAKE) all CUDA_ARCHITECTURES=90-virtual
	@if tools/setup.sh web 2>/dev/null && $(MAKE) $(PAGE)/node_modules/.package-lock.json; then \
		$(MAKE) playground web; \
	else \
		echo "test: going on without playground and package; their tests are skipped" >&2; \
		rm -rf $(PAGE)/dist web/dist; \
	fi
	@cd $(BUILD) && ctest --output-on-failure -j2

# On a machine with an NVIDIA GPU; nothing is installed.
test-cuda:
	@python3 tools/test_cuda.py

# Without a GPU. RACE_ARGS="--barriers" leaves out every barrier in turn.
race:
	@tools/setup.sh test
	@$(MAKE) configure CUDA=OFF
	@python3 tools/race.py --build $(BUILD) $(RACE_ARGS)

check:
	@tools/setup.sh check
	@tools/check.sh

bits:
	@tools/setup.sh bits
	@python3 tools/bits.py

# Every scene for 10,000 frames, and 200 ragdolls that fall.
soak:
	@tools/setup.sh test
	@$(MAKE) all
	@TAUT_SOAK_FRAMES=$${TAUT_SOAK_FRAMES:-10000} $(BUILD)/tests/test_soak
	@TAUT_SOAK_FRAMES=1 $(BUILD)/tests/test_ragdoll \
		dropped_ragdolls_keep_their_limits_and_come_to_rest
	@TAUT_SOAK_FRAMES=1 $(BUILD)/tests/test_ragdoll \
		dropped_ragdolls_keep_their_limits_and_come_to_rest

wasm:
	@tools/setup.sh wasm
	@cmake --log-level=WARNING -S . -B build-wasm/scalar -DTAUT_SIMD=OFF $(WASM)
	@cmake --log-level=WARNING -S . -B build-wasm/simd $(WASM)
	@cmake --build build-wasm/scalar --parallel $(JOBS) --target taut-wasm
	@cmake --build build-wasm/simd --parallel $(JOBS) --target taut-wasm
	@cp build-wasm/scalar/taut.wasm build-wasm/taut-scalar.wasm
	@cp build-wasm/simd/taut.wasm build-wasm/taut-simd.wasm
	@wc -c build-wasm/taut-scalar.wasm build-wasm/taut-simd.wasm

# The npm package, into web/dist; web/README.md.
web:
	@tools/setup.sh web
	@cmake --log-level=WARNING -S . -B build-wasm/scalar -DTAUT_SIMD=OFF $(WASM)
	@cmake --log-level=WARNING -S . -B build-wasm/simd $(WASM)
	@cmake --log-level=WARNING -S . -B build-wasm/threads -DTAUT_WASM_THREADS=ON $(WASM)
	@for build in scalar simd threads; do \
		cmake --build build-wasm/$$build --parallel $(JOBS) --target taut-web || exit 1; \
	done
	@$(MAKE) web/node_modules/.package-lock.json
	@rm -rf web/dist
	@cd web && npm run --silent build
	@cp build-wasm/scalar/web.wasm web/dist/taut.wasm
	@cp build-wasm/simd/web.wasm web/dist/taut-simd.wasm
	@cp build-wasm/threads/web.wasm web/dist/taut-threads.wasm
	@cp LICENSE web/
	@node web/size.mjs

web/node_modules/.package-lock.json: web/package-lock.json
	@cd web && npm ci --silent --no-audit --no-fund && touch node_modules/.package-lock.json

# The page: its WebAssembly, then everything into one folder that any host can serve.
playground-wasm:
	@cmake --log-level=WARNING -S . -B build-wasm/scalar -DTAUT_SIMD=OFF $(WASM)
	@cmake --log-level=WARNING -S . -B build-wasm/simd $(WASM)
	@cmake --build build-wasm/scalar --parallel $(JOBS) --target taut-playground
	@cmake --build build-wasm/simd --parallel $(JOBS) --target taut-playground
	@$(MAKE) $(PAGE)/node_modules/.package-lock.json
	@mkdir -p $(PAGE)/wasm
	@for build in scalar simd; do \
		part=$(PAGE)/wasm/playground-$$build; \
		node $(PAGE)/split.mjs build-wasm/$$build/playground.wasm $$part.wasm $$part-rest.wasm \
			|| exit 1; \
	done

$(PAGE)/node_modules/.package-lock.json: $(PAGE)/package-lock.json
	@cd $(PAGE) && npm ci --silent --no-audit --no-fund && touch node_modules/.package-lock.json

playground:
	@tools/setup.sh web
	@$(MAKE) playground-wasm
	@$(MAKE) $(PAGE)/node_modules/.package-lock.json
	@cd $(PAGE) && npm run --silent check && npm run --silent build
	@echo "the page is in $(PAGE)/dist: any host can serve it"

# PORT=8080
play: playground
	@node $(PAGE)/serve.mjs $(PORT)

web-test: playground
	@$(MAKE) all CUDA=OFF
	@cd $(BUILD) && ctest --output-on-failure -R '^web'

# BENCH_ARGS="--no-peers" or "--rounds 5"; see bench/README.md.
bench:
	@tools/setup.sh bench
	@$(MAKE) all
	@$(MAKE) wasm || echo "bench: going on without WebAssembly" >&2
	@$(MAKE) web || echo "bench: going on without the npm package" >&2
	@cd bench/node && npm ci --silent --no-audit --no-fund || \
		echo "bench: going on without the engines of npm" >&2
	@python3 bench/run.py --build $(BUILD) $(BENCH_ARGS)

format:
	@tools/format.sh

install: configure
	@cmake --build $(BUILD) --parallel $(JOBS) --target taut taut-cli
	@cmake --install $(BUILD) --prefix $(PREFIX)

clean:
	@rm -rf $(BUILD) build-* $(PAGE)/dist $(PAGE)/wasm web/dist

help:
	@echo "make          build everything into $(BUILD)/ (the command line is $(BUILD)/taut)"
	@echo "make demo     install what is missing, build, simulate the showcase, write out/"
	@echo "make test     install what is missing, build, run every test"
	@echo "make test-cuda  every scene on a GPU against the CPU, and compute-sanitizer over it"
	@echo "make race     the kernels for GPUs by many threads on the host, watched for races"
	@echo "make check    the tests and all other checks: both compilers, sanitizers, linters"
	@echo "make bits     every scene on every kind of machine, emulated ones too: one hash each"
	@echo "make soak     every scene for 10,000 frames: finite, no energy gathered; 200 ragdolls"
	@echo "make wasm     the library and scenes as WebAssembly, scalar and SIMD, into build-wasm/"
	@echo "make web      the npm package taut-physics, into web/dist"
	@echo "make play     build the playground, serve it on localhost, print the address"
	@echo "make playground  the same page as a folder that any host can serve"
	@echo "make web-test  only the tests of the page, in a real browser"
	@echo "make bench    time it beside other engines; ten minutes; writes bench/results/"
	@echo "make format   lay out all C files by .clang-format"
	@echo "make install  install to PREFIX, now $(PREFIX)"
	@echo "make clean    remove what was built"
