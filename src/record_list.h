// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Every call that changes a world, as it stands in a recording: X(NAME, name, what follows its
// number). b is a body's id, i an integer of 32 bits, f a float, v three of them, d a double, h 64
// bits. Little endian. Numbers count from 1 in this order and stay: new calls come at the end, and
// the version of the format (record.h) goes up when an old one changes. What a call does when it is
// replayed stands in replay_calls.c, redo_name(). tools/check_calls.py knows which call of the
// public headers is which of these.

#pragma once

// What the numbers are, in the order of the list:
//   end            check sum
//   step           dt, substeps, steps of this call to come, chosen; hash or 0; check sum
//   clock          after taut_world_advance(): seconds left for the next
//   gravity        gravity
//   shift          offset
//   create         id; blueprint, particles, precision, 1 collides | 2 edges | 4 faces | 8 self |
//                  16 others, contact room, category, mask, pair room, spare particles, most
//                  breaks; offset, velocity, gravity scale, drag, thickness, friction, static
//                  friction, restitution, leave speed, strength, stretch
//   destroy        body
//   gravity_scale  body, scale
//   drag           body, drag
//   frozen         body, frozen
//   force          body, particle, newtons
//   impulse        body, particle, N s
//   pin            body, particle; unpin, grab likewise
//   target         body, particle, place
//   release        body, particle, how
//   wake           body
//   mass           body, particle, kg
//   teleport       body; move, about, axis, w; motion
//   settle         body or none; most steps, substeps; unrest, speed
//   attach         body, other body or collider; particle, target, other particle, triangle or
//                  other end of the link, id; place, weights, length, compliance, draw speed,
//                  strength, draw acceleration
//   detach         id
//   attach_place   id, place
//   attach_length  id, length
//   attach_draw    id, speed, acceleration
//   collider_create    id, kind, shape, category, mask; radius, half height, half size, place,
//                      rotation, friction, static friction, restitution
//   collider_destroy   id
//   collider_move      id, place, rotation; collider_teleport likewise
//   collider_surface   id, friction, static friction, restitution
//   collider_filter    id, category, mask
//   winds              none: those there are go
//   add_wind           nothing, kind, choice of eddies; velocity, strength, period, centre, axis,
//                      radius, speed, size; set_wind likewise, with its number
//   air_density        kg/m^3
//   air                body, enabled; drag, lift, friction, drag and radius of ropes
//   pressure           body, gas, pascals; inflate, ambient, leak likewise
//   rest               body, constraint, value; compliance likewise
//   limits             body, constraint; strength, stretch
//   break              body, constraint
//   cut                from0, from1, to0, to1
//   winch              body, first particle, particles; drum, taken. What a winch does later are
//                      grabs, releases and targets
//   realm              of the create or collider_create that comes next; 0 without
//   realm_cut          realm; from0, from1, to0, to1
#define TAUT_CALL_LIST(X)                                                                          \
    X(END, end, "i")                                                                               \
    X(STEP, step, "fiiihi")                                                                        \
    X(CLOCK, clock, "d")                                                                           \
    X(GRAVITY, gravity, "v")                                                                       \
    X(SHIFT, shift, "v")                                                                           \
    X(CREATE, create, "biiiiiiiiiivvfffffffff")                                                    \
    X(DESTROY, destroy, "b")                                                                       \
    X(GRAVITY_SCALE, gravity_scale, "bf")                                                          \
    X(DRAG, drag, "bf")                                                                            \
    X(FROZEN, frozen, "bi")                                                                        \
    X(FORCE, force, "biv")                                                                         \
    X(IMPULSE, impulse, "biv")                                                                     \
    X(PIN, pin, "bi")                                                                              \
    X(UNPIN, unpin, "bi")                                                                          \
    X(TARGET, target, "biv")                                                                       \
    X(GRAB, grab, "bi")                                                                            \
    X(RELEASE, release, "bii")                                                                     \
    X(WAKE, wake, "b")                                                                             \
    X(MASS, mass, "bif")                                                                           \
    X(TELEPORT, teleport, "bvvvfi")                                                                \
    X(SETTLE, settle, "biiff")                                                                     \
    X(ATTACH, attach, "bbiiiiiivvfffff")                                                           \
    X(DETACH, detach, "ii")                                                                        \
    X(ATTACH_PLACE, attach_place, "iiv")                                                           \
    X(ATTACH_LENGTH, attach_length, "iif")                                                         \
    X(ATTACH_DRAW, attach_draw, "iiff")                                                            \
    X(COLLIDER_CREATE, collider_create, "iiiiiiffvvfffffff")                                       \
    X(COLLIDER_DESTROY, collider_destroy, "ii")                                                    \
    X(COLLIDER_MOVE, collider_move, "iivffff")                                                     \
    X(COLLIDER_TELEPORT, collider_teleport, "iivffff")                                             \
    X(COLLIDER_SURFACE, collider_surface, "iifff")                                                 \
    X(COLLIDER_FILTER, collider_filter, "iiii")                                                    \
    X(WINDS, winds, "i")                                                                           \
    X(ADD_WIND, add_wind, "iiivffvvfff")                                                           \
    X(SET_WIND, set_wind, "iiivffvvfff")                                                           \
    X(AIR_DENSITY, air_density, "f")                                                               \
    X(AIR, air, "bifffff")                                                                         \
    X(PRESSURE, pressure, "bif")                                                                   \
    X(INFLATE, inflate, "bif")                                                                     \
    X(AMBIENT, ambient, "bif")                                                                     \
    X(LEAK, leak, "bif")                                                                           \
    X(REST, rest, "bif")                                                                           \
    X(COMPLIANCE, compliance, "bif")                                                               \
    X(LIMITS, limits, "biff")                                                                      \
    X(BREAK, break, "bi")                                                                          \
    X(CUT, cut, "vvvv")                                                                            \
    X(WINCH, winch, "biivf")                                                                       \
    X(REALM, realm, "i")                                                                           \
    X(REALM_CUT, realm_cut, "ivvvv")
