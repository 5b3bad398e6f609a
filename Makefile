# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# A short front for CMake, which does the work: see CMakeLists.txt and `cmake --list-presets`.

BUILD  ?= build
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc 2>/dev/null || echo 2)

MAKEFLAGS += --no-print-directory

.PHONY: all configure demo test check format install clean help

all: configure
	@cmake --build $(BUILD) --parallel $(JOBS)

configure:
	@cmake --log-level=WARNING -S . -B $(BUILD) $(CMAKE_ARGS)

demo:
	@tools/setup.sh build
	@$(MAKE) configure
	@cmake --build $(BUILD) --parallel $(JOBS) --target taut-cli
	@$(BUILD)/taut demo

test:
	@tools/setup.sh test
	@$(MAKE) all
	@cd $(BUILD) && ctest --output-on-failure -j2

check:
	@tools/setup.sh check
	@tools/check.sh

format:
	@tools/format.sh

install: all
	@cmake --install $(BUILD) --prefix $(PREFIX)

clean:
	@rm -rf $(BUILD) build-*

help:
	@echo "make          build everything into $(BUILD)/ (the command line is $(BUILD)/taut)"
	@echo "make demo     install what is missing, build, simulate the showcase, write out/"
	@echo "make test     install what is missing, build, run every test"
	@echo "make check    the tests and all other checks: both compilers, sanitizers, linters"
	@echo "make format   lay out all C files by .clang-format"
	@echo "make install  install to PREFIX, now $(PREFIX)"
	@echo "make clean    remove what was built"
