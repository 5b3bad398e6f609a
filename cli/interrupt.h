// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// While frames are taken SIGINT is held back and asked for after each of them: the run stops
// between frames and needs neither a handler nor a global flag.

#pragma once

#include <stdbool.h>

typedef struct taut_interrupt {
    bool watching;
    bool blocked;  // it was held back before
} taut_interrupt;

taut_interrupt taut_interrupt_open(void);
bool taut_interrupt_fired(const taut_interrupt* watch);
void taut_interrupt_close(const taut_interrupt* watch);
