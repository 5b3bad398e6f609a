#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

"""Checks that the documents agree with the code.

Links:      relative links and their anchors exist, and so do the files named in `backticks`.
Formulas:   docs/algorithm.md numbers them without gaps; every "docs/algorithm.md (N)" has its N.
Names:      every taut_name and TAUT_NAME in a document exists in the headers or the build files.
Calls:      every function of the headers is named in some page of docs/guide.
Programs:   the README's program is docs/guide/first_rope.c, and every C excerpt of the guide
            stands in one of the programs of docs/guide.
Materials:  the tables of the guide have the values of src/make/material.c.

Prints file:line of each violation and exits 1 when there is one.
"""

import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
GUIDE = ROOT / "docs" / "guide"
CODE = ("include", "src", "scenes", "cli", "verify", "tests")
PATH = re.compile(r"`((?:include|src|scenes|cli|verify|tests|tools|docs|cmake)/[\w./-]*\w/?)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
NAME = re.compile(r"\b(?:taut|TAUT)_[A-Za-z0-9_]*[A-Za-z0-9]\b")
REFERENCE = re.compile(r"docs/algorithm\.md[\s/]*\((\d+)\)")
FORMULA = re.compile(r"^    .*  \((\d+)\)$", re.M)


def documents():
    return sorted(ROOT.glob("*.md")) + sorted((ROOT / "docs").rglob("*.md"))


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def read(path):
    return path.read_text(encoding="utf-8")


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def code_files(folders, suffixes=(".c", ".h", ".inl", ".cu")):
    for folder in folders:
        yield from sorted(p for p in (ROOT / folder).rglob("*") if p.suffix in suffixes)


def blocks(text, language):
    """Yields (line number, text) of each fenced block in a language."""
    for match in re.finditer(r"^```" + language + r"\n(.*?)^```$", text, re.M | re.S):
        yield line_of(text, match.start()), match.group(1)


def anchors(path):
    """The anchors that a renderer makes of a document's headings."""
    prose = re.sub(r"^```.*?^```$", "", read(path), flags=re.M | re.S)
    found = set()
    for heading in re.findall(r"^#+ +(.+)$", prose, re.M):
        slug = re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower())
        found.add(slug.strip().replace(" ", "-"))
    return found


def check_links(path, text):
    for match in LINK.finditer(text):
        target, _, anchor = match.group(1).partition("#")
        if "://" in target:
            continue
        where = (path.parent / target).resolve() if target else path
        place = f"{name_of(path)}:{line_of(text, match.start())}"
        if not where.exists():
            yield f"{place}: links to {target}, which does not exist"
        elif anchor and anchor not in anchors(where):
            yield f"{place}: {name_of(where)} has no heading #{anchor}"
    for match in PATH.finditer(text):
        if not (ROOT / match.group(1)).exists():
            yield f"{name_of(path)}:{line_of(text, match.start())}: no file {match.group(1)}"


def check_formulas():
    numbers = [int(n) for n in FORMULA.findall(read(ROOT / "docs" / "algorithm.md"))]
    if sorted(numbers) != list(range(1, len(numbers) + 1)):
        yield f"docs/algorithm.md:1: formulas are numbered {sorted(numbers)}"
    for path in code_files(CODE):
        text = read(path)
        for match in REFERENCE.finditer(text):
            if int(match.group(1)) not in numbers:
                place = f"{name_of(path)}:{line_of(text, match.start())}"
                yield f"{place}: docs/algorithm.md has no ({match.group(1)})"


def known_names():
    files = [*code_files(("include", "src")), *(ROOT / "cmake").glob("*.cmake"),
             ROOT / "CMakeLists.txt"]
    names = set()
    for path in files:
        names.update(NAME.findall(read(path)))
    return names


def check_names(path, text, names):
    for match in NAME.finditer(text):
        if match.group() not in names and not match.group().startswith("taut_X_"):
            place = f"{name_of(path)}:{line_of(text, match.start())}"
            yield f"{place}: {match.group()} is not in the headers"


def check_calls():
    pages = "".join(read(p) for p in sorted(GUIDE.glob("*.md")))
    named = set(NAME.findall(pages))
    for path in code_files(("include",)):
        text = re.sub(r"//[^\n]*", "", read(path))
        for name in re.findall(r"TAUT_API[^;(]*?\b(taut_\w+)\s*\(", text):
            if name not in named:
                yield f"{name_of(path)}:1: {name}() is named in no page of docs/guide"


def check_programs():
    program = "".join(read(GUIDE / "first_rope.c").splitlines(keepends=True)[3:])
    if program not in [block for _, block in blocks(read(ROOT / "README.md"), "c")]:
        yield "README.md:1: its program is not docs/guide/first_rope.c"
    sources = [read(p) for p in sorted(GUIDE.glob("*.[ch]"))]
    for path in sorted(GUIDE.glob("*.md")):
        for line, block in blocks(read(path), "c"):
            shapes = [textwrap.indent(block, " " * depth) for depth in range(0, 17, 4)]
            if not any(shape in source for shape in shapes for source in sources):
                yield f"{name_of(path)}:{line}: this code is in no program of docs/guide"


def check_materials():
    source = read(ROOT / "src" / "make" / "material.c")
    guide = read(GUIDE / "ropes-and-cloth.md")
    for name, values in re.findall(r'\{"([\w-]+)", \{([^}]+)\}\}', source):
        expected = [float(v.strip().rstrip("f")) for v in values.split(",")][:-1]  # no strength
        row = re.search(rf"^\| {name} \|(.+)\|$", guide, re.M)
        found = [float(v) for v in row.group(1).split("|")] if row else None
        if found != expected:
            yield f"docs/guide/ropes-and-cloth.md:1: {name} is {expected}, the table has {found}"


def main():
    names = known_names()
    problems = []
    for path in documents():
        text = read(path)
        problems += [*check_links(path, text), *check_names(path, text, names)]
    problems += [*check_formulas(), *check_calls(), *check_programs(), *check_materials()]
    for problem in problems:
        print(problem)
    print(f"docs: {len(problems)} violations" if problems else "docs: fine")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
