#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

"""Looks for races in the kernels of the CUDA backend, without a GPU.

The host runs them by all threads of several blocks, and a thread sanitizer watches
(src/cuda/threads.hpp). `make test` has a few frames of every kind of body; here all tests of the
backend go that way.

    tools/race.py --build DIR              all of them (make race)
    tools/race.py --build DIR --barriers   leaves out every barrier of the kernels in turn, and says
                                           which of them tests/test_cuda_race.c does not miss
    tools/race.py --build DIR --barriers --only sheet.inl:170,air.inl:37

Ends with a line `N passed, N failed`; exits 1 when something failed. A barrier that is not missed
counts as failed, unless it is in SPARE.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
KERNELS = ROOT / "src" / "cuda"
TEAM = ("team.inl", "team_threads.inl")  # what a barrier is, not where one is

# Functions with a barrier that other barriers make up for as things are, and why it is there.
SPARE = {
    "near.inl:come_near": "open_job() ends with one",
    "crowd_joins.inl:loosen_knots": "a find ends with one: only where pairs last is nobody waited for",
    "crowd_joins.inl:settle_knots": "contacts end with one, where there are any",
    "crowd_joins.inl:note_knots": "velocities end with one, where nothing bounces",
    "trees.inl:open_trees": "a chain is opened and solved by one thread",
    "kernels.cu:sweep_at_home": "a thread copies the seats that it predicts",
    "sheet.inl:begin_substep": "a part may have no links, and then no other barrier",
    "sheet_far.inl:open_far_part": "a thread brings the seats that it takes back",
    "sheet_far.inl:sweep_far_cluster": "likewise",
    "sheet_near.inl:sweep_guests": "likewise",
    "sheet_near.inl:take_sheet_together": "a sweep ends with one",
    "sheet_kept.inl:open_kept": "a block opens one part, but where a test has fewer blocks",
    "sheet_kept.inl:open_sheet_kept": "a block has to have begun before another reaches into it",
}


# Cases with a race on purpose: they would be found whatever is left out.
PLANTED = ("a_race_is_seen_and_a_barrier_prevents_it", "a_barrier_that_not_all_threads_reach_is_noticed")


def build(folder):
    command = ["cmake", "--build", str(folder), "--parallel", "2", "--target", "race-tests"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.stderr.write(done.stdout[-4000:] + done.stderr[-4000:])
    return done.returncode == 0


def run(program, options, cases=(), **more):
    """What became of a test: "", or what is wrong with it."""
    environment = dict(os.environ, TSAN_OPTIONS="exitcode=66 " + options, **more)
    done = subprocess.run([str(program), *cases], capture_output=True, text=True, env=environment)
    if done.returncode == 0:
        return ""
    text = done.stdout + done.stderr
    for line in text.splitlines():
        if re.match(r"SUMMARY: |.*waits at |.*reaches into |.*: other bits|tests/.*: ", line):
            return line
    return "ended with %d" % done.returncode


def test_all(folder):
    """(passed, failed) over all programs."""
    failed = 0
    programs = sorted((folder / "tests").glob("race_cuda*")) + [folder / "tests" / "test_cuda_race"]
    for program in programs:
        wrong = run(program, "halt_on_error=0")
        failed += wrong != ""
        print("%-20s %s" % (program.name, wrong or "fine"), flush=True)
    return len(programs) - failed, failed


def barriers():
    """("file:line", function) of every barrier in the kernels."""
    found = []
    for path in sorted(KERNELS.glob("*.inl")) + [KERNELS / "kernels.cu"]:
        if path.name in TEAM:
            continue
        function = ""
        for number, line in enumerate(path.read_text().splitlines(), 1):
            head = re.match(r"(?:template.*> )?(?:LANE_\w+|extern).*?(\w+)\(", line)
            function = head.group(1) if head else function
            if re.search(r"\bteam_(sync(_block|_all)?|await)\(", line):
                found.append(("%s:%d" % (path.name, number), function))
    return found


def cases_of(program):
    done = subprocess.run([str(program), "--list"], capture_output=True, text=True, check=True)
    return [case for case in done.stdout.split() if case not in PLANTED]


def leave_out(folder, only):
    """(passed, failed) over barriers."""
    passed = failed = 0
    program = folder / "tests" / "test_cuda_race"
    cases = cases_of(program)
    whole = run(program, "halt_on_error=1", cases)
    if whole:
        print("%-24s %-24s %s" % ("with all barriers", "", whole), flush=True)
        return 0, 1
    for place, function in barriers():
        if only and place not in only:
            continue
        wrong = run(program, "halt_on_error=1", cases, TAUT_LEAVE_OUT=place)
        spare = "%s:%s" % (place.split(":")[0], function) in SPARE
        passed += wrong != "" or spare
        failed += wrong == "" and not spare
        print("%-24s %-24s %s" % (place, function, wrong or "not missed"), flush=True)
    return passed, failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--barriers", action="store_true")
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    folder = arguments.build.resolve()
    if not build(folder):
        print("0 passed, 1 failed")
        return 1
    only = [place for place in arguments.only.split(",") if place]
    passed, failed = leave_out(folder, only) if arguments.barriers else test_all(folder)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
