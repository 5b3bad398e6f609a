#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

"""Times Taut beside plain loops and other engines, in one run on one machine.

    bench/run.py            everything; `make bench` builds first and calls this
    bench/run.py --quick    a few seconds, Taut and plain loops only: does it all still run?

Each job is a program of its own that prints its figures as JSON. Jobs are taken in rounds, one
after another, so that a slow minute of the machine falls on all alike; the table has the median of
the rounds and the least. Results go to bench/results/ (bench.md, bench.csv and plots), those of a
quick run to bench/results/ of the build folder.

Needs python3 alone. With python3-matplotlib there are plots, with Bullet's headers, node and
valgrind there are the rows that want them; what is missing is named in the table.
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
NODE = ROOT / "bench" / "node"
sys.path.insert(0, str(ROOT / "bench"))

import plots  # noqa: E402
import report  # noqa: E402

# Frames to time and frames before those, as in cli/bench_case.c.
FRAMES = {"cloth-32": (300, 5), "cloth-100": (90, 5), "cloth-256": (12, 2), "cloth-1024": (3, 1),
          "cloths-32": (12, 2), "rope-1000": (300, 5), "ropes-32": (50, 5)}
QUICK = {"cloth-32": (10, 1), "rope-1000": (5, 1)}
PLAIN = ["cloth-32", "cloth-100", "cloth-256", "cloths-32", "rope-1000", "ropes-32"]
NODE_ENGINES = ["taut:simd", "taut:scalar", "taut:simd,tethers", "package:simd,tethers",
                "package:simd,pass", "package:simd,pass,two", "textbook", "jolt", "jolt:simd",
                "jolt:simd,tethers", "ammo", "rapier", "mujoco"]
# MuJoCo takes most of a second per frame, and ten to load.
NODE_FRAMES = {("mujoco", "cloth-32"): (60, 2), ("mujoco", "cloth-100"): (8, 1)}
BULLET_FLAGS = ["-std=c++17", "-O3", "-DNDEBUG", "-mavx2", "-mno-fma", "-ffp-contract=off",
                "-fno-math-errno"]
SANE = 200.0  # stretch above this (20,000 %) is no cloth any more


class Job:
    """One program to run: what it is called in the table and how it is started."""

    def __init__(self, group, engine, case, command, **more):
        self.group, self.engine, self.case, self.command = group, engine, case, command
        self.threads = more.get("threads", 1)
        self.rounds = more.get("rounds")  # None: as many as asked for
        self.cwd = more.get("cwd")
        self.precision = more.get("precision", "auto")
        self.taken = []
        self.failure = None

    def run(self):
        try:
            row = run_json(self.command, self.cwd)
        except RuntimeError as error:
            self.failure = str(error)
            return
        self.taken.append(row)

    def row(self):
        """The figures of all rounds together, or why there are none."""
        base = {"group": self.group, "engine": self.engine, "case": self.case,
                "threads": self.threads, "precision": self.precision, "failure": self.failure}
        if not self.taken:
            return base
        last = self.taken[-1]
        row = {**last, **base, "rounds": len(self.taken)}
        row["engine"] = self.engine or last["engine"]
        row["ms_per_frame"] = statistics.median(r["ms_per_frame"] for r in self.taken)
        row["min_ms_per_frame"] = min(r["min_ms_per_frame"] for r in self.taken)
        if row.get("projections_per_frame"):
            for key, ns in (("ms_per_frame", "ns"), ("min_ms_per_frame", "min_ns")):
                row[ns] = 1e6 * row[key] / row["projections_per_frame"]
        return row


def run_json(command, cwd=None):
    """Runs a program; the one JSON object it prints."""
    done = subprocess.run([str(c) for c in command], check=False, capture_output=True, cwd=cwd)
    if done.returncode != 0:
        lines = done.stderr.decode().strip().split("\n")
        raise RuntimeError((lines[0] or f"exit code {done.returncode}")[:160])
    row = json.loads(done.stdout)
    if "results" in row:  # of taut bench
        if not row["results"]:
            raise RuntimeError("no such backend here")
        row = row["results"][0]
    return row


def run_lines(command):
    """The JSON objects that a program prints, one a line."""
    done = subprocess.run([str(c) for c in command], check=True, stdout=subprocess.PIPE)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def text_of(command):
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return done.stdout.decode().strip()
    except OSError:
        return ""


# Jobs -------------------------------------------------------------------------------------------

def taut_command(options, case, backend, *more):
    frames, warm_up = options.frames_of[case]
    return [options.build / "taut", "bench", "--json", "--case", case, "--backend", backend,
            "--frames", frames, "--warm-up", warm_up, *more]


def find_backends(options):
    """Backends of this build by name, the quickest on a small cloth first."""
    listing = json.loads(text_of([str(options.build / "taut"), "bench", "--json", "--case",
                                  "cloth-32", "--frames", "20"]))
    options.taut = listing
    rows = sorted(listing["results"], key=lambda row: row["ms_per_frame"])
    return [row["backend"] for row in rows]


def has_threads(options):
    command = [options.build / "taut", "bench", "--case", "rope-1000", "--frames", "1", "--threads",
               "2", "--json"]
    done = subprocess.run([str(c) for c in command], check=False, capture_output=True)
    return done.returncode == 0


def taut_jobs(options):
    jobs = []
    for case in options.frames_of:
        large = 1 if case == "cloth-1024" else None  # setting it up takes longest
        for backend in sorted(options.backends):
            jobs.append(Job("taut", f"Taut {backend}", case,
                            taut_command(options, case, backend), rounds=large))
        best = options.backends[0]
        if case in ("cloth-32", "cloth-100", "rope-1000"):
            jobs.append(Job("taut", f"Taut {best}, tethers", case,
                            taut_command(options, case, best, "--tethers")))
        if case in ("cloth-32", "cloths-32", "rope-1000", "ropes-32"):
            jobs.append(Job("taut", f"Taut {best}, fast", case, precision="fast",
                            command=taut_command(options, case, best, "--precision", "fast")))
        for threads in (2, 4):
            if options.threads and not options.quick:
                jobs.append(Job("threads", f"Taut {best}", case, threads=threads, rounds=large,
                                command=taut_command(options, case, best, "--threads", threads)))
    return jobs


def again_jobs(options):
    """The best backend once more on every case: what these differ by is noise, and so is what
    differs by less. They come last in a round, minutes after the first: load comes and goes slowly,
    and two runs side by side would share it and agree."""
    best = options.backends[0]
    return [Job("again", f"Taut {best}", case, taut_command(options, case, best),
                rounds=1 if case == "cloth-1024" else None) for case in options.frames_of]


def plain_jobs(options):
    program = options.build / "bench" / "bench-textbook"
    if options.avx2 and program.with_name("bench-textbook-avx2").exists():
        program = program.with_name("bench-textbook-avx2")
    jobs = []
    for case in options.frames_of:
        for order in ("list", "coloured"):
            if case in PLAIN:
                jobs.append(Job("plain", f"textbook C, {order} order", case,
                                [program, order, case, *options.frames_of[case]]))
    return jobs


def bullet_jobs(options):
    program = options.build / "bench" / "bench-bullet"
    flags = BULLET_FLAGS if options.avx2 else [f for f in BULLET_FLAGS if not f.startswith("-m")]
    build = ["c++", *flags, "-isystem", "/usr/include/bullet", ROOT / "bench" / "bullet.cc", "-o",
             program, "-lBulletSoftBody", "-lBulletDynamics", "-lBulletCollision", "-lLinearMath"]
    done = subprocess.run([str(b) for b in build], check=False, capture_output=True)
    if done.returncode != 0:
        job = Job("native", "Bullet soft body", "cloth-100", [])
        job.failure = "not built: is libbullet-dev there?"
        return [job]
    # Its long ropes fly apart, and time with them: one round tells enough.
    return [Job("native", None, case, [program, case, *options.frames_of[case]],
                rounds=None if case == "cloth-100" else 1)
            for case in options.frames_of if case in PLAIN]


def node_jobs(options):
    if not shutil.which("node") or not (NODE / "node_modules").exists():
        job = Job("node", "engines of npm", "cloth-100", [])
        job.failure = "node or bench/node/node_modules is missing: npm install there"
        return [job]
    jobs = []
    for case in ("cloth-32", "cloth-100"):
        for engine in NODE_ENGINES:
            frames = NODE_FRAMES.get((engine, case), options.frames_of[case])
            job = Job("node", None, case, cwd=NODE, rounds=1 if engine == "mujoco" else None,
                      command=["node", "--require", "./start_worker.cjs", "bench.mjs", engine, case,
                               *frames])
            if engine.startswith("taut") and not (ROOT / "build-wasm" / "taut-simd.wasm").exists():
                job.engine, job.failure, job.rounds = f"Taut WASM {engine}", "run make wasm", 0
            if engine.startswith("package") and not (ROOT / "web" / "dist" / "index.js").exists():
                job.engine, job.failure, job.rounds = f"Taut {engine}", "run make web", 0
            jobs.append(job)
    return jobs


def note(text):
    """What is being run, on a line of its own that the next note replaces; for eyes only."""
    if sys.stderr.isatty():
        print(f"\r{text:78}\r", end="", file=sys.stderr, flush=True)


def run_rounds(jobs, rounds):
    for turn in range(rounds):
        for job in jobs:
            if job.failure or not job.command or turn >= (rounds if job.rounds is None
                                                          else job.rounds):
                continue
            note(f"round {turn + 1}/{rounds}  {job.engine or job.group}  {job.case}")
            job.run()
    note("")


# Instructions -----------------------------------------------------------------------------------

def callgrind(command, folder, toggle):
    """Instructions inside the function `toggle` of a program, and the file about them."""
    out = folder / "callgrind.out"
    valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}",
                f"--toggle-collect={toggle}"]
    done = subprocess.run([str(c) for c in valgrind + command], check=False, capture_output=True)
    found = re.search(r"Collected : (\d+)", done.stderr.decode())
    return (int(found.group(1)) if done.returncode == 0 and found else None), out


def count_job(options, name, command, toggle, folder):
    """Instructions per projection on cloth-100: two frames less one frame, over a frame's work."""
    one, _ = callgrind(command(1), folder, toggle)
    two, out = callgrind(command(2), folder, toggle)
    if one is None or two is None or two <= one:
        return {"engine": name, "instructions": None, "note": "does not run under valgrind"}
    row = {"engine": name, "instructions": (two - one) / (59002 * 20)}
    if toggle == "taut_world_step":
        listing = text_of(["callgrind_annotate", "--threshold=97", str(out)])
        found = re.findall(r"^\s*([\d,]+) \(\s*([\d.]+)%\)\s+\S*?:(\S+)", listing, re.M)
        row["functions"] = [(function, float(share)) for _, share, function in found][:12]
    return row


def count_instructions(options):
    if not shutil.which("valgrind"):
        return []
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for backend in sorted(options.backends):
            rows.append(count_job(options, f"Taut {backend}", lambda n, b=backend: [
                options.build / "taut", "bench", "--json", "--case", "cloth-100", "--backend", b,
                "--warm-up", "0", "--frames", n], "taut_world_step", folder))
        textbook = plain_jobs(options)[0].command[0]
        for order in ("list", "coloured"):
            rows.append(count_job(options, f"textbook C, {order} order", lambda n, o=order: [
                textbook, o, "cloth-100", n, "0"], "step", folder))
    return rows


# The machine ------------------------------------------------------------------------------------

def flags_of(options, source):
    """The flags a file was compiled with, from the build's own list."""
    try:
        entries = json.loads((options.build / "compile_commands.json").read_text())
    except OSError:
        return ""
    found = [e["command"] for e in entries if e["file"].endswith(source)]
    words = found[-1].split() if found else []
    return " ".join(w for w in words if re.match(r"-([fmO]|std|DNDEBUG)", w)
                    and not w.startswith("-fmacro"))


def describe_machine(options):
    cpu = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    features = ", ".join(name for name, there in options.taut["features"].items() if there)
    caches = re.findall(r"(L[123]d?) cache:\s*(.*)", text_of(["lscpu"]))
    commit = text_of(["git", "-C", str(ROOT), "describe", "--always", "--dirty"])
    return [
        ("date", datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")),
        ("commit", commit or "unknown"),
        ("processor", f"{cpu.group(1) if cpu else 'unknown'}, {os.cpu_count()} cores "
                      f"({features})"),
        ("caches", ", ".join(f"{name} {size}" for name, size in caches) or "unknown"),
        ("system", f"{platform.system()}, {platform.machine()}"),
        ("load average before", " ".join(f"{load:.2f}" for load in options.load)),
        ("compiler", options.taut["compiler"]),
        ("flags of the library", options.taut["flags"]),
        ("flags of the textbook loops", flags_of(options, "bench/textbook.c")),
        ("flags of Bullet's caller", " ".join(BULLET_FLAGS) + "; the library as Debian builds it"),
        ("node", text_of(["node", "--version"]) or "none"),
    ]


def has_avx2():
    try:
        return " avx2 " in pathlib.Path("/proc/cpuinfo").read_text()
    except OSError:
        return False


def find_noise(rows, busy):
    """By what factor runs of the very same job differ, by case. One pair each: at least this."""
    key = "min_ms_per_frame" if busy else "ms_per_frame"
    noise = {}
    for again in (r for r in rows if r["group"] == "again" and r.get(key)):
        for row in rows:
            same = (row["engine"], row["case"], row["precision"]) == (
                again["engine"], again["case"], again["precision"])
            if row["group"] == "taut" and same and row.get(key):
                noise[row["case"]] = max(row[key] / again[key], again[key] / row[key])
    return noise


# Everything -------------------------------------------------------------------------------------

def check_sane(rows):
    """Engines of ours must hold together; what others do is their own affair."""
    wrong = []
    for row in rows:
        if row["group"] not in ("taut", "again", "threads", "plain"):
            continue
        stretch = row.get("worst_stretch")
        if row["failure"]:
            wrong.append(f"{row['engine']}, {row['case']}: {row['failure']}")
        elif stretch is None or not 0.0 <= stretch < SANE:
            wrong.append(f"{row['engine']}, {row['case']}: stretch {stretch}")
    return wrong + check_hashes(rows)


def check_hashes(rows):
    """Backends and threads give the same bits, or else the figures compare different things."""
    first = {}
    wrong = []
    for row in rows:
        if "hash" in row:
            same = first.setdefault((row["case"], row["tethers"] > 0, row["precision"]), row)
            if same["hash"] != row["hash"]:
                wrong.append(f"{row['case']}: {row['engine']} with {row['threads']} threads gives "
                             f"another hash than {same['engine']} with {same['threads']}")
    return wrong


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a short run without other engines")
    parser.add_argument("--no-peers", action="store_true", help="leave other engines out")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--redraw", action="store_true",
                        help="tables and plots of the last run again, without running anything")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--out", type=pathlib.Path,
                        help="default bench/results; with --quick that of the build folder")
    options = parser.parse_args()
    options.build = options.build.resolve()
    options.out = options.out or (options.build if options.quick else ROOT) / "bench" / "results"
    options.rounds = 1 if options.quick else max(1, options.rounds)
    options.frames_of = QUICK if options.quick else FRAMES
    options.avx2 = has_avx2()
    options.load = os.getloadavg()
    return options


def gather(options):
    options.backends = find_backends(options)
    options.threads = has_threads(options)
    jobs = taut_jobs(options) + plain_jobs(options)
    if not options.quick and not options.no_peers:
        jobs += bullet_jobs(options) + node_jobs(options)
    jobs += again_jobs(options)
    run_rounds(jobs, options.rounds)
    rows = [job.row() for job in jobs]
    busy = max(*options.load[:2], os.getloadavg()[0] - 1) > 0.75 * os.cpu_count()
    kinds = [run_lines([options.build / "bench" / "bench-kinds", "--json",
                        "2" if options.quick else "20"])
             for _ in range(options.rounds)]
    return {
        "rows": rows,
        "busy": busy,
        "noise": find_noise(rows, busy),
        "kinds": [{**row, "ns": min(k[i]["ns"] for k in kinds)}
                  for i, row in enumerate(kinds[0])],
        "copy": [] if options.quick else run_lines([options.build / "bench" / "bench-copy"]),
        "counts": [] if options.quick else count_instructions(options),
        "machine": describe_machine(options),
        "rounds": options.rounds,
        "quick": options.quick,
        "threads": options.threads,
        "best": options.backends[0],
    }


def run_all(options):
    started = datetime.datetime.now()
    data = gather(options)
    seconds = (datetime.datetime.now() - started).total_seconds()
    data["machine"] += [
        ("load average after", " ".join(f"{load:.2f}" for load in os.getloadavg())),
        ("the same job twice differs by",
         ", ".join(f"{case} {100 * (noise - 1):.0f} %" for case, noise in data["noise"].items())),
        ("the run took", f"{seconds:.0f} s, rounds: {options.rounds}")]
    return data


def use_python_that_draws():
    """Another python may come first on the path than the one Debian installs matplotlib for."""
    other = "/usr/bin/python3"
    if plots.pyplot is None and os.path.exists(other) and "TAUT_BENCH_PYTHON" not in os.environ:
        if subprocess.run([other, "-c", "import matplotlib"], capture_output=True,
                          check=False).returncode == 0:
            os.environ["TAUT_BENCH_PYTHON"] = other  # once is enough
            os.execv(other, [other, *sys.argv])


def main():
    options = read_options()
    if not (options.build / "bench" / "bench-kinds").exists():
        print(f"bench: nothing is built in {options.build}: run make first", file=sys.stderr)
        return 77 if options.quick else 1
    if not options.quick:
        use_python_that_draws()
    last = options.build / "bench" / "last.json"
    data = json.loads(last.read_text()) if options.redraw else run_all(options)
    if not options.quick:
        last.write_text(json.dumps(data))
    options.out.mkdir(parents=True, exist_ok=True)
    drawn = [] if options.quick else plots.draw_all(data, options.out)
    report.write_csv(data, options.out / "bench.csv")
    text = report.markdown(data, drawn)
    (options.out / "bench.md").write_text(text)
    print(text)
    wrong = check_sane(data["rows"])
    for line in wrong:
        print(f"bench: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
