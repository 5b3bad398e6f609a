// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Every check, one line each: X(identifier, "name", "about") stands for the function
// taut_verify_identifier. The order is that of `taut verify`; CMake makes one test per line, and
// tools/mutate.py wants one mutation at least.

#pragma once

#define TAUT_VERIFY_LIST(X)                                                                        \
    X(free_fall, "free-fall", "a falling particle against its recurrence")                         \
    X(unpinned, "unpinned", "a cloth without pins falls as free fall")                             \
    X(pendulum, "pendulum", "twenty swings of one link against the elliptic period")               \
    X(spring, "spring", "frequency and decay of a mass on a compliant link")                       \
    X(convergence, "convergence", "order of the error in the length of a substep")                 \
    X(chain, "chain", "what a hanging chain weighs and how far its top link gives")                \
    X(chain_far, "chain-far", "the same chain a kilometre away and after a shift of the origin")   \
    X(chain_settling, "chain-settling", "a chain comes to rest alike, whatever the substeps")      \
    X(chain_shortfall, "chain-shortfall", "the report of achieved stiffness, below 24 substeps")   \
    X(rubber, "rubber", "a rubber band stretches alike, however many links it has")                \
    X(catenary, "catenary", "the shape and the pull of a rope between two points")                 \
    X(cantilever, "cantilever", "the sag of a clamped strip of cloth against beam theory")         \
    X(soft_bar, "soft-bar", "a soft bar under load against FL/(EA), however it is divided")        \
    X(truss, "truss", "the members of a bridge against the method of joints")                      \
    X(truss_failure, "truss-failure", "an overloaded bridge breaks where and when it should")      \
    X(winch, "winch", "reeling in pulls evenly, and takes in what it says")                        \
    X(momentum, "momentum", "kept among free particles")                                           \
    X(pin_impulse, "pin-impulse", "momentum changes by what the pins report")                      \
    X(energy, "energy", "an undamped swing gains nothing and loses little")                        \
    X(slope, "slope", "a block begins to slide at the angle of friction")                          \
    X(capstan, "capstan", "a rope drawn around a post pulls e^(friction x angle) times as hard")   \
    X(drape, "drape", "a draped cloth presses what it lies on with its weight")                    \
    X(terminal_velocity, "terminal-velocity", "how fast a sheet and a rope fall through air")      \
    X(balloon, "balloon", "the pressure in a balloon against the tension of its skin")
