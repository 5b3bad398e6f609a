#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

"""Checks the rules of STYLE.md that a compiler does not know.

Layers:   who may include whom.
Calls:    what the library and the scenes may not call (libm that differs between machines,
          anything that prints or ends the process).
Packed:   no double in files that GCC may pack scalars in.
Sources:  every .c file is listed in cmake/sources.cmake.
Files:    each starts with its licence and has no more than 600 lines.

Prints file:line of each violation and exits 1 when there is one.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# From the bottom up. A file may include its own layer and those below, never one above.
# An entry with a slash at its end is a folder of src/, any other the stem of a file in src/.
LAYERS = [
    ["base/", "platform/"],
    ["math/", "air/"],
    ["constraint/", "collide/", "contact/"],
    ["batch", "seating", "trees", "schedule", "schedule_plan", "schedule_result", "lines",
     "partition", "geodesic", "nearest"],
    ["builder", "builder_same", "builder_service", "builder_constraint", "cook", "blueprint", "skin", "gas",
     "own", "parted", "topology"],
    ["body", "events", "pair_links", "profile"],
    ["backend/"],
    ["candidates", "contacts", "contacts_bend", "contacts_find", "contacts_meet", "contacts_order", "contacts_push",
     "contacts_share", "contacts_solve", "contacts_stray", "touching"],
    ["solver", "attachments", "attachments_def", "world", "world_body", "world_collide",
     "world_gather", "world_read", "world_change", "tear", "tear_gas", "split", "split_solid", "contacts_torn", "cut", "cut_solid", "world_touch",
     "measure", "meter", "budget", "trial", "memory_use", "query", "query_shapes", "world_air",
     "world_gas", "world_skin", "sleep", "teleport", "record", "record_bytes", "record_list", "snapshot",
     "truss", "winch", "rig", "query_colliders", "snapshot_parts", "world_debug", "watch",
     "contact_points", "world_device", "groups", "pairs",
     "pairs_find", "pairs_zones", "pairs_brief", "pairs_swift", "pairs_colour", "snapshot_body"],
    ["attachments_step", "join", "joins", "crowd", "knots", "knots_tie", "frame", "step", "step_trees", "world_step",
     "advance", "step_air", "replay", "settle", "touches", "pairs_step", "replay_calls",
     "step_limits"],
    ["cuda/"],
]

# These stand on the public headers, and beside them only on these folders and files.
ON_PUBLIC = {
    "src/make": ["src/make", "src/base", "src/builder_service.h"],
    "scenes": ["scenes"],
    "verify": ["verify", "scenes"],
    "cli": ["cli", "scenes", "verify"],
    "bench": ["bench"],
}

# sqrt, fabs and floor are rounded the same everywhere; the rest of libm is not.
LIBM = ("sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log2 "
        "log10 log1p pow cbrt hypot fma erf erfc tgamma lgamma").split()
LOUD = ("printf fprintf vprintf vfprintf puts fputs putchar fputc fwrite perror abort exit _Exit "
        "quick_exit longjmp setjmp rand srand time clock getenv system signal").split()

# As in cmake/library.cmake, and what they include that works with floats.
PACKED = ["src/pairs_step.c", "src/pairs_step.inl", "src/pairs_zones.inl", "src/pairs_brief.inl", "src/pairs_swift.inl", "src/pairs_find.c", "src/pairs_find.inl",
          "src/contact/pair.inl", "src/contact/response.inl", "src/math/vec.h"]

HEAD = ["// SPDX-License-Identifier: MIT", "// Copyright (c) 2026 The Taut authors"]
MOST_LINES = 600

INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')
SUFFIXES = (".c", ".h", ".inl", ".cu", ".cpp")


def call_pattern(names):
    return re.compile(r"(?<![\w.>])(" + "|".join(names) + r")\s*\(")


FORBIDDEN_CALLS = [
    (("src", "scenes"), call_pattern([n + s for n in LIBM for s in ("", "f", "l")]),
     "gives different bits on different machines"),
    (("src",), call_pattern(LOUD), "is not for a library that neither prints nor exits"),
]


def files_in(folder):
    found = (p for p in (ROOT / folder).rglob("*") if p.suffix in SUFFIXES)
    return sorted(p for p in found if "node_modules" not in p.parts)


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def code_lines(path):
    """The lines of a file with comments and the insides of strings blanked."""
    text = path.read_text(encoding="utf-8")
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
    blank = lambda match: re.sub(r"[^\n]", " ", match.group())
    return pattern.sub(blank, text).split("\n")


def includes(path):
    """Yields (line number, quoted, name) for each #include."""
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1) == '"', match.group(2)


def resolve(path, include):
    """The file of ours that an #include means, as a name from the root, or None."""
    for folder in (path.parent, *(ROOT / f for f in ("src", "include", "scenes", "cli", "."))):
        target = (folder / include).resolve()
        if target.is_file() and ROOT in target.parents:
            return name_of(target)
    return None


def layer_of(name):
    """Index into LAYERS, or None when the file has no place there."""
    inner = name[len("src/"):]
    for index, entries in enumerate(LAYERS):
        for entry in entries:
            if entry.endswith("/") and inner.startswith(entry):
                return index
            if "/" not in inner and inner.rsplit(".", 1)[0] == entry:
                return index
    return None


def check_engine_include(name, target):
    """What is wrong with a file of the engine including another, or None."""
    if target.startswith("include/"):
        return None
    if not target.startswith("src/") or target.startswith("src/make/"):
        return "the engine stands on src/ and include/ alone"
    mine, theirs = layer_of(name), layer_of(target)
    if theirs is None:
        return f"{target} has no place among the layers of tools/check_layers.py"
    if theirs > mine:
        return f"{'/'.join(LAYERS[mine])} lies below {'/'.join(LAYERS[theirs])}"
    return None


def check_include(name, target):
    if name.startswith("include/"):
        return None if target.startswith("include/") else "public headers include only each other"
    for folder, allowed in ON_PUBLIC.items():
        if name.startswith(folder + "/"):
            folders = tuple(a + "/" for a in allowed + ["include"])
            fine = target.startswith(folders) or target in allowed
            return None if fine else f"{folder} stands on {', '.join(['include'] + allowed)} alone"
    return check_engine_include(name, target)


def check_layers():
    for folder in ("include", "src", "scenes", "verify", "cli", "bench"):
        for path in files_in(folder):
            name = name_of(path)
            if folder == "src" and not name.startswith("src/make/") and layer_of(name) is None:
                yield f"{name}:1: has no place among the layers of tools/check_layers.py"
                continue
            for number, quoted, include in includes(path):
                target = resolve(path, include)
                if target is None and quoted and not include.startswith("stb/"):
                    yield f'{name}:{number}: "{include}" is not a file of this project'
                wrong = target and check_include(name, target)
                if wrong:
                    yield f"{name}:{number}: includes {target}: {wrong}"


def check_calls():
    for folders, pattern, why in FORBIDDEN_CALLS:
        for folder in folders:
            for path in files_in(folder):
                for number, line in enumerate(code_lines(path), 1):
                    for match in pattern.finditer(line):
                        yield f"{name_of(path)}:{number}: {match.group(1)}() {why}"


def check_packed():
    """Files that GCC may pack scalars in have none that it gets wrong (cmake/float.cmake)."""
    for name in PACKED:
        for number, line in enumerate(code_lines(ROOT / name), 1):
            if re.search(r"\bdouble\b", line):
                yield f"{name}:{number}: is packed by GCC (cmake/library.cmake): no double here"


def check_sources():
    listing = (ROOT / "cmake" / "sources.cmake").read_text(encoding="utf-8")
    words = set(re.sub(r"#[^\n]*", "", listing).replace("(", " ").replace(")", " ").split())
    for folder in ("src", "scenes", "verify", "cli"):
        for path in files_in(folder):
            if path.suffix in (".c", ".cpp") and name_of(path) not in words:
                yield f"{name_of(path)}:1: is not listed in cmake/sources.cmake"
    for path in sorted((ROOT / "tests").glob("test_*.c")):
        if path.stem[len("test_"):] not in words:
            yield f"{name_of(path)}:1: is not listed in cmake/sources.cmake"


def check_files():
    for folder in ("include", "src", "scenes", "verify", "cli", "bench", "tests"):
        for path in files_in(folder):
            lines = path.read_text(encoding="utf-8").split("\n")
            if lines[:2] != HEAD:
                yield f"{name_of(path)}:1: does not start with the licence and copyright lines"
            if len(lines) > MOST_LINES:
                yield f"{name_of(path)}:{len(lines)}: is longer than {MOST_LINES} lines"


def main():
    problems = [*check_layers(), *check_calls(), *check_packed(), *check_sources(), *check_files()]
    for problem in problems:
        print(problem)
    print(f"layers: {len(problems)} violations" if problems else "layers: fine")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
