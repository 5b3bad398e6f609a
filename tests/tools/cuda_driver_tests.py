#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

"""The program as users have it, with a stand-in for the driver of a GPU (cuda_stand_in.cpp).

    cuda_driver_tests.py TAUT FOLDER    FOLDER has the stand-in, libcuda.so.1

Whatever scenes it is shown, it has the CPU's hash; whatever call of the driver fails, the program
ends by itself, says so or has the CPU's hash, and gives back what it took.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

OUT_OF_MEMORY = 2
NOT_FOUND = 500
ILLEGAL_ADDRESS = 700

# Scenes, and how many of their bodies are on the device after so many frames; None: all of them.
SCENES = {
    "rope": None, "cloth-25x18": None, "cloth-fold": None, "web-line": None, "puzzle-2d": None,
    "flag": None, "balloon": None, "ragdoll": None, "chain-curtain": None, "net": None,
    "tear-flag": None, "cloth-on-sphere": None, "blob-2d": None, "rope-1000": 2, "half-correction": 1,
}
STAYS = {"rope-1000": {"long": 1}, "half-correction": {"solver": 2}}  # why not the others
FRAMES = 4
UNDOING = ("Pop", "Free", "Destroy", "Unload", "Release", "Unregister")
# Bodies that meet, are attached and touch: all that asks something of the driver.
HARD = ("web-line", "cloth-fold")

failed = []
count = 0


def check(name, fine, what=""):
    global count
    count += 1
    if not fine:
        failed.append(name)
        print(f"FAIL  {name} {what}")


class Run:
    """The program with these arguments, and what the stand-in has to say of it."""

    def __init__(self, *arguments, fail=None, memory=None):
        report = STAGE / "report"
        report.unlink(missing_ok=True)
        # What a sanitizer finds is no answer of the program's. What cannot be freed stays.
        undone = fail is not None and any(word in fail[0] for word in UNDOING)
        more = {"LD_LIBRARY_PATH": FOLDER, "TAUT_STAND_IN_REPORT": str(report),
                "ASAN_OPTIONS": "exitcode=99" + (":detect_leaks=0" if undone else ""),
                "UBSAN_OPTIONS": "halt_on_error=1:exitcode=99"}
        if fail:
            more["TAUT_STAND_IN_FAIL"] = ":".join(str(word) for word in fail)
        if memory:
            more["TAUT_STAND_IN_BYTES"] = str(memory)
        done = subprocess.run([TAUT, *arguments], capture_output=True, text=True, timeout=300,
                              env={**os.environ, **more})
        self.code, self.out, self.err = done.returncode, done.stdout, done.stderr
        self.calls = {}
        if report.exists():
            for line in report.read_text().splitlines():
                name, number = line.split()
                self.calls[name] = int(number)
        self.left = self.calls.pop("left", None)

    def said(self, key):
        """A number or word of its JSON; None where there is none."""
        try:
            return json.loads(self.out).get(key)
        except ValueError:
            return None


def run_scene(scene, backend, **more):
    return Run("run", scene, "--frames", str(FRAMES), "--backend", backend, "--json", **more)


def check_doctor():
    run = Run("doctor")
    check("doctor ends well", run.code == 0, run.err)
    check("doctor names the device", "a stand-in for a GPU" in run.out, run.out)
    check("doctor gives back what it took", run.left == 0, run.left)


def check_scenes():
    for scene, taken in SCENES.items():
        here, there = run_scene(scene, "auto"), run_scene(scene, "cuda")
        check(f"{scene} runs", there.code == 0, there.err)
        check(f"{scene} has the CPU's hash", there.said("hash") == here.said("hash"),
              f"{there.said('hash')}, the CPU {here.said('hash')}")
        taken = there.said("bodies") if taken is None else taken
        check(f"{scene} has memory there", there.said("memory").get("device_bytes", 0) > 0)
        check(f"{scene} is on the device", there.said("bodies_on_device") == taken,
              f"{there.said('bodies_on_device')} of {there.said('bodies')} bodies")
        check(f"{scene} says why not all of it", there.said("bodies_not_on_device") == STAYS.get(scene, {}),
              there.said("bodies_not_on_device"))
        check(f"{scene} gives back what it took", there.left == 0, there.left)


def check_commands():
    copies = Run("run", "rope", "--copies", "40", "--frames", "4", "--backend", "cuda", "--verify")
    check("copies are what they are by themselves", copies.code == 0, copies.err)
    bench = Run("bench", "cuda", "--quick", "--case", "cloth-32")
    check("a bench has the CPU's bits", bench.code == 0 and "1 of 1 cases have the CPU's bits" in bench.out,
          bench.out + bench.err)
    told = Run("bench", "cuda", "--quick", "--case", "cloth-32", "--json")
    cases = told.said("cases") or [{}]
    check("and says so in JSON", told.code == 0 and cases[0].get("same_bits") is True, told.out + told.err)
    apart = ["run", "cut-cloth", "--set", "self=1", "--frames", "54", "--json", "--backend"]
    here, there = Run(*apart, "auto"), Run(*apart, "cuda")
    check("what was cut and touches itself has the CPU's hash", there.said("hash") == here.said("hash"),
          there.err)
    check("and is on the device again", there.said("bodies_not_on_device") == {}, there.out)
    rows = Run("run", "rope-1000", "--frames", "4", "--backend", "cuda").out
    check("a table says why not all of it", "not there       1: long ropes" in rows, rows)
    lost = Run("run", "rope", "--copies", "4", "--frames", "4", "--backend", "cuda", "--json",
               fail=("cuStreamSynchronize", 5, ILLEGAL_ADDRESS))
    check("copies on a device that failed are no success", lost.code == 1, f"{lost.code} {lost.err}")
    check("which is said", "the GPU failed with 4 bodies on it" in lost.err, lost.err)
    check("and none has diverged", lost.said("diverged") == 0, lost.said("diverged"))
    check("nothing of all this stays", copies.left == bench.left == lost.left == 0,
          f"{copies.left} {bench.left} {lost.left}")
    for command in (("rope", "--backend", "cuda"), ("stages", "rope", "--backend", "cuda")):
        lost = Run("bench", *command, "--frames", "5", fail=("cuStreamSynchronize", 6, ILLEGAL_ADDRESS))
        check(f"bench {command[0]} does not time a device that failed",
              lost.code == 1 and "the GPU failed" in lost.err, f"{lost.code} {lost.err}")


def check_loading():
    """Kernels for joined bodies are loaded where something is attached, and once."""
    alone, joined = run_scene("rope", "cuda"), run_scene("web-line", "cuda")
    check("what is not asked for is not loaded",
          alone.calls["cuModuleLoadData"] + 1 == joined.calls["cuModuleLoadData"],
          f"{alone.calls['cuModuleLoadData']} and {joined.calls['cuModuleLoadData']} images")
    last = joined.calls["cuModuleLoadData"]
    without = run_scene("web-line", "cuda", fail=("cuModuleLoadData", last, NOT_FOUND))
    check("without them joined bodies stay on the host",
          without.code == 0 and without.said("hash") == joined.said("hash") and without.left == 0,
          without.err)
    check("and others do not", without.said("bodies_on_device") < joined.said("bodies_on_device"),
          without.said("bodies_on_device"))


def check_failure(scene, hash, name, number, error):
    """Nothing is lost, or it is said what was."""
    run = run_scene(scene, "cuda", fail=(name, number, error))
    what = f"{scene}: {name} {number} {error}"
    check(f"{what} ends by itself", 0 <= run.code <= 5, f"{run.code} {run.err}")
    same = run.said("hash") == hash
    check(f"{what} has the CPU's hash or says why not", same if run.code == 0 else run.err.startswith("taut: "),
          f"{run.code} {run.said('hash')} {run.err}")
    # What cannot be undone, because undoing it is what fails, may stay.
    undoes = any(word in name for word in UNDOING)
    check(f"{what} gives back what it took", undoes or run.left == 0, run.left)


def check_failures():
    for scene in HARD:
        fine = run_scene(scene, "cuda")
        for name, calls in sorted(fine.calls.items()):
            numbers = {1, 2, 3, 5, 8, calls // 2, calls - 1, calls}
            for number in sorted(n for n in numbers if 1 <= n <= calls):
                for error in (OUT_OF_MEMORY, ILLEGAL_ADDRESS):
                    check_failure(scene, fine.said("hash"), name, number, error)


def check_short_memory():
    """From none at all to enough."""
    hash = run_scene("cloth-fold", "auto").said("hash")
    for shift in range(12, 30, 2):
        run = run_scene("cloth-fold", "cuda", memory=1 << shift)
        same = run.said("hash") == hash
        check(f"{1 << shift} bytes are enough or too few", same if run.code == 0 else run.err != "",
              f"{run.code} {run.err}")
        check(f"{1 << shift} bytes are given back", run.left == 0, run.left)


def main():
    check_doctor()
    check_scenes()
    check_commands()
    check_loading()
    check_failures()
    check_short_memory()
    print(f"{count - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    TAUT = str(pathlib.Path(sys.argv[1]).resolve())
    FOLDER = str(pathlib.Path(sys.argv[2]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        STAGE = pathlib.Path(folder)
        sys.exit(main())
