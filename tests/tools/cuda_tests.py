#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

"""Whether tools/test_cuda.py says of a device what is so, with programs that stand in for one.

Of the scenes, `calm` is as it should be, `other` has another hash on the device, `racy` has a race,
and `slow` does not end under compute-sanitizer.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "test_cuda.py"

BITS = """#!/bin/sh
[ "$1" = --names ] && { echo calm; echo other; echo racy; echo slow; exit 0; }
while [ $# -gt 1 ]; do
    case $1 in --backend) backend=$2 ;; --scenes) scene=$2 ;; --exactly) frames=$2 ;; esac
    shift 2
done
hash=0123456789abcdef
[ "$scene $backend" = "other cuda" ] && hash=fedcba9876543210
echo "$scene 7 $frames $hash"
"""

SANITIZER = """#!/bin/sh
echo "$@" >> "$STAGE/sanitizer"
program=$(echo "$@" | sed 's/.* \\([^ ]*taut-bits\\)/\\1/')
scene=${program##* }
[ $scene = slow ] && { echo $$ > "$STAGE/client"; exec sleep 60; }
$program
[ $scene = racy ] && {
    echo "========= Error: Race reported between Write access at one and Read access at two"
    echo "========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)"
    exit 9
}
echo "========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)"
"""

DAEMON = """#!/bin/sh
[ "$1" = -d ] && exit 0
read line
echo "$line" >> "$STAGE/daemon"
case $line in
    get_server_list) echo 77 ;;
    get_client_list*) cat "$STAGE/client"; echo 1 ;;
esac
"""


def make(path, text):
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


def run(stage, *words):
    """Exit code and what was said."""
    path = os.pathsep.join([str(stage), os.environ["PATH"]])
    ran = subprocess.run([sys.executable, TOOL, "--build", stage, "--jobs", "2", *words],
                         capture_output=True, text=True, timeout=120,
                         env={**os.environ, "PATH": path, "STAGE": str(stage)})
    return ran.returncode, ran.stdout


def verdict_of(said, kind, scene):
    found = re.search(r"^%s +%s +(passed|failed|did not end|left out)" % (kind, scene), said, re.M)
    return found and found.group(1)


def main():
    wrong = []

    def check(right, what):
        if not right:
            wrong.append(what)

    with tempfile.TemporaryDirectory() as folder:
        stage = pathlib.Path(folder)
        make(stage / "taut-bits", BITS)
        make(stage / "compute-sanitizer", SANITIZER)
        make(stage / "nvidia-cuda-mps-control", DAEMON)
        code, said = run(stage, "--only", "bits,race", "--seconds", "2", "--workers", "3")
        expected = {("bits", "calm"): "passed", ("bits", "other"): "failed",
                    ("bits", "racy"): "passed", ("bits", "slow"): "passed",
                    ("racecheck", "calm"): "passed", ("racecheck", "other"): "failed",
                    ("racecheck", "racy"): "failed", ("racecheck", "slow"): "did not end"}
        for (kind, scene), verdict in expected.items():
            check(verdict_of(said, kind, scene) == verdict, "%s of %s" % (kind, scene))
        check(said.rstrip().endswith("4 passed, 3 failed, 1 did not end"), "the last line")
        check(code == 1, "exit code %d" % code)
        sanitized = (stage / "sanitizer").read_text(encoding="utf-8")
        check(sanitized.count("--racecheck-num-workers 3") == 4, "threads of the host")
        asked = (stage / "daemon").read_text(encoding="utf-8").splitlines()
        client = (stage / "client").read_text(encoding="utf-8").strip()
        check([line for line in asked if line.startswith("terminate")] ==
              ["terminate_client 77 " + client], "who is let go: %s" % asked)
        check(asked[-1] == "quit", "the daemon is ended")
        code, said = run(stage, "--only", "bits,race", "--scenes", "calm")
        check(code == 0 and said.rstrip().endswith("2 passed, 0 failed"), "all that pass")
    print("\n".join(["NOT RIGHT: " + what for what in wrong] + (said.splitlines() if wrong else [])))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
