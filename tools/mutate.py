#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

"""Breaks the engine on purpose, one place at a time, and expects `taut verify` to notice.

Each check of verify/list.h has at least one mutation below: a text that occurs exactly once in a
file of src/, and what to put in its place. The working tree is copied to a temporary folder, the
command line is built there once, each check must pass as it stands, and then, for each mutation,
the check it belongs to must fail with exit code 1.

    tools/mutate.py            all of them
    tools/mutate.py NAME...    those of these checks
    tools/mutate.py --list     what there is

Prints one line per mutation, `ok` or what went wrong, and exits 1 when one was not noticed.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Check, file, text, replacement, what it means.
MUTATIONS = [
    ("free-fall", "src/backend/integrate.inl",
     "*lo = lane3_sub(t, lane3_sub(sum, x));", "*lo = lane3_sub(t, t);",
     "the rounding of positions is thrown away"),
    ("free-fall", "src/frame.c",
     ".gravity = world->def.gravity,",
     ".gravity = taut_vec3_scale(world->def.gravity, 1.001f),",
     "gravity is a thousandth too strong"),
    ("unpinned", "src/constraint/tether.inl",
     "lane_mask held = c->w[1] == zero;", "lane_mask held = c->w[1] >= zero;",
     "a tether goes on acting when its pin is let go"),
    ("unpinned", "src/constraint/distance.inl",
     "c->c = length - c->rest;", "c->c = length - lane_splat(1.0001f) * c->rest;",
     "links want to be longer than they are"),
    ("pendulum", "src/constraint/distance.inl",
     "c->c = length - c->rest;", "c->c = length - lane_splat(1.02f) * c->rest;",
     "a link is 2 % too long"),
    ("pendulum", "src/backend/integrate.inl",
     "return lane3_scale(corrected, keep);",
     "return lane3_scale(corrected, keep * lane_splat(0.99999f));",
     "every substep loses a hundred-thousandth of the velocity"),
    ("spring", "src/frame.c",
     "bounded_inverse((double)h * (double)h)", "bounded_inverse((double)h)",
     "compliance over h instead of h^2"),
    ("spring", "src/backend/integrate.inl",
     "return lane3_scale(corrected, keep);",
     "return lane3_scale(corrected, keep * lane_splat(0.9999f));",
     "every substep loses a ten-thousandth of the velocity"),
    ("convergence", "src/backend/integrate.inl",
     "return lane3_madd(d, half_h_sum, acceleration);",
     "return lane3_madd(d, half_h_sum * lane_splat(1.01f), acceleration);",
     "Verlet's acceleration is 1 % too large"),
    ("convergence", "src/constraint/update.inl",
     "lane dl = -error / stiffness;",
     "lane dl = lane_splat(-0.99f) * error / stiffness;",
     "a projection goes only most of the way"),
    ("chain", "src/constraint/update.inl",
     "r->soft ? stiffness + r->alpha : stiffness;",
     "r->soft ? stiffness + lane_splat(0.98f) * r->alpha : stiffness;",
     "compliance is 2 % too small"),
    ("chain", "src/world_read.c",
     "float scale = -force_scale(b, TAUT_CONSTRAINT_DISTANCE) / (float)b->last_substeps;",
     "float scale = -force_scale(b, TAUT_CONSTRAINT_DISTANCE) / (float)(b->last_substeps + 1);",
     "a reaction is averaged over one substep too many"),
    ("chain-far", "src/world_body.c",
     "bool small = def->blueprint->particle_count <= FINE_UP_TO;", "bool small = false;",
     "small bodies round their positions in the sweep"),
    ("chain-far", "src/world_touch.c",
     "shift_body(world->slots[i].body, offset);", "(void)shift_body;",
     "a shift of the origin leaves positions behind"),
    ("chain-settling", "src/frame.c",
     "b->keep = (float)taut_exp(-(double)b->drag * (double)s->h);",
     "b->keep = (float)taut_exp(-(double)b->drag / 1440.0);",
     "drag per substep, whatever its length"),
    ("chain-shortfall", "src/world_read.c",
     "state->achieved = loaded ? state->force / state->value : NAN;",
     "state->achieved = loaded ? state->asked : NAN;",
     "a link claims to be as stiff as asked"),
    ("chain-shortfall", "src/measure.c",
     "double achieved = force / value * compliance;",
     "double achieved = 0.5 * (1.0 + force / value * compliance);",
     "the mean hides half of the shortfall"),
    ("rubber", "src/make/rope.c",
     ".compliance = rest / (double)def->material.stretch_stiffness,",
     ".compliance = 0.05 / (double)def->material.stretch_stiffness,",
     "a link's compliance does not depend on its length"),
    ("catenary", "src/make/rope.c",
     "        .rest = rest,", "        .rest = 1.01 * rest,",
     "links are 1 % too long"),
    ("catenary", "src/constraint/distance.inl",
     "c->g[0] = lane3_scale(c->e[0], inverse);",
     "c->g[0] = lane3_scale(c->e[0], inverse);\n    c->g[0].y = c->g[0].y * lane_splat(0.97f);",
     "links pull a little off their direction"),
    ("cantilever", "src/constraint/dihedral.inl",
     "c->g[1] = lane3_scale(na, -length * over_a);",
     "c->g[1] = lane3_scale(na, lane_splat(-1.2f) * length * over_a);",
     "the gradient of one far corner is too large"),
    ("cantilever", "src/make/cloth.c",
     "double width = g->b * g->sine * share(r, g->rows);",
     "double width = g->b * g->sine;",
     "border rows bend as if they stood for a whole cell"),
    ("momentum", "src/constraint/lanes.h",
     "    return sum;", "    return lane3_scale(sum, lane_splat(0.99999f));",
     "the gradients of a constraint do not add up to zero"),
    ("pin-impulse", "src/frame.c",
     "b->lo[i] = (taut_float4){0};  // reactions begin anew", "b->lo[i].x *= 1.0f;",
     "reactions pile up from step to step"),
    ("pin-impulse", "src/world_read.c",
     "reaction->force = taut_vec3_add(links, reaction->tether_force);",
     "reaction->force = links;",
     "what tethers carry is left out of the reaction"),
    ("energy", "src/backend/integrate.inl",
     "return lane3_scale(corrected, keep);",
     "return lane3_scale(corrected, keep * lane_splat(1.00001f));",
     "every substep adds to the velocity"),
    ("energy", "src/backend/integrate.inl",
     "return lane3_scale(corrected, keep);",
     "return lane3_scale(corrected, keep * lane_splat(0.99999f));",
     "every substep takes from the velocity"),
]


def check_names():
    text = (ROOT / "verify" / "list.h").read_text(encoding="utf-8")
    return re.findall(r'^ +X\(\w+, "([^"]+)"', text, re.M)


def copy_tree(target):
    """Copies what git tracks or would track: no build folders."""
    listing = subprocess.run(["git", "ls-files", "-z", "--cached", "--others",
                              "--exclude-standard"], cwd=ROOT, check=True, capture_output=True)
    for name in listing.stdout.decode().split("\0"):
        source = ROOT / name
        if name and source.is_file():
            copy = target / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copy)


class Lab:
    """A copy of the tree with a build folder of its own."""

    def __init__(self, folder):
        self.tree = folder / "tree"
        self.build_folder = folder / "build"
        copy_tree(self.tree)
        self.must_run(["cmake", "-S", str(self.tree), "-B", str(self.build_folder),
                       "-DCMAKE_BUILD_TYPE=Release", "-DTAUT_TESTS=OFF", "-DTAUT_CLI=ON"])

    def must_run(self, command):
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                text=True)
        if result.returncode != 0:
            raise RuntimeError(f"{' '.join(command)} failed:\n{result.stdout[-3000:]}")

    def build(self):
        self.must_run(["cmake", "--build", str(self.build_folder), "--target", "taut-cli",
                       "--parallel", str(os.cpu_count() or 1)])

    def verify(self, check):
        """The exit code of `taut verify CHECK`; None when it took too long."""
        try:
            return subprocess.run([str(self.build_folder / "taut"), "verify", check], timeout=600,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
        except subprocess.TimeoutExpired:
            return None

    def try_mutation(self, check, name, text, replacement):
        """None when the check notices, else what went wrong."""
        path = self.tree / name
        original = path.read_text(encoding="utf-8")
        count = original.count(text)
        if count != 1:
            return f"the text occurs {count} times"
        path.write_text(original.replace(text, replacement), encoding="utf-8")
        try:
            self.build()
            code = self.verify(check)
        except RuntimeError as error:
            return f"does not build: {error}"
        finally:
            path.write_text(original, encoding="utf-8")
        return None if code == 1 else f"SURVIVED, exit code {code}"


def report(problem, line):
    print(f"{'ok' if problem is None else 'FAIL':<5} {line}"
          + (f": {problem}" if problem else ""), flush=True)
    return problem is None


def run(chosen):
    results = []
    with tempfile.TemporaryDirectory(prefix="taut-mutate-") as folder:
        lab = Lab(pathlib.Path(folder))
        lab.build()
        for check in chosen:
            code = lab.verify(check)
            results.append(report(None if code == 0 else f"exit code {code}",
                                  f"{check}, nothing broken"))
        # By file: what one mutation made stale, the next would have to build anyway.
        for check, name, text, replacement, about in sorted(MUTATIONS, key=lambda m: m[1]):
            if check in chosen:
                problem = lab.try_mutation(check, name, text, replacement)
                results.append(report(problem, f"{check}, {name}: {about}"))
    return results


def check_texts():
    """Every text to be changed stands in its file exactly once; needs no build."""
    results = []
    for check, name, text, _, about in MUTATIONS:
        count = (ROOT / name).read_text(encoding="utf-8").count(text)
        problem = None if count == 1 else f"the text occurs {count} times"
        results.append(problem is None or report(problem, f"{check}, {name}: {about}"))
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


def main():
    names = check_names()
    words = sys.argv[1:]
    if words == ["--list"]:
        for check, name, _, _, about in MUTATIONS:
            print(f"{check:<16} {name:<32} {about}")
        return 0
    if words == ["--texts"]:
        return check_texts()
    for word in words:
        if word not in names:
            print(f"there is no check `{word}`: {', '.join(names)}", file=sys.stderr)
            return 2
    chosen = words or names
    results = [report("has no mutation", check) for check in chosen
               if check not in {m[0] for m in MUTATIONS}]
    for stray in {m[0] for m in MUTATIONS} - set(names):
        results.append(report("is not in verify/list.h", stray))
    try:
        results += run(chosen)
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
