#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

"""Checks that every public call that can change a world is recorded, or known not to need it.

Reads the functions of include/taut/ that take a `taut_world*` which is not const, and compares them
with the two tables below; the calls of the first with src/record_list.h, and with
tests/test_record_calls.c, which tries each. A function in neither table is a violation: add it to
record_list.h and to the first, or to the second with a reason.

Prints each violation and exits 1 when there is one.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Function, call of record_list.h that it writes.
RECORDED = {
    "taut_world_step": "STEP",
    "taut_world_advance": "CLOCK",
    "taut_world_set_gravity": "GRAVITY",
    "taut_world_shift_origin": "SHIFT",
    "taut_world_settle": "SETTLE",
    "taut_world_set_winds": "WINDS",
    "taut_world_add_wind": "ADD_WIND",
    "taut_world_set_wind": "SET_WIND",
    "taut_world_set_air_density": "AIR_DENSITY",
    "taut_world_cut": "CUT",
    "taut_world_realm_cut": "REALM_CUT",
    "taut_body_create": "CREATE",
    "taut_body_destroy": "DESTROY",
    "taut_body_set_gravity_scale": "GRAVITY_SCALE",
    "taut_body_set_drag": "DRAG",
    "taut_body_set_frozen": "FROZEN",
    "taut_body_add_force": "FORCE",
    "taut_body_load_path": "FORCE",
    "taut_body_add_impulse": "IMPULSE",
    "taut_body_pin": "PIN",
    "taut_body_unpin": "UNPIN",
    "taut_body_set_target": "TARGET",
    "taut_body_grab": "GRAB",
    "taut_body_release": "RELEASE",
    "taut_body_wake": "WAKE",
    "taut_body_set_mass": "MASS",
    "taut_body_teleport": "TELEPORT",
    "taut_body_settle": "SETTLE",
    "taut_body_set_air": "AIR",
    "taut_body_set_pressure": "PRESSURE",
    "taut_body_inflate": "INFLATE",
    "taut_body_set_ambient": "AMBIENT",
    "taut_body_set_leak": "LEAK",
    "taut_body_set_rest": "REST",
    "taut_body_set_compliance": "COMPLIANCE",
    "taut_body_set_limits": "LIMITS",
    "taut_body_break": "BREAK",
    "taut_attach": "ATTACH",
    "taut_attach_hit": "ATTACH",
    "taut_detach": "DETACH",
    "taut_attachment_set_place": "ATTACH_PLACE",
    "taut_attachment_set_length": "ATTACH_LENGTH",
    "taut_attachment_set_draw": "ATTACH_DRAW",
    "taut_collider_create": "COLLIDER_CREATE",
    "taut_collider_destroy": "COLLIDER_DESTROY",
    "taut_collider_move": "COLLIDER_MOVE",
    "taut_collider_teleport": "COLLIDER_TELEPORT",
    "taut_collider_set_surface": "COLLIDER_SURFACE",
    "taut_collider_set_filter": "COLLIDER_FILTER",
    "taut_winch_create": "WINCH",
    "taut_winch_turn": "TARGET",
}

READS = "it only reads; the world is not const because of its last error"

# Function, why a recording can do without it.
EXEMPT = {
    "taut_world_create": "there is nothing before it",
    "taut_world_destroy": "there is nothing after it",
    "taut_world_replay_substeps": "steps are recorded with the substeps they came to",
    "taut_world_find_substeps": "what it does is taken back",
    "taut_world_time_stages": "it measures time, and changes nothing that a step does",
    "taut_body_prefetch": "it only reads, ahead of time",
    "taut_world_gather": READS,
    "taut_world_device_gather": READS,
    "taut_world_watch": "it tells what a step does, and changes nothing of it",
    "taut_winch_move": "it changes the winch, which belongs to the caller, and no world",
    "taut_snapshot_take": READS,
    "taut_snapshot_restore": "it is an error while a recording runs",
    "taut_recording_start": "of the recording itself",
    "taut_recording_stop": "of the recording itself",
    "taut_recording_drain": "of the recording itself",
    "taut_recording_release": "of the recording itself",
    "taut_replay_open": "of the recording itself",
    **{name: READS for name in (
        "taut_world_pick", "taut_body_normals", "taut_body_interpolate", "taut_body_constraint",
        "taut_body_forces", "taut_body_user_force", "taut_body_reaction", "taut_body_measure",
        "taut_body_device_positions", "taut_body_stay", "taut_body_gas", "taut_truss_read",
        "taut_ragdoll_pose", "taut_attachment_get_state", "taut_collider_get", "taut_collider_reaction",
        "taut_winch_read", "taut_world_cast_ray", "taut_world_sweep_sphere",
        "taut_world_overlap_sphere")},
}

# Calls of record_list.h that no function has, or that go before others.
MARKS = {"END", "REALM"}


def functions_of(text):
    """Functions of a header that take a world they could change."""
    text = re.sub(r"//[^\n]*", "", text)
    for name, words in re.findall(r"TAUT_API[^;(]*?\b(taut_\w+)\s*\(([^;]*)\)\s*;", text):
        if re.search(r"(?<!const )\btaut_world\s*\*", words):
            yield name


def main():
    found = {}
    for path in sorted((ROOT / "include" / "taut").glob("*.h")):
        for name in functions_of(path.read_text(encoding="utf-8")):
            found[name] = path.name
    calls = set(re.findall(r"(?m)^\s+X\((\w+), ",
                           (ROOT / "src" / "record_list.h").read_text(encoding="utf-8")))
    tried = (ROOT / "tests" / "test_record_calls.c").read_text(encoding="utf-8")
    wrong = [f"include/taut/{found[n]}: {n}() takes a world that it could change, and is neither "
             "recorded nor exempt (tools/check_calls.py)"
             for n in found if n not in RECORDED and n not in EXEMPT]
    wrong += [f"tools/check_calls.py: {n}() is in both tables" for n in RECORDED if n in EXEMPT]
    wrong += [f"tools/check_calls.py: there is no {n}() that takes such a world"
              for n in [*RECORDED, *EXEMPT] if n not in found]
    wrong += [f"tools/check_calls.py: {n}() writes {c}, which src/record_list.h has not"
              for n, c in RECORDED.items() if c not in calls]
    wrong += [f"src/record_list.h: no function of tools/check_calls.py writes {c}"
              for c in sorted(calls - set(RECORDED.values()) - MARKS)]
    wrong += [f"tests/test_record_calls.c: {n}() is not tried" for n in RECORDED
              if not re.search(rf"\b{n}\(", tried)]
    print("\n".join(wrong) if wrong else
          f"{len(found)} calls that take a world: {len(RECORDED)} recorded, {len(EXEMPT)} exempt")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
