#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

"""Tests the CUDA backend on a machine with a GPU.

Every scene has to arrive at the bits of the CPU over 300 frames, and so have worlds with calls at
random between steps (tests/test_cuda_state.c) and sheets of many sizes (tests/test_cuda_sheets.c);
quick square roots and divisions have to be right (tests/cuda_quick.cu, where nvcc or the program
is); some scenes go in hundreds of copies, of which some are compared with runs by themselves;
memcheck and racecheck of compute-sanitizer go over 10 frames of every scene of up to 20,000
particles, if it is installed, and these have to arrive at the bits of the CPU as well. Each scene
is a process of its own, several at a time; under compute-sanitizer several scenes may be one.
Processes share the device through a daemon of NVIDIA's (MPS) that is there for as long as the
tests, if it is installed: without it each has the device to itself in turn, and racecheck, whose
kernels mostly wait for the host, takes as long as all scenes one after another. One that does not
end in time has not passed, and is said to be so.

    tools/test_cuda.py                     builds into build-cuda/ and does everything
    tools/test_cuda.py --build-only        builds, for a machine that has no compiler
    tools/test_cuda.py --build DIR         what is built already, in the places it has there:
                                           needs no compiler, no CMake; cuda_quick is made there
                                           if it is not and nvcc is
    tools/test_cuda.py --part 2/3          the second third of the scenes, for a machine that is
                                           lent for a while; other tests are in the first part
    tools/test_cuda.py --only bits,race    some of bits, memcheck, racecheck (race), walk, quick, batch
    tools/test_cuda.py --scenes A,B:5:31   these alone, in this order; of B five processes under
                                           racecheck look at some of its 31 launches each
    tools/test_cuda.py --frames N          of each scene, default 300
    tools/test_cuda.py --sanitizer-frames N  default 10; 0 leaves compute-sanitizer out
    tools/test_cuda.py --seconds N         that a process may take under racecheck, default 600
    tools/test_cuda.py --bits-seconds N    to the bits of the CPU, under memcheck, and of a batch,
                                           default 300
    tools/test_cuda.py --limit N           seconds after which all is ended, default none
    tools/test_cuda.py --shares N          processes that look at one scene under racecheck, each at
                                           some launches of all: for scenes that take long;
                                           default 1
    tools/test_cuda.py --launches N        of a scene in all these frames, so that the last share
                                           has no more than others; default as many as frames
    tools/test_cuda.py --jobs N            processes at a time, default 8
    tools/test_cuda.py --in-turn           without that daemon
    tools/test_cuda.py --together N        scenes of a process under compute-sanitizer, default 1
    tools/test_cuda.py --workers N         threads of the host for a process under racecheck;
                                           default its share of the cores
    tools/test_cuda.py --out FILE          what was found, with card, driver, kernels and command
    tools/test_cuda.py --before A,B        what has passed there under racecheck, with the same
                                           kernels, frames and launches, counts and is not done
                                           again: for a machine that is lent several times

Ends with a line `N passed, N failed`, and how many did not end where there are such; exits 1 unless
all passed.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import struct
import sys
import threading
import time

from cuda_processes import Daemon, execute, find_tool

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build-cuda"
MOST = 20000  # particles of a scene that compute-sanitizer goes over
KINDS = ("bits", "walk", "quick", "batch", "memcheck", "racecheck")
WALKS = ("gpu_cuda_state", "gpu_cuda_sheets")
# Scenes that go in so many copies: those of realms that fill a device have few threads each.
BATCHES = {"web-line": 300, "puzzle-2d": 300, "ragdoll-net": 300, "jelly-stack": 300,
           "blob-2d": 300, "cloth-fold": 100, "rope": 1000, "ragdoll": 500}
BATCH_FRAMES, BATCH_VERIFIED = 30, 8
IMAGE = struct.pack("<I", 0xBA55ED50)  # what an image of kernels begins with (fatbinary.h)
PASSED, FAILED, OPEN, ASIDE = "passed", "failed", "did not end", "left out"


# Building -----------------------------------------------------------------------------------------


def time_for(options, seconds):
    """So many, or what is left of all the time there is, but for some to begin with."""
    if options.until is None:
        return seconds
    return max(1, min(seconds, options.until - time.monotonic()))


def nvcc_of(architecture):
    """The command that makes cuda_quick; None without nvcc."""
    nvcc = find_tool("nvcc")
    return nvcc and [nvcc, "-std=c++20", "-O2", "-fmad=false", "-arch=%s" % architecture,
                     "-DTAUT_STATIC", "-I%s" % (ROOT / "src"), "-I%s" % (ROOT / "include"),
                     ROOT / "tests" / "cuda_quick.cu", "-o"]


def build():
    """Whether it could be built."""
    configure = ["cmake", "-S", ROOT, "-B", BUILD, "-DTAUT_CUDA=ON", "-DTAUT_TESTS=ON",
                 "-DTAUT_BITS=ON", "-DCMAKE_BUILD_TYPE=Release"]
    make = ["cmake", "--build", BUILD, "--parallel", "--target", "taut-bits", "test-cuda-gpu",
            "taut-cli"]
    for command in (configure, make):
        done = execute(command)
        if done.code != 0:
            sys.stderr.write(done.out[-4000:] + done.err[-4000:])
            return False
    return True


# Findings -----------------------------------------------------------------------------------------


class Report:
    """Lines on the terminal and in a file as they come; and how many passed."""

    def __init__(self, path):
        self.file = open(path, "w", encoding="utf-8") if path else None
        self.counts = dict.fromkeys((PASSED, FAILED, OPEN, ASIDE), 0)
        self.lock = threading.Lock()

    def say(self, line):
        with self.lock:
            print(line, flush=True)
            if self.file:
                self.file.write(line + "\n")
                self.file.flush()

    def note(self, kind, name, verdict, text):
        with self.lock:
            self.counts[verdict] += 1
        self.say("%-9s %-24s %-11s %s" % (kind, name, verdict, text))

    def conclude(self):
        counts = self.counts
        line = "%d passed, %d failed" % (counts[PASSED], counts[FAILED])
        line += ", %d did not end" % counts[OPEN] if counts[OPEN] else ""
        line += ", %d left out" % counts[ASIDE] if counts[ASIDE] else ""
        self.say(line)
        return 1 if counts[FAILED] or counts[OPEN] or not counts[PASSED] else 0


def kernels_of(where):
    """A name for the kernels that a program has in it: of another text, or from another compiler,
    they have another one. None where there are none, as in a program that has them from a library."""
    program = (where / "taut-bits").read_bytes() if (where / "taut-bits").exists() else b""
    digest, at, found = hashlib.sha256(), program.find(IMAGE), False
    while at >= 0 and at + 16 <= len(program):
        head, body = struct.unpack_from("<xxxxxxHQ", program, at)
        if head >= 16 and at + head + body <= len(program):  # else it is the number by itself
            digest.update(program[at:at + head + body])
            found = True
            at += head + body - len(IMAGE)
        at = program.find(IMAGE, at + len(IMAGE))
    return digest.hexdigest()[:16] if found else None


def say_where(report, where):
    """Card, driver, kernels and command."""
    if shutil.which("nvidia-smi"):
        asked = execute(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"],
                        30)
        card = asked.out.strip().splitlines()[0] if asked.code == 0 and asked.out.strip() else ""
        name, _, driver = card.partition(", ")
        report.say("%s, driver %s, %s" % (name, driver, time.strftime("%Y-%m-%d")))
    report.say("kernels %s" % (kernels_of(where) or "are not known"))
    report.say("    " + " ".join(["tools/test_cuda.py", *sys.argv[1:]]))


# Tests --------------------------------------------------------------------------------------------


def bits_of(where, scene, backend, options):
    """Words of taut-bits about a scene, and what it says of the device; None where it failed."""
    command = [where / "taut-bits", "--backend", backend, "--exactly", options.frames,
               "--scenes", scene]
    ran = execute(command, time_for(options, options.bits_seconds), options.daemon)
    lines = [line.split() for line in ran.out.splitlines()]
    words = [line for line in lines if len(line) == 4 and line[0] == scene]
    if ran.code == 0 and words:
        return words[0], ran.err.strip().rpartition(": ")[2]
    told = [line for line in ran.out.splitlines() if line.startswith("#")]
    why = "did not end within %.0f s" % ran.seconds if ran.code is None else \
        " ".join(told) or "exit code %s %s" % (ran.code, ran.err.strip()[-200:])
    return None, "%s: %s" % (backend, why)


def test_bits(where, scene, options):
    cpu, why_cpu = bits_of(where, scene, "auto", options)
    gpu, told = bits_of(where, scene, "cuda", options)
    if cpu is None or gpu is None:
        why = why_cpu if cpu is None else told
        return (OPEN if "did not end" in why else FAILED), why
    text = "%s particles, %s frames, %s; %s" % (gpu[1], gpu[2], gpu[3], told)
    return (PASSED, text) if cpu == gpu else (FAILED, text + "; the CPU has " + cpu[3])


SUMMARY = {"memcheck": r"ERROR SUMMARY: (\d+) error",
           "racecheck": r"RACECHECK SUMMARY: (\d+) hazard"}
WORD = {"memcheck": "errors", "racecheck": "hazards"}


def findings_of(ran, tool):
    """What compute-sanitizer complained of, as far as it came; it says so at once."""
    summary = re.search(SUMMARY[tool], ran.out + ran.err)
    lines = [line for line in (ran.out + ran.err).splitlines()
             if line.startswith("=========") and not re.search("COMPUTE-SANITIZER|SUMMARY", line)]
    return lines, summary


def cut_of(scene, options):
    """How many processes look at it under racecheck, and at how many launches in all."""
    shares, launches = options.cuts.get(scene, (options.shares, options.launches))
    return shares, launches or options.sanitizer_frames


def window_of(share, shares, launches):
    """The launches that a share looks at, and how many: the last one has whatever is left."""
    each = -(-launches // shares)
    return share * each, each if share + 1 < shares else None


def launches_of(share, shares, launches):
    """What compute-sanitizer is told to look at."""
    first, count = window_of(share, shares, launches)
    return [*(["--launch-skip", first] if share > 0 else []),
            *(["--launch-count", count] if count is not None else [])]


def extent_of(scene, share, options):
    """In words: what of a scene racecheck looks at. Who has passed before has passed the same."""
    shares, launches = cut_of(scene, options)
    text = "%d frames" % options.sanitizer_frames
    if shares > 1:
        first, count = window_of(share, shares, launches)
        until = " to %d" % (first + count - 1) if count is not None else " on"
        text += ", share %d of %d (launches %d%s)" % (share + 1, shares, first, until)
    return text


def workers_of(options):
    """Threads of the host that go over what a process under racecheck notes: by itself each process
    starts as many as there are cores, and fifteen processes stand in one another's way."""
    return options.workers or max(1, (os.cpu_count() or 1) // options.jobs)


def sanitized_bits(where, scenes, backend, options):
    """The command that takes scenes through some frames."""
    return [where / "taut-bits", "--backend", backend, "--exactly", options.sanitizer_frames,
            "--most", MOST, "--scenes", ",".join(scenes)]


def words_of(ran, scenes):
    """Name, particles, frames and hash, by name, as far as they came."""
    lines = [line.split() for line in ran.out.splitlines()]
    return {words[0]: words for words in lines if len(words) == 4 and words[0] in scenes}


def test_sanitized(where, scenes, options, tool, share=0):
    """(scene, verdict, text) of each of them. Where something is found, of none is it said that it
    passed."""
    at_once = ["stdbuf", "-oL"] if shutil.which("stdbuf") else []  # or a line may never come
    seconds = options.seconds if tool == "racecheck" else options.bits_seconds
    shares, launches = cut_of(scenes[0], options)
    race = [*launches_of(share, shares, launches), "--racecheck-num-workers", workers_of(options)]
    ran = execute([*at_once, find_tool("compute-sanitizer"), "--tool", tool, "--error-exitcode", 9,
                   *(race if tool == "racecheck" else []),
                   *sanitized_bits(where, scenes, "cuda", options)],
                  time_for(options, seconds), options.daemon)
    lines, summary = findings_of(ran, tool)
    if lines or (ran.code is not None and (ran.code != 0 or not summary)):
        text = "exit code %s, of %d scenes together" % (ran.code, len(scenes))
        said = [line for line in ran.out.splitlines() if line.startswith("#")] + lines[:6]
        return [(scene, FAILED, text + "".join("\n    " + line for line in said))
                for scene in scenes]
    words = words_of(ran, scenes)
    cpu = words_of(execute(sanitized_bits(where, scenes, "auto", options),
                           time_for(options, options.bits_seconds)), scenes)
    extent = extent_of(scenes[0], share, options) if tool == "racecheck" else \
        "%d frames" % options.sanitizer_frames
    # Of a process that was ended, a scene is through once another has come after it.
    unsure = list(words)[-1:] if ran.code is None else []
    found = []
    for scene in scenes:
        told = words.get(scene)
        if told is not None and scene in cpu and told != cpu[scene]:
            found.append((scene, FAILED, "%s; the CPU has %s" % (told[3], cpu[scene][3])))
        elif told is None or scene in unsure:
            found.append((scene, OPEN, "did not end within %.0f s" % ran.seconds))
        elif scene not in cpu:
            found.append((scene, OPEN, "the CPU did not end in time"))
        elif int(told[1]) > MOST:
            found.append((scene, ASIDE, "%s particles: larger than is asked for" % told[1]))
        else:
            found.append((scene, PASSED, "0 %s, %s particles, %s, %.0f s" %
                          (WORD[tool], told[1], extent, ran.seconds)))
    return found


def verdict_of(ran):
    return PASSED if ran.code == 0 else OPEN if ran.code is None else FAILED


def test_walk(where, name, options):
    """Whether calls between steps see what they do on a CPU; and sheets of many sizes."""
    program = where / "tests" / name
    if not program.exists():
        return FAILED, "there is no %s" % program
    ran = execute([program], time_for(options, 600), options.daemon)
    return (verdict_of(ran), (ran.out + ran.err).strip()[-400:].replace("\n", "\n    "))


def batch_of(where, scene, backend, options, *more):
    """What `taut run` says of so many copies; and of that exit code, and of what is wrong, a line."""
    ran = execute([where / "taut", "run", scene, "--copies", BATCHES[scene], "--frames",
                   BATCH_FRAMES, "--backend", backend, "--threads", 0, "--json", *more],
                  time_for(options, options.bits_seconds), options.daemon)
    if ran.code is None:
        return {}, None, "%s: did not end within %.0f s" % (backend, ran.seconds)
    try:
        told = json.loads(ran.out)
    except ValueError:
        told = {}
    told = told if isinstance(told, dict) else {}
    asked = (told.get("copies"), told.get("frames")) == (BATCHES[scene], BATCH_FRAMES)
    right = ran.code == 0 and asked and told.get("hash")
    return told, ran.code, "" if right else "%s: exit code %s %s" % (
        backend, ran.code, ran.err.strip()[-300:])


def test_batch(where, scene, options):
    """Whether copies side by side have the bits of the CPU: all as a batch there, and some of them
    by themselves."""
    if not (where / "taut").exists():
        return FAILED, "there is no %s" % (where / "taut")
    gpu, code, wrong = batch_of(where, scene, "cuda", options, "--verify-copies", BATCH_VERIFIED)
    if code is None:
        return OPEN, wrong
    cpu, code, wrong_there = batch_of(where, scene, "auto", options)
    if code is None:
        return OPEN, wrong_there
    if "hash" not in gpu:
        return FAILED, wrong
    there, home = gpu.get("bodies_on_device", 0), gpu.get("bodies_not_on_device")
    text = "%d copies, %d frames, %s; %s bodies on the device, at home: %s; by themselves %s, of " \
        "these %s differ" % (BATCHES[scene], BATCH_FRAMES, gpu.get("hash"), there, home or 0,
                             gpu.get("verified"), gpu.get("different"))
    if gpu.get("hash") != cpu.get("hash"):
        text += "; the CPU has %s" % cpu.get("hash")
    right = not wrong and not wrong_there and gpu["hash"] == cpu["hash"] and \
        gpu.get("verified") == BATCH_VERIFIED and gpu.get("different") == 0 and there > 0 and \
        home == {}
    return (PASSED, text) if right else (FAILED, " ".join([text, wrong, wrong_there]).rstrip())


def test_quick(where, options):
    """Whether the quick square root and division are right."""
    program = where / "cuda_quick"
    if nvcc_of("native") is None and not program.exists():
        return ASIDE, "there is neither nvcc nor %s" % program
    if not program.exists():
        ran = execute([*nvcc_of("native"), program])
        if ran.code != 0:
            return FAILED, ran.err[-400:]
    ran = execute([program], time_for(options, 600), options.daemon)
    return verdict_of(ran), (ran.out + ran.err).strip()[-400:]


# Before -------------------------------------------------------------------------------------------

RACED = re.compile(r"^racecheck +(\S+) +passed +(?:before: |0 hazards, \d+ particles, )"
                   r"(\d+ frames(?:, share .*\))?)(?:, \d+ s)?$")


def passed_in(text, kernels):
    """Scenes, each with what of it passed under racecheck with these kernels, by what was said then.
    Whatever is not a whole line counts for nothing, and neither does a scene that failed, too."""
    passed, failed, same, last = set(), set(), False, ""
    for line in text.split("\n")[:-1]:
        words = line.split()
        if words[:1] == ["kernels"]:
            same = len(words) == 2 and words[1] == kernels
        elif line.startswith("    tools/test_cuda.py") and not last.startswith("kernels "):
            same = False  # it does not say which it had
        elif same and words[:1] == ["racecheck"] and words[2:3] == [FAILED]:
            failed.add(words[1])
        elif same and RACED.match(line):
            passed.add(RACED.match(line).groups())
        last = line
    return {(scene, extent) for scene, extent in passed if scene not in failed}, failed


def passed_before(paths, kernels):
    """Of several files, in whatever order."""
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in paths]
    found = [passed_in(text, kernels) for text in texts] if kernels else []
    failed = {scene for _, some in found for scene in some}
    return {key for some, _ in found for key in some if key[0] not in failed}


def note_before(report, kind, scenes, share, options):
    """Those of them that have yet to be done; the others are noted."""
    left = []
    for scene in scenes:
        extent = extent_of(scene, share, options)
        if kind == "racecheck" and (scene, extent) in options.passed:
            report.note(kind, scene, PASSED, "before: " + extent)
        else:
            left.append(scene)
    return left


# All of them --------------------------------------------------------------------------------------


def groups_of(scenes, kind, options):
    """Scenes of a process. One that is cut into shares is by itself, since launches are counted from
    its beginning, and goes first."""
    alone = [scene for scene in scenes if kind == "racecheck" and cut_of(scene, options)[0] > 1]
    others = [scene for scene in scenes if scene not in alone]
    count = (len(others) + options.together - 1) // options.together
    return [[scene] for scene in alone] + [others[i::count] for i in range(count)]


def tasks_of(where, scenes, options, report):
    """(kind, name or names, function) of each test, in the order they are begun."""
    tasks = []
    if "walk" in options.only and options.part[0] == 1:
        for name in WALKS:
            tasks.append(("walk", name, lambda n=name: test_walk(where, n, options)))
    if "quick" in options.only and options.part[0] == 1:
        tasks.append(("quick", "cuda_quick", lambda: test_quick(where, options)))
    for scene in scenes if "bits" in options.only else ():
        tasks.append(("bits", scene, lambda s=scene: test_bits(where, s, options)))
    for scene in [one for one in scenes if one in BATCHES and "batch" in options.only]:
        tasks.append(("batch", scene, lambda s=scene: test_batch(where, s, options)))
    for kind in [kind for kind in SUMMARY if kind in options.only]:
        for some in groups_of(scenes, kind, options):
            shares = cut_of(some[0], options)[0] if kind == "racecheck" else 1
            for share in range(shares):
                left = note_before(report, kind, some, share, options)
                if left:
                    tasks.append((kind, left, lambda s=left, k=kind, n=share: test_sanitized(
                        where, s, options, k, n)))
    return tasks


def run(task, report, options):
    kind, name, function = task
    names = name if isinstance(name, list) else [name]
    if options.until is not None and time.monotonic() > options.until:
        found = [(one, OPEN, "was not begun: the time was up") for one in names]
    else:
        try:
            found = function()
            found = found if isinstance(found, list) else [(name, *found)]
        except Exception as error:  # none is to be missing from what is said
            found = [(one, FAILED, repr(error)) for one in names]
    for one, verdict, text in found:
        report.note(kind, one, verdict, text)


def read_part(text):
    k, _, n = text.partition("/")
    if not (k.isdigit() and n.isdigit() and 1 <= int(k) <= int(n)):
        raise argparse.ArgumentTypeError("takes K/N with K from 1 to N, not `%s`" % text)
    return int(k), int(n)


def read_count(text):
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError("takes a number from 1 on, not `%s`" % text)
    return int(text)


def read_only(text):
    kinds = [{"race": "racecheck", "mem": "memcheck"}.get(word, word) for word in text.split(",")]
    if not set(kinds) <= set(KINDS):
        raise argparse.ArgumentTypeError("takes some of %s" % ", ".join(KINDS))
    return kinds


def read_scenes(text):
    """Names, and of some of them how many shares and launches they have."""
    names, cuts = [], {}
    for word in text.split(","):
        name, *cut = word.split(":")
        if len(cut) > 2 or not all(n.isdigit() and int(n) > 0 for n in cut):
            raise argparse.ArgumentTypeError("takes A,B:SHARES:LAUNCHES,..., not `%s`" % word)
        names.append(name)
        if cut:
            cuts[name] = (int(cut[0]), int(cut[1]) if len(cut) > 1 else None)
    return names, cuts


def read_paths(text):
    paths = [pathlib.Path(word) for word in text.split(",")]
    missing = [str(path) for path in paths if not path.is_file()]
    if missing:
        raise argparse.ArgumentTypeError("there is no file %s" % ", ".join(missing))
    return paths


def read_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path)
    parser.add_argument("--build-only", action="store_true")
    parser.add_argument("--part", type=read_part, default=(1, 1))
    parser.add_argument("--only", type=read_only, default=list(KINDS))
    parser.add_argument("--scenes", type=read_scenes, default=([], {}))
    parser.add_argument("--frames", type=read_count, default=300)
    parser.add_argument("--sanitizer-frames", type=int, default=10)
    parser.add_argument("--seconds", type=read_count, default=600)
    parser.add_argument("--bits-seconds", type=read_count, default=300)
    parser.add_argument("--limit", type=read_count)
    parser.add_argument("--shares", type=read_count, default=1)
    parser.add_argument("--launches", type=read_count)
    parser.add_argument("--jobs", type=read_count, default=8)
    parser.add_argument("--together", type=read_count, default=1)
    parser.add_argument("--workers", type=read_count)
    parser.add_argument("--in-turn", action="store_true")
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--before", type=read_paths, default=[])
    options = parser.parse_args()
    if options.build and options.build_only:
        parser.error("--build takes what is built, and --build-only builds: one of the two")
    options.scenes, options.cuts = options.scenes
    return options


def choose_scenes(where, options):
    """Those of this part; None where the program does not say what there is."""
    if not (where / "taut-bits").exists():
        sys.stderr.write("there is no %s\n" % (where / "taut-bits"))
        return None
    asked = execute([where / "taut-bits", "--names"], 60)
    if asked.code != 0:
        sys.stderr.write(asked.out + asked.err)
        return None
    scenes = asked.out.split()
    if options.scenes:
        unknown = [name for name in options.scenes if name not in scenes]
        if unknown:
            sys.stderr.write("there is no scene %s\n" % ", ".join(unknown))
            return None
        scenes = options.scenes
    k, n = options.part
    return scenes[k - 1::n]


def main():
    options = read_options()
    start = time.monotonic()
    where = (options.build or BUILD).resolve()
    built = options.build is not None or build()
    options.passed = passed_before(options.before, kernels_of(where)) if built else set()
    report = Report(options.out)  # which may be one of those that have just been read
    if not built:
        report.say("0 passed, 1 failed")
        return 1
    say_where(report, where)
    if options.build_only:
        quick = nvcc_of("sm_90")
        return execute([*quick, where / "cuda_quick"]).code if quick else 1
    scenes = choose_scenes(where, options)
    if scenes is None:
        report.say("0 passed, 1 failed")
        return 1
    if find_tool("compute-sanitizer") is None or options.sanitizer_frames == 0:
        report.say("without compute-sanitizer: no memcheck, no racecheck")
        options.only = [kind for kind in options.only if kind not in SUMMARY]
    options.until = None if options.limit is None else start + options.limit
    with Daemon(not options.in_turn) as daemon:
        options.daemon = daemon
        report.say("processes use the device %s" % ("side by side" if daemon.runs else "in turn"))
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            begun = [pool.submit(run, task, report, options)
                     for task in tasks_of(where, scenes, options, report)]
            for task in begun:
                task.result()
    return report.conclude()


if __name__ == "__main__":
    sys.exit(main())
