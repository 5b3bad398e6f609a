# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

"""Makes tables of what run.py gathered: bench.md for people, bench.csv for programs."""

import csv

COLUMNS = ["group", "engine", "version", "case", "threads", "precision", "particles", "links",
           "tethers", "projections_per_frame", "frames", "rounds", "ms_per_frame",
           "min_ms_per_frame", "ns", "min_ns", "worst_stretch", "end_stretch", "mean_stretch",
           "bytes", "rss", "open_ms", "hash", "note", "failure"]

TITLES = {
    "cloth-100": "Cloth of 100 x 100",
    "cloth-32": "Cloth of 32 x 32",
    "cloth-256": "Cloth of 256 x 256",
    "cloth-1024": "Cloth of 1024 x 1024",
    "cloths-32": "100 cloths of 32 x 32",
    "rope-1000": "Rope of 1,000 particles",
    "ropes-32": "1,000 ropes of 32",
}

# What the plain loop moves through the load and store units per projection: two indices, a rest
# length, two particles read (position, inverse mass) and written (position).
TEXTBOOK_BYTES = 2 * 4 + 4 + 2 * (16 + 12)


def write_csv(data, path):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        for row in data["rows"]:
            writer.writerow({k: f"{v:.6g}" if isinstance(v, float) else v for k, v in row.items()})
        for row in data["kinds"]:
            writer.writerow({"group": "kinds", "engine": f"Taut {row['backend']}",
                             "case": f"{row['row']} per {row['unit']}", "links": row["count"],
                             "ns": f"{row['ns']:.4f}"})
        for row in data["counts"]:
            if row["instructions"]:
                writer.writerow({"group": "instructions", "engine": row["engine"],
                                 "case": "cloth-100",
                                 "note": f"{row['instructions']:.2f} per projection"})
        for row in data["copy"]:
            writer.writerow({"group": "copy", "engine": "copy loop", "bytes": row["copy_bytes"],
                             "note": f"{row['gb_per_s']} GB/s"})


def table(head, rows, right=()):
    """Markdown, its columns padded so that it reads as plain text too."""
    cells = [head] + rows
    widths = [max(len(str(row[i])) for row in cells) for i in range(len(head))]

    def line(row):
        padded = [str(c).rjust(w) if i in right else str(c).ljust(w)
                  for i, (c, w) in enumerate(zip(row, widths))]
        return "| " + " | ".join(padded) + " |"

    rule = "|" + "|".join("-" * (w + 1) + (":" if i in right else "-")
                          for i, w in enumerate(widths)) + "|"
    return "\n".join([line(head), rule, *map(line, rows)]) + "\n"


def number(value, digits):
    return "-" if value is None else f"{value:,.{digits}f}"


def percent(value):
    if value is None:
        return "not finite"
    return f"{100 * value:,.2f}" if value < 10 else f"{100 * value:,.0f}"


def megabytes(row):
    if row.get("bytes"):
        return f"{row['bytes'] / 2**20:,.1f}"
    return f"({row['rss'] / 2**20:,.0f})" if row.get("rss") else "-"


def engine_name(row):
    name = row["engine"] or "?"
    if row["threads"] > 1:
        name += f", {row['threads']} threads"
    return name + (" (node)" if row["group"] == "node" else "")


def fair(data, row, what):
    """The figure to compare by: `ns` or `ms_per_frame`, or its least when the machine was busy."""
    return row.get(f"min_{what}" if data["busy"] else what)


def case_table(data, case):
    rows = [r for r in data["rows"] if r["case"] == case and r["group"] != "again"]
    key = "min_ms_per_frame" if data["busy"] else "ms_per_frame"
    rows.sort(key=lambda r: (r.get(key) is None, r.get(key) or 0.0))
    lines = []
    for r in rows:
        if r.get("ms_per_frame") is None:
            lines.append([engine_name(r), r["failure"] or "not run", *[""] * 8])
            continue
        lines.append([engine_name(r), number(r.get("ns"), 2), number(r.get("min_ns"), 2),
                      number(r["ms_per_frame"], 3), number(r["min_ms_per_frame"], 3),
                      percent(r["worst_stretch"]), percent(r["end_stretch"]),
                      percent(r["mean_stretch"]), megabytes(r), r["frames"]])
    return table(["engine", "ns/projection", "least", "ms/frame", "least", "worst stretch %",
                  "at the end %", "mean %", "MiB", "frames"], lines, range(1, 10))


def kinds_table(data):
    backends = list(dict.fromkeys(r["backend"] for r in data["kinds"]))
    names = list(dict.fromkeys((r["row"], r["unit"]) for r in data["kinds"]))
    found = {(r["row"], r["backend"]): r["ns"] for r in data["kinds"]}
    lines = []
    for name, unit in names:
        scalar = found.get((name, "scalar"))
        cells = [name, unit]
        for backend in backends:
            ns = found.get((name, backend))
            gain = f" ({scalar / ns:.1f}x)" if ns and scalar and backend != "scalar" else ""
            cells.append(number(ns, 2) + gain)
        lines.append(cells)
    return table(["", "ns per", *backends], lines, range(2, 2 + len(backends)))


def counts_part(data):
    if not data["counts"]:
        return "No valgrind, no counts.\n"
    lines = [[r["engine"], number(r["instructions"], 1), r.get("note", "")] for r in data["counts"]]
    text = table(["engine", "instructions per projection", ""], lines, [1])
    best = next((r for r in data["counts"] if r["engine"] == f"Taut {data['best']}"), None)
    best = best if best and best.get("functions") else next(
        (r for r in data["counts"] if r.get("functions")), None)
    if best:
        text += f"\nWhere the instructions of {best['engine']} go (functions as compiled):\n\n"
        text += table(["function", "share %"], [[f, number(s, 1)] for f, s in best["functions"]],
                      [1])
    return text


def bandwidth_part(data):
    if not data["copy"]:
        return ""
    text = table(["copied between arrays of, together", "GB/s"],
                 [[f"{r['copy_bytes'] // 1024:,} KiB", number(r["gb_per_s"], 1)]
                  for r in data["copy"]], [1])
    lines = []
    for case in ("cloth-100", "cloth-256", "cloth-1024"):
        for r in data["rows"]:
            wanted = r["group"] in ("taut", "plain") and r.get("ns") and r.get("bytes")
            if r["case"] != case or not wanted:
                continue
            ns = fair(data, r, "ns")
            held = r["bytes"] * 20 / r["projections_per_frame"]
            moved = TEXTBOOK_BYTES if r["group"] == "plain" else None
            lines.append([TITLES[case], engine_name(r), number(r["bytes"] / 2**20, 1),
                          number(held, 1), number(held / ns, 1),
                          "-" if moved is None else number(moved / ns, 1)])
    text += "\n" + table(["case", "engine", "MiB held", "bytes held per projection",
                          "GB/s if each is touched once a substep", "GB/s loaded and stored"],
                         lines, range(2, 6))
    return text


def threads_part(data):
    """Empty when nothing was run with several threads."""
    best = f"Taut {data['best']}"
    one = {r["case"]: fair(data, r, "ms_per_frame") for r in data["rows"]
           if r["engine"] == best and r["group"] == "taut"}
    lines = []
    for case in TITLES:
        cells = {r["threads"]: fair(data, r, "ms_per_frame") for r in data["rows"]
                 if r["case"] == case and r["group"] == "threads"}
        if cells and one.get(case):
            lines.append([TITLES[case], number(one[case], 3)] +
                         [thread_cell(data, case, one[case], cells.get(t)) for t in (2, 4)])
    head = ["ms/frame", "1 thread", "2 threads", "4 threads"]
    return table(head, lines, [1, 2, 3]) if lines else ""


def thread_cell(data, case, one, ms):
    """A time and how many times the speed of one thread, where that is more than noise."""
    if not ms:
        return "-"
    gain = one / ms
    most = data["noise"].get(case, 1.0)
    noise = 1.0 / most <= gain <= most
    return f"{number(ms, 3)} ({'noise' if noise else f'{gain:.2f}x'})"


def notes_part(data):
    seen = {}
    for r in data["rows"]:
        if r.get("version") or r.get("note"):
            seen[engine_name(r)] = [r.get("version") or "", r.get("note") or ""]
    return table(["engine", "version", "note"], [[k, *v] for k, v in seen.items()]) if seen else ""


def section(title, text):
    """A title and what is below it, or nothing when there is nothing below it."""
    return [f"## {title}\n", text] if text else []


def made_by(data):
    how = "`make bench`; [README.md](../README.md) says how to read it."
    if data.get("quick"):
        how = ("`bench/run.py --quick`: **a quick run**, of few cases and a few frames each. It "
               "shows\nthat everything runs; its times are rough. bench/README.md says how to read "
               "it.")
    return (f"Made by {how} Rigid links, 20\nsubsteps of one sweep, 60 Hz, one thread unless said. "
            "The median of rounds, and the least.\nStretch is that of structural links; memory in "
            "brackets is the whole process.\n")


def markdown(data, drawn):
    parts = ["# Results of one run\n",
             made_by(data),
             table(["", ""], [[a, b] for a, b in data["machine"]])]
    if data["busy"]:
        parts.append("**The machine was busy with other things.** Medians are too long: tables are "
                     "ordered by the\nleast, plots show the least.\n")
    parts += [f"![{title}]({name})\n" for name, title in drawn]
    for case, title in TITLES.items():
        rows = [r for r in data["rows"] if r["case"] == case]
        if rows:
            size = next((r for r in rows if r.get("links")), None)
            what = f" ({size['particles']:,} particles, {size['links']:,} links)" if size else ""
            parts += [f"## {title}{what}\n", case_table(data, case)]
    parts += section("Threads", threads_part(data))
    parts += ["## Kinds of constraints, and stages\n",
              "Nanoseconds, and how many times the speed of scalar.\n", kinds_table(data)]
    if data["counts"] or data["copy"]:
        parts += section("Instructions (100 x 100)", counts_part(data))
        parts += section("Memory", bandwidth_part(data))
    parts += section("Versions and settings", notes_part(data))
    return "\n".join(parts)
