#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

"""Runs every scene in many ways and expects one hash for each.

The axes are target, compiler, optimisation, backend, number of threads and the float environment
of the host. Cells are chosen so that every pair of values of two axes, where it makes sense, is in
one of them. docs/determinism.md says how to read what this prints.

    tools/bits.py                        everything (make bits)
    tools/bits.py --only env=nearest     cells with this value alone; may be given more than once
    tools/bits.py --short [AXIS]         this machine alone, a few scenes, some seconds; of the axes
                                         backend, threads and env only this one
    tools/bits.py --program FILE         with --short: a taut-bits that is built already
    tools/bits.py --mutate               breaks the rules on purpose and expects to notice
    tools/bits.py --texts                only whether the mutations still have their texts
    tools/bits.py --plan                 only names the builds and cells
    tools/bits.py --skip-missing         does without targets whose tools are not installed

Builds into build-bits/, writes build-bits/bits.csv, exits 1 when a hash differs.
"""

import argparse
import concurrent.futures
import csv
import itertools
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from mutate import copy_tree, report  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build-bits"
JOBS = os.cpu_count() or 1
TIMEOUT = 1800  # seconds for one cell; against a hang, not a measure of speed

# Per target: toolchain file, options, how to run, tools, least number of backends, threads, whether
# it is emulated and therefore slow. A backend that vanishes from a build would take its cells with
# it; hence the least number.
NODE = ["node", "--no-warnings", str(ROOT / "tools" / "wasm" / "run.mjs")]
WASI = ["clang-16", "wasm-ld-16", "node", "/usr/include/wasm32-wasi/stdio.h"]
TARGETS = {
    "x86-64": dict(run=[], tools=[], least=3),
    "here": dict(run=[], tools=[], least=1),  # whatever --program was built for
    "aarch64": dict(toolchain="aarch64-linux-gnu", run=["qemu-aarch64"], slow=True, least=2,
                    tools=["qemu-aarch64", "aarch64-linux-gnu-gcc"]),
    "s390x": dict(toolchain="s390x-linux-gnu", run=["qemu-s390x"], slow=True, least=1,
                  tools=["qemu-s390x", "s390x-linux-gnu-gcc"]),
    "windows": dict(toolchain="x86_64-w64-mingw32", run=["wine"], least=3,
                    tools=["wine", "x86_64-w64-mingw32-gcc"]),
    "wasm": dict(toolchain="wasm32-wasi", run=NODE, tools=WASI, least=1, threads=[1],
                 options=["-DTAUT_SIMD=OFF"]),
    "wasm-simd": dict(toolchain="wasm32-wasi", run=NODE, tools=WASI, least=2, threads=[1]),
    # As the modules for browsers are built.
    "web": dict(toolchain="wasm32-wasi", run=NODE, tools=WASI, least=1, threads=[1],
                options=["-DTAUT_SIMD=OFF", "-DTAUT_SMALL=ON"]),
    "web-simd": dict(toolchain="wasm32-wasi", run=NODE, tools=WASI, least=1, threads=[1],
                     options=["-DTAUT_SMALL=ON"]),
}

# Every pair of compiler and optimisation here, and each of both for every other target, as far as
# there is a compiler. On aarch64 every multiply-add can contract, so both compilers optimise there.
BUILDS = [
    ("x86-64", "gcc", "O3"), ("x86-64", "gcc", "O0"),
    ("x86-64", "clang", "O3"), ("x86-64", "clang", "O0"),
    ("aarch64", "gcc", "O3"), ("aarch64", "clang", "O3"), ("aarch64", "gcc", "O0"),
    ("s390x", "gcc", "O3"), ("s390x", "clang", "O0"),
    ("windows", "gcc", "O3"), ("windows", "clang", "O0"),
    ("wasm", "clang", "O3"), ("wasm", "clang", "O0"),
    ("wasm-simd", "clang", "O3"), ("wasm-simd", "clang", "O0"),
    ("web", "clang", "O3"), ("web-simd", "clang", "O3"),
]
REFERENCE = BUILDS[0]
AXES = ["target", "compiler", "opt", "backend", "threads", "env"]

# By (slow, -O0): most particles of a scene, above which it is shrunk where it can be, and the most
# substeps of a particle that all its frames may come to. Light scenes run to their end.
LIMITS = {(False, False): (20000, 3000000), (False, True): (6000, 600000),
          (True, False): (1000, 300000), (True, True): (500, 60000)}
# cloth-100 has several clusters, which threads share.
SHORT = ["--scenes",
         "chain-12,cloth-25x18,cloth-100,rope,net,cables,half-correction,explosions,quiet,"
         "rags",
         "--frames", "12"]


class Cell(tuple):
    """Values in the order of AXES."""

    build = property(lambda self: tuple(self[:3]))
    backend = property(lambda self: self[3])
    threads = property(lambda self: self[4])
    env = property(lambda self: self[5])

    @property
    def limits(self):
        return LIMITS[TARGETS[self[0]].get("slow", False), self[2] == "O0"]

    def pairs(self):
        marked = [("build", self.build), *zip(AXES, self)]
        return {frozenset(p) for p in itertools.combinations(marked[1:], 2)} | {marked[0]}

    def __str__(self):
        return (f"{self[0]:<10} {self[1]:<6} -{self[2]}  {self.backend:<8} "
                f"{self.threads} thread{'s' if self.threads > 1 else ' '}  {self.env:<10}")


# Tools and commands ------------------------------------------------------------------------------


def missing_tools(target):
    return [t for t in TARGETS[target]["tools"]
            if not (pathlib.Path(t).exists() if "/" in t else shutil.which(t))]


def environment():
    return {**os.environ, "WINEPREFIX": str(FOLDER / "wine"), "WINEDEBUG": "-all"}


def execute(command, timeout=TIMEOUT):
    """(exit code, text); the code is None after a timeout."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=timeout, env=environment(), errors="replace")
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        return None, "took too long"


def must_execute(command):
    code, text = execute(command)
    if code != 0:
        raise RuntimeError(f"{' '.join(map(str, command))} failed:\n{text[-3000:]}")
    return text


def program_of(build, folder):
    suffix = {"windows": ".exe"}.get(build[0], ".wasm" if build[0].startswith("w") else "")
    return folder / f"taut-bits{suffix}"


def make_build(build, source=ROOT, folder=None, jobs=1):
    """Builds library, scenes and taut-bits; gives the command that runs the last."""
    target, compiler, opt = build
    folder = folder or FOLDER / "-".join(build)
    about = TARGETS[target]
    command = ["cmake", "-S", source, "-B", folder, "-DTAUT_TESTS=OFF", "-DTAUT_CLI=OFF",
               "-DTAUT_BITS=ON", "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_C_FLAGS_RELEASE=-{opt}",
               *about.get("options", [])]
    if "toolchain" in about:
        command += ["--toolchain", source / "cmake" / "toolchains" / (about["toolchain"] + ".cmake")]
    if "toolchain" not in about or (compiler == "clang" and about["run"] != NODE):
        command += [f"-DCMAKE_C_COMPILER={compiler}"]
    must_execute(command)
    must_execute(["cmake", "--build", folder, "--target", "taut-bits", "--parallel", str(jobs)])
    return [*about["run"], str(program_of(build, folder))]


def read_hashes(text):
    """{(scene, particles, frames): hash} of what taut-bits prints, and its other lines."""
    hashes, notes = {}, []
    for line in text.splitlines():
        words = line.split()
        if len(words) == 4 and re.fullmatch(r"[0-9a-f]{16}", words[3]):
            hashes[words[0], int(words[1]), int(words[2])] = words[3]
        elif line.strip():
            notes.append(line.lstrip("# ").strip())
    return hashes, notes


def ask(command):
    """What a build has, by axis."""
    found = {"backend": [], "threads": [], "env": []}
    for line in must_execute([*command, "--list"]).splitlines():
        words = line.split()
        if len(words) == 2 and words[0] in found:
            found[words[0]].append(int(words[1]) if words[0] == "threads" else words[1])
    return found


# Choosing cells ----------------------------------------------------------------------------------


def all_cells(found):
    for build, has in found.items():
        threads = [t for t in has["threads"] if t in TARGETS[build[0]].get("threads", [1, 2, 4, 8])]
        for rest in itertools.product(has["backend"], threads, has["env"]):
            yield Cell((*build, *rest))


def cost(cell):
    """Seconds, roughly: it only serves to take the cheaper of two cells."""
    slow = TARGETS[cell.build[0]].get("slow", False)
    return (40 if slow else 6) * (4 if cell.build[0] == "s390x" or cell.build[2] == "O0" else 1)


def choose_cells(cells):
    """Cells that have every pair of values in them; the one with most new pairs first."""
    cells = list(cells)
    left = set().union(*(c.pairs() for c in cells)) if cells else set()
    chosen = []
    while left:
        best = max(cells, key=lambda c: (len(c.pairs() & left) / (20 + cost(c)), c == cells[0]))
        chosen.append(best)
        left -= best.pairs()
    return sorted(chosen, key=cells.index)


def matches(cell, only):
    return all(str(value) in wanted.get(axis, [str(value)])
               for wanted in [only] for axis, value in zip(AXES, cell))


# Running -----------------------------------------------------------------------------------------


def run_cell(command, cell, words):
    begin = time.monotonic()
    code, text = execute([*command, "--backend", cell.backend, "--threads", str(cell.threads),
                          "--env", cell.env, *words])
    hashes, notes = read_hashes(text)
    if code != 0:
        last = list(hashes)[-1][0] if hashes else "none"
        notes.append(f"exit code {code}; the last scene that ended was {last}")
    return hashes, notes, code == 0, time.monotonic() - begin


def judge(hashes, notes, ended, expected):
    """What is wrong with a cell, in words; an empty list when nothing is."""
    wrong = [f"{k[0]} is {hashes[k]}, not {expected[k]}" if k in hashes else f"{k[0]} is not there"
             for k in expected if hashes.get(k) != expected[k]]
    wrong += [f"{k[0]} is new" for k in hashes if k not in expected]
    wrong += sorted(set(notes))
    return wrong if wrong or ended else ["it failed"]


def run_cells(commands, cells, words_for, reference):
    """Runs the reference of each size, then all cells, some at a time. Gives the rows of the CSV
    and the number of cells that are right."""
    sizes = {words_for(c): None for c in cells}
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        started = {w: pool.submit(run_cell, commands[reference.build], reference, w) for w in sizes}
        for words, future in started.items():
            hashes, notes, ended, _ = future.result()
            if not ended or not hashes:
                raise RuntimeError(f"the reference failed: {'; '.join(notes)}")
            sizes[words] = hashes
        # The slow ones first, so that no core waits for them at the end.
        order = sorted(cells, key=cost, reverse=True)
        futures = {pool.submit(run_cell, commands[c.build], c, words_for(c)): c for c in order}
        rows, right = [], 0
        for future in concurrent.futures.as_completed(futures):
            cell = futures[future]
            hashes, notes, ended, seconds = future.result()
            expected = sizes[words_for(cell)]
            wrong = judge(hashes, notes, ended, expected)
            right += not wrong
            print(f"{cell}  {len(hashes):>2} scenes  {seconds:6.1f} s  "
                  f"{'OK' if not wrong else f'FAIL ({len(wrong)})'}", flush=True)
            for line in wrong[:8]:
                print(f"    {line}")
            if len(wrong) > 8:
                print(f"    and {len(wrong) - 8} more")
            rows += [(*cell, *k, hashes.get(k, ""), expected.get(k, ""))
                     for k in {**expected, **hashes}]
    return sorted(rows, key=lambda row: cells.index(Cell(row[:len(AXES)]))), right


def conclude(rows, right, cell_count, seconds):
    FOLDER.mkdir(exist_ok=True)
    with open(FOLDER / "bits.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*AXES, "scene", "particles", "frames", "hash", "expected"])
        writer.writerows(rows)
    scenes = {row[len(AXES)] for row in rows}
    differ = {row[len(AXES)] for row in rows if row[-1] != row[-2]}
    verdict = "one hash each" if not differ else f"{len(differ)} of them with more than one hash"
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{seconds:.0f} s, {spent.ru_utime + spent.ru_stime:.0f} s of one processor")
    print(f"{cell_count} cells, {len(scenes)} scenes, {verdict}")
    print(f"{right} passed, {cell_count - right} failed")
    return 0 if right == cell_count else 1


# What to do --------------------------------------------------------------------------------------


def pick_builds(args, only):
    builds = []
    for build in BUILDS:
        lacking = missing_tools(build[0])
        lacking += [build[1]] if not shutil.which(build[1]) and build[0] == "x86-64" else []
        wanted = all(v in only.get(a, [v]) for a, v in zip(AXES, build)) or build == REFERENCE
        if wanted and lacking and not args.skip_missing:
            raise RuntimeError(f"{build[0]} needs {', '.join(lacking)}: tools/setup.sh bits "
                               "installs it, and --skip-missing does without")
        if wanted and lacking:
            print(f"without {' '.join(build)}: no {', '.join(lacking)}")
        elif wanted:
            builds.append(build)
    return builds


def run_matrix(args, only):
    begin = time.monotonic()
    builds = pick_builds(args, only)
    FOLDER.mkdir(exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        commands = dict(zip(builds, pool.map(make_build, builds)))
    found = {build: ask(commands[build]) for build in builds}
    print(f"{len(builds)} builds in {time.monotonic() - begin:.0f} s")
    right = True
    for build, has in found.items():
        fine = len(has["backend"]) >= TARGETS[build[0]]["least"]
        right = right and fine
        print(f"{' '.join(build):<20} {', '.join(has['backend'])}; threads "
              f"{', '.join(map(str, has['threads']))}; {', '.join(has['env'])}"
              + ("" if fine else "  FAIL: there should be more backends"))
    cells = choose_cells(c for c in all_cells(found) if matches(c, only))
    print(f"{len(cells)} cells", flush=True)
    if args.plan:
        print("\n".join(map(str, cells)))
        return 0
    words = lambda cell: ("--most", str(cell.limits[0]), "--work", str(cell.limits[1]))
    rows, passed = run_cells(commands, cells, words, Cell((*REFERENCE, "scalar", 1, "nearest")))
    code = conclude(rows, passed, len(cells), time.monotonic() - begin)
    return code if right else 1


def short_cells(build, has, axis):
    """All of it, or what differs from the reference by one axis and the backend."""
    for backend, threads, env in itertools.product(has["backend"], has["threads"], has["env"]):
        plain = {"backend": threads == 1 and env == "nearest",
                 "threads": threads <= 4 and env == "nearest",
                 "env": threads <= 2}
        if plain.get(axis, threads <= 4):
            yield Cell((*build, backend, threads, env))


def run_short(args):
    begin = time.monotonic()
    command = [args.program] if args.program else make_build(REFERENCE, jobs=JOBS)
    build = ("here", "", "") if args.program else REFERENCE
    cells = list(short_cells(build, ask(command), args.short))
    rows, right = run_cells({build: command}, cells, lambda cell: tuple(SHORT),
                            Cell((*build, "scalar", 1, "nearest")))
    scenes = {row[len(AXES)] for row in rows}
    print(f"{len(cells)} cells, {len(scenes)} scenes; {time.monotonic() - begin:.0f} s")
    print(f"{right} passed, {len(cells) - right} failed")
    return 0 if right == len(cells) else 1


# Mutations ---------------------------------------------------------------------------------------

# Build, file, pattern (that matches exactly once), replacement, what it means.
SWEEP = (r"for \(int (\w+) = ([^;{}]+); \1 < ([^;{}]+); \+\+\1\) \{"
         r"(?=[^{}]*colours(?:[^{}]|\{[^{}]*\})*\{?[^{}]*project\[)")
MUTATIONS = [
    (("x86-64", "gcc", "O3"), "cmake/float.cmake", r"-ffp-contract=off", "-ffp-contract=fast -mfma",
     "contraction on x86-64 with FMA"),
    (("x86-64", "clang", "O3"), "cmake/float.cmake", r"-ffp-contract=off",
     "-ffp-contract=fast -mfma", "the same by clang"),
    (("aarch64", "gcc", "O3"), "cmake/float.cmake", r"-ffp-contract=off", "-ffp-contract=fast",
     "contraction on aarch64, gcc's choice without -std=c17"),
    (("aarch64", "clang", "O3"), "cmake/float.cmake", r"-ffp-contract=off ", "",
     "contraction on aarch64, clang's choice"),
    (("x86-64", "gcc", "O3"), "src/step.c", SWEEP,
     r"for (int \1 = (\3) - 1; \1 >= (\2); --\1) {", "the colours of a cluster backwards"),
]


def check_texts():
    results = []
    for _, name, pattern, _, about in MUTATIONS:
        text = (ROOT / name).read_text(encoding="utf-8")
        count = len(re.findall(pattern, re.sub(r"(?m)^\s*#.*$", "", text)
                               if name.endswith(".cmake") else text))
        problem = None if count == 1 else f"the pattern matches {count} times"
        results.append(problem is None or report(problem, f"{name}: {about}"))
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


def try_mutation(lab, mutation, expected):
    """None when a hash differs, else what went wrong."""
    build, name, pattern, replacement, _ = mutation
    path = lab / name
    original = path.read_text(encoding="utf-8")
    try:
        path.write_text(re.sub(pattern, replacement, original), encoding="utf-8")
        command = make_build(build, lab, lab / "build-bits" / "-".join(build), JOBS)
        hashes, notes, ended, _ = run_cell(command, Cell((*build, "scalar", 1, "nearest")), SHORT)
    finally:
        path.write_text(original, encoding="utf-8")
    if not ended or hashes.keys() != expected.keys():
        return f"it did not run: {'; '.join(notes)}"
    return "SURVIVED: the hashes are the same" if hashes == expected else None


def run_mutations(args):
    if check_texts() != 0:
        return 1
    results = []
    with tempfile.TemporaryDirectory(prefix="taut-bits-") as folder:
        lab = pathlib.Path(folder)
        copy_tree(lab)
        expected, _, ended, _ = run_cell(make_build(REFERENCE, jobs=JOBS),
                                         Cell((*REFERENCE, "scalar", 1, "nearest")), SHORT)
        for build in dict.fromkeys(m[0] for m in MUTATIONS):
            command = make_build(build, lab, lab / "build-bits" / "-".join(build), JOBS)
            found = run_cell(command, Cell((*build, "scalar", 1, "nearest")), SHORT)[0]
            results.append(report(None if ended and found == expected else "the hashes differ",
                                  f"{' '.join(build)}, nothing broken"))
        for mutation in MUTATIONS:
            results.append(report(try_mutation(lab, mutation, expected),
                                  f"{' '.join(mutation[0])}, {mutation[1]}: {mutation[4]}"))
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", action="append", default=[], metavar="AXIS=VALUE")
    parser.add_argument("--short", nargs="?", const="all", choices=["all", *AXES[3:]])
    parser.add_argument("--program")
    for flag in ("--mutate", "--texts", "--plan", "--skip-missing"):
        parser.add_argument(flag, action="store_true")
    args = parser.parse_args()
    only = {}
    for word in args.only:
        axis, _, value = word.partition("=")
        if axis not in AXES:
            parser.error(f"there is no axis `{axis}`: {', '.join(AXES)}")
        only.setdefault(axis, []).append(value)
    return args, only


def main():
    args, only = parse()
    try:
        if args.texts:
            return check_texts()
        if args.mutate:
            return run_mutations(args)
        return run_short(args) if args.short else run_matrix(args, only)
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
