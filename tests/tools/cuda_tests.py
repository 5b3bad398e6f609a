#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

"""Whether tools/test_cuda.py says of a device what is so, with programs that stand in for one.

Of the scenes, `calm` is as it should be, `other` has another hash on the device, `racy` has a race,
`broken` ends with an error, `mute` ends without a summary. Three do not end under compute-sanitizer:
`late` has said its hash, `stuck` has a race, and `slow`, when the device is taken from it, goes on on
the host and says so.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "test_cuda.py"

IMAGE = b"\x50\xed\x55\xba\x01\x00\x10\x00\x04\x00\x00\x00\x00\x00\x00\x00"  # of kernels, four bytes

BITS = """#!/bin/sh
[ "$1" = --names ] && { printf "calm\\nother\\nracy\\nbroken\\nmute\\n"
                        printf "late\\nstuck\\nslow\\n"; exit 0; }
while [ $# -gt 1 ]; do
    case $1 in --backend) backend=$2 ;; --scenes) scene=$2 ;; --exactly) frames=$2 ;; esac
    shift 2
done
hash=0123456789abcdef
[ "$scene $backend" = "other cuda" ] && hash=fedcba9876543210
echo "$scene 7 $frames $hash"
"""

# Of a batch: `rope` is as it should be. Of the others one thing each is not: `web-line` has another
# hash on the device, copies of `puzzle-2d` differ from runs by themselves, `ragdoll-net` ends with 1,
# some of `blob-2d` stay at home and all of `jelly-stack`, of `ragdoll` fewer are looked at than were
# asked for, and `cloth-fold` has taken fewer frames.
TAUT = """#!/bin/sh
scene=$2 verified=0
while [ $# -gt 1 ]; do
    case $1 in --copies) copies=$2 ;; --frames) frames=$2 ;; --verify-copies) verified=$2 ;;
        --backend) backend=$2 ;; --threads) threads=$2 ;;
    esac
    shift
done
different=0 home= there=9 code=0 hash=0123456789abcdef
[ "$threads" = 0 ] || exit 2
[ "$scene $backend" = "web-line cuda" ] && hash=fedcba9876543210
[ $scene = puzzle-2d ] && different=1
[ $scene = ragdoll-net ] && code=1 && echo "it did not go well" >&2
[ $scene = blob-2d ] && home='"long": 3'
[ $scene = jelly-stack ] && there=0
[ $scene = ragdoll ] && verified=2
[ $scene = cloth-fold ] && frames=3
printf '{"copies": %s, "frames": %s, "hash": "%s", ' $copies $frames $hash
printf '"verified": %s, "different": %s, ' $verified $different
[ $backend = cuda ] && printf '"bodies_on_device": %s, "bodies_not_on_device": {%s}, ' $there "$home"
echo '"each": []}'
exit $code
"""

SANITIZER = """#!/bin/sh
echo "$@" >> "$STAGE/sanitizer"
program=$(echo "$@" | sed 's/.* \\([^ ]*taut-bits\\)/\\1/')
scene=${program##* }
if [ $scene = slow ]; then
    trap '$program; echo "# slow: the device was lost"; exit 1' TERM
    echo $$ > "$STAGE/client"
    sleep 60 &
    wait
fi
race="========= Error: Race reported between Write access at one and Read access at two"
[ $scene = stuck ] && { echo "$race"; exec sleep 60; }
$program
[ $scene = late ] && exec sleep 60
[ $scene = mute ] && exit 0
[ $scene = racy ] && echo "$race"
echo "========= RACECHECK SUMMARY: 0 hazards displayed"
[ $scene = racy ] && exit 9
[ $scene = broken ] && exit 1
exit 0
"""

DAEMON = """#!/bin/sh
[ "$1" = -d ] && exit 0
read line
echo "$line" >> "$STAGE/daemon"
set -- $line
case $1 in
    get_server_list) echo 77 ;;
    get_client_list) cat "$STAGE/client"; echo 1 ;;
    terminate_client)
        [ -n "$(tr -d '\\0' < /proc/$3/cmdline)" ] && echo "it was there" >> "$STAGE/daemon"
        kill -TERM $3
        sleep 0.5 ;;
esac
"""


def make(path, text):
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


def run(stage, *words):
    """Exit code and all that was said."""
    path = os.pathsep.join([str(stage), os.environ["PATH"]])
    ran = subprocess.run([sys.executable, TOOL, "--build", stage, "--jobs", "4", *words],
                         capture_output=True, text=True, timeout=120,
                         env={**os.environ, "PATH": path, "STAGE": str(stage)})
    return ran.returncode, ran.stdout + ran.stderr


def verdict_of(said, kind, scene):
    found = re.search(r"^%s +%s +(passed|failed|did not end|left out)" % (kind, scene), said, re.M)
    return found and found.group(1)


EXPECTED = {("bits", "calm"): "passed", ("bits", "other"): "failed", ("bits", "slow"): "passed",
            ("racecheck", "calm"): "passed", ("racecheck", "other"): "failed",
            ("racecheck", "racy"): "failed", ("racecheck", "broken"): "failed",
            ("racecheck", "mute"): "failed", ("racecheck", "late"): "did not end",
            ("racecheck", "stuck"): "failed", ("racecheck", "slow"): "did not end"}


BATCHES = ("rope", "web-line", "puzzle-2d", "ragdoll-net", "blob-2d", "jelly-stack", "ragdoll",
           "cloth-fold")


def check_batches(stage, check):
    make(stage / "taut-bits", "#!/bin/sh\nprintf 'calm\\n%s\\n'\n" % "\\n".join(BATCHES))
    said = run(stage, "--only", "batch", "--scenes", "rope,calm")[1]
    check("there is no " in said and "0 passed, 1 failed" in said, "batches without a program")
    make(stage / "taut", TAUT)
    code, all_said = run(stage, "--only", "batch")
    for scene in BATCHES:
        right = verdict_of(all_said, "batch", scene) == ("passed" if scene == "rope" else "failed")
        check(right, "a batch of %s" % scene)
    check("1 passed, 7 failed" in all_said.splitlines() and code == 1, "batches")
    check("the CPU has 0123456789abcdef" in all_said, "what the CPU has is said")
    check("exit code 1 it did not go well" in all_said, "why one failed is said")
    code, one_said = run(stage, "--only", "batch", "--scenes", "rope,calm")
    check("1 passed, 0 failed" in one_said and code == 0, "batches of some scenes")
    make(stage / "taut", "#!/bin/sh\nsleep 60\n")
    late_said = run(stage, "--only", "batch", "--scenes", "rope", "--bits-seconds", "1")[1]
    check(verdict_of(late_said, "batch", "rope") == "did not end", "a batch that does not end")
    return said + all_said + one_said + late_said


def sanitized_count(stage):
    return (stage / "sanitizer").read_text(encoding="utf-8").count("\n")


def check_before(stage, cut, check):
    """What passed in a run that was cut off counts in another one, if it was the same."""
    asked = ("--only", "race", "--scenes", "mute,calm:3:31", "--before", stage / "earlier")
    count, said = sanitized_count(stage), ""

    def again(text, passed, done, what, *more):
        nonlocal count, said
        (stage / "earlier").write_text(text, encoding="utf-8")
        code, now = run(stage, *asked, *more)
        said += now
        found = now.count("passed      before")
        check(found == passed and sanitized_count(stage) - count == done and code == 1, what)
        count = sanitized_count(stage)

    lines = cut.splitlines(keepends=True)
    one = next(line for line in lines if "share 1 of 3" in line)
    again(cut, 3, 1, "what has passed before is not done again")
    again(said, 3, 1, "nor what is said to have passed before that")
    again(cut, 3, 1, "where it is written to the file that is read", "--out", stage / "earlier")
    again(cut + one.replace("passed ", "failed "), 0, 4, "what has failed, too, has not passed")
    again("".join(lines).replace(one, "") + one[:one.index(" of 3")], 2, 2, "half a line")
    again(cut.replace("launches 0 to 10", "launches 0 to 9"), 2, 2, "other launches")
    again(cut, 0, 4, "other frames", "--sanitizer-frames", "9")
    again("".join(line for line in lines if not line.startswith("kernels")), 0, 4, "no kernels")
    with open(stage / "taut-bits", "ab") as program:
        program.write(IMAGE + b"more")
    again(cut, 0, 4, "other kernels")
    make(stage / "taut-bits", BITS)
    again(cut.replace("kernels", "kernels are not known"), 0, 4, "kernels that nobody knows")
    return said


def main():
    wrong = []

    def check(right, what):
        if not right:
            wrong.append(what)

    with tempfile.TemporaryDirectory() as folder:
        stage = pathlib.Path(folder)
        make(stage / "taut-bits", BITS)
        with open(stage / "taut-bits", "ab") as program:
            program.write(b"exit\n" + IMAGE + b"code")
        make(stage / "compute-sanitizer", SANITIZER)
        make(stage / "nvidia-cuda-mps-control", DAEMON)
        code, said = run(stage, "--only", "bits,race", "--seconds", "6", "--workers", "3")
        for (kind, scene), verdict in EXPECTED.items():
            check(verdict_of(said, kind, scene) == verdict, "%s of %s" % (kind, scene))
        check("8 passed, 6 failed, 2 did not end" in said.splitlines(), "the last line")
        check(code == 1, "exit code %d" % code)
        sanitized = (stage / "sanitizer").read_text(encoding="utf-8")
        check(sanitized.count("--racecheck-num-workers 3") == 8, "threads of the host")
        asked = (stage / "daemon").read_text(encoding="utf-8").splitlines()
        client = (stage / "client").read_text(encoding="utf-8").strip()
        ends = [line for line in asked if not line.startswith("get_")]
        check(ends == ["terminate_client 77 " + client, "it was there", "quit"],
              "what is asked of the daemon: %s" % asked)
        code, again = run(stage, "--only", "bits,race", "--scenes", "calm")
        check(code == 0 and again.rstrip().endswith("2 passed, 0 failed"), "all that pass")
        (stage / "sanitizer").unlink()
        code, cut = run(stage, "--only", "race", "--scenes", "late,calm:3:31", "--seconds", "6")
        sanitized = (stage / "sanitizer").read_text(encoding="utf-8")
        windows = sorted(re.findall(r"(?:--launch-\w+ \d+ )+", sanitized))
        check(windows == ["--launch-count 11 ", "--launch-skip 11 --launch-count 11 ",
                          "--launch-skip 22 "], "which launches are looked at: %s" % windows)
        shares = sorted(re.findall(r"share (\d) of 3", cut))
        check(shares == ["1", "2", "3"] and "3 passed, 0 failed, 1 did not end" in cut, "shares")
        later = check_before(stage, cut, check)
        code, odd = run(stage, "--scenes", "calm:0")
        check(code == 2 and "calm:0" in odd, "shares that are none")
        code, odd = run(stage, "--jobs", "0")
        check(code == 2 and "a number from 1 on" in odd, "no jobs at a time")
        code, odd = run(stage, "--build-only")
        check(code == 2 and "one of the two" in odd, "a build to build")
        code, odd = run(stage / "not-there", "--only", "bits")
        check(code == 1 and "there is no " in odd and "Traceback" not in odd, "a build of nothing")
        batches = check_batches(stage, check)
    for what in wrong:
        print("NOT RIGHT: " + what)
    if wrong:
        print(said + again + cut + later + odd + batches)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
