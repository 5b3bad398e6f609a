// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#define _POSIX_C_SOURCE 200809L

#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

taut_interrupt taut_interrupt_open(void)
{
    taut_interrupt watch = {0};
    struct sigaction action;
    if (sigaction(SIGINT, NULL, &action) != 0 || action.sa_handler == SIG_IGN) {
        return watch;  // whoever started us wants SIGINT ignored
    }
    sigset_t set;
    sigset_t before;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    watch.watching = sigprocmask(SIG_BLOCK, &set, &before) == 0;
    watch.blocked = watch.watching && sigismember(&before, SIGINT) == 1;
    return watch;
}

bool taut_interrupt_fired(const taut_interrupt* watch)
{
    sigset_t pending;
    return watch->watching && sigpending(&pending) == 0 && sigismember(&pending, SIGINT) == 1;
}

void taut_interrupt_close(const taut_interrupt* watch)
{
    if (!watch->watching) {
        return;
    }
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    if (taut_interrupt_fired(watch)) {
        int number = 0;
        sigwait(&set, &number);  // taken note of: it must not end us now
    }
    if (!watch->blocked) {
        sigprocmask(SIG_UNBLOCK, &set, NULL);
    }
}
