# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

"""Draws what run.py gathered, as SVG. Without matplotlib there are no plots."""

try:
    import matplotlib
    matplotlib.use("svg")
    from matplotlib import pyplot, ticker
except ImportError:
    pyplot = None

GROUP_COLOURS = {"taut": "#b23a48", "plain": "#5b6770", "native": "#2f6f8f", "node": "#7aa6bd"}
SHADES = ["#e0a4ab", "#b23a48", "#7d1f2c", "#3d0d14", "#d77a61"]
CLOTHS = ["cloth-32", "cloth-100", "cloth-256", "cloth-1024"]


def style():
    pyplot.rcParams.update({
        "font.family": "sans-serif", "font.size": 10, "svg.fonttype": "none",
        "svg.hashsalt": "taut", "axes.spines.top": False, "axes.spines.right": False,
        "axes.edgecolor": "#888888", "axes.titlesize": 12, "axes.titleweight": "bold",
        "axes.titlelocation": "left", "axes.grid": True, "grid.color": "#e4e4e4",
        "axes.axisbelow": True, "legend.frameon": False, "figure.facecolor": "white"})


def save(figure, folder, name):
    figure.savefig(folder / name, bbox_inches="tight", metadata={"Date": None, "Creator": None})
    pyplot.close(figure)


def label_of(row):
    name = row["engine"]
    return f"{name} (node)" if row["group"] == "node" else name


def is_ours(row):
    return row["engine"].startswith("Taut")


def kind_of(row):
    """Which of GROUP_COLOURS a row belongs to."""
    if is_ours(row):
        return "taut"
    return "plain" if row["engine"].startswith("textbook") else row["group"]


def colour_of(row):
    return GROUP_COLOURS[kind_of(row)]


def times(data, row):
    """(ms per frame, ns per projection): medians, or the least of a machine that was busy."""
    kind = "min_" if data["busy"] else ""
    return row.get(f"{kind}ms_per_frame"), row.get(f"{kind}ns")


def what_time(data):
    return "least of all frames: busy machine" if data["busy"] else "median"


def single(data, case):
    """Rows of a case on one thread that have a time, with it as `ms` and `time`."""
    rows = []
    for r in data["rows"]:
        fits = r["case"] == case and r["threads"] == 1 and r["group"] in GROUP_COLOURS
        if fits and r.get("ms_per_frame"):
            ms, ns = times(data, r)
            rows.append({**r, "ms": ms, "time": ns})
    return rows


def draw_peers(data, folder):
    rows = sorted((r for r in single(data, "cloth-100") if r["time"]), key=lambda r: -r["time"])
    figure, axes = pyplot.subplots(figsize=(8.4, 0.32 * len(rows) + 1.2))
    bars = axes.barh([label_of(r) for r in rows], [r["time"] for r in rows],
                     color=[colour_of(r) for r in rows], height=0.7)
    axes.bar_label(bars, [f"{r['time']:.1f}" for r in rows], padding=4, fontsize=9)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel(f"nanoseconds per projection, whole step ({what_time(data)})")
    axes.set_title("Cloth of 100 x 100, one thread")
    names = {"taut": "Taut", "plain": "plain loops", "native": "other engines, native",
             "node": "other engines, node"}
    used = {kind_of(r) for r in rows}
    handles = [pyplot.Rectangle((0, 0), 1, 1, color=GROUP_COLOURS[g]) for g in names if g in used]
    axes.legend(handles, [names[g] for g in names if g in used], loc="upper right")
    axes.margins(x=0.1, y=0.02)
    save(figure, folder, "peers.svg")
    return "peers.svg", "Time per projection of every engine on a cloth of 100 x 100"


def line_styles(names):
    shade = iter(SHADES * 3)
    grey = iter(["#2f6f8f", "#5b6770", "#9aa5ad", "#7aa6bd"] * 3)
    return {n: (next(shade) if n.startswith("Taut") else next(grey)) for n in names}


def draw_sizes(data, folder):
    lines = {}
    for case in CLOTHS:
        for r in single(data, case):
            plain = "tethers" not in r["engine"] and r["precision"] == "auto"
            if r["group"] != "node" and r["time"] and plain:
                lines.setdefault(r["engine"], []).append((r["links"], r["time"]))
    colours = line_styles(lines)
    figure, axes = pyplot.subplots(figsize=(8.4, 4.6))
    for name, points in lines.items():
        axes.plot(*zip(*points), marker="o", markersize=5, color=colours[name], label=name,
                  linestyle="-" if name.startswith("Taut") else "--")
    axes.set_xscale("log")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("links of the cloth")
    axes.set_ylabel(f"ns per projection ({what_time(data)})")
    axes.set_title("Against size, one thread")
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    save(figure, folder, "sizes.svg")
    return "sizes.svg", "Time per projection against the size of the cloth"


def draw_threads(data, folder):
    lines = {}
    best = f"Taut {data['best']}"
    for r in data["rows"]:
        ours = r["engine"] == best and r["group"] in ("taut", "threads")
        if ours and r["precision"] == "auto" and r.get("ms_per_frame"):
            lines.setdefault(r["case"], {})[r["threads"]] = times(data, r)[0]
    lines = {case: found for case, found in lines.items() if len(found) > 1 and 1 in found}
    if not lines:
        return None
    figure, axes = pyplot.subplots(figsize=(7.2, 4.2))
    for (case, found), colour in zip(lines.items(), pyplot.get_cmap("tab10").colors):
        counts = sorted(found)
        axes.plot(counts, [found[1] / found[t] for t in counts], marker="o", color=colour,
                  label=case)
    most = max(max(found) for found in lines.values())
    axes.plot([1, most], [1, most], color="#bbbbbb", linestyle=":", label="in proportion")
    noise = max(data["noise"].values(), default=1.0)
    axes.axhspan(1.0 / noise, noise, color="#eeeeee", zorder=0, label="noise: the same job twice")
    axes.set_xticks(sorted({t for found in lines.values() for t in found}))
    axes.set_xlabel("threads")
    axes.set_ylabel("speed over one thread")
    axes.set_ylim(bottom=0)
    axes.set_title(f"Threads ({best})")
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    save(figure, folder, "threads.svg")
    return "threads.svg", "Speed against the number of threads"


def draw_kinds(data, folder):
    rows = [r for r in data["kinds"] if r["unit"] == "projection"]
    backends = list(dict.fromkeys(r["backend"] for r in rows))
    kinds = list(dict.fromkeys(r["row"] for r in rows))
    found = {(r["row"], r["backend"]): r["ns"] for r in rows}
    width = 0.8 / len(backends)
    figure, axes = pyplot.subplots(figsize=(8.4, 4.0))
    for k, backend in enumerate(backends):
        at = [i + (k - 0.5 * (len(backends) - 1)) * width for i in range(len(kinds))]
        bars = axes.bar(at, [found.get((kind, backend), 0.0) for kind in kinds], 0.92 * width,
                        color=SHADES[k % len(SHADES)], label=backend)
        axes.bar_label(bars, fmt="%.0f" if len(backends) > 3 else "%.1f", fontsize=7, padding=2)
    axes.set_xticks(range(len(kinds)), kinds)
    axes.grid(axis="x", visible=False)
    axes.set_ylabel("ns per projection")
    axes.set_title("Kinds of constraints, by backend")
    axes.legend()
    save(figure, folder, "kinds.svg")
    return "kinds.svg", "Time per projection of each kind of constraint on each backend"


def draw_stretch(data, folder):
    rows = [r for r in single(data, "cloth-100") if r.get("worst_stretch") and r["frames"] >= 60]
    if not rows:
        return None
    rows.sort(key=lambda r: (r["worst_stretch"], -r["ms"]))
    figure, axes = pyplot.subplots(figsize=(7.0, 0.27 * len(rows) + 1.4))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.margins(x=0.12, y=0.1)
    axes.scatter([r["ms"] for r in rows], [100 * r["worst_stretch"] for r in rows], s=46,
                 color=[colour_of(r) for r in rows], edgecolor="white", linewidth=0.6, zorder=3)
    for i, r in enumerate(rows):  # names in a column beside the plot, in the order of the dots
        axes.annotate(label_of(r), (r["ms"], 100 * r["worst_stretch"]), fontsize=8.5, va="center",
                      xytext=(1.05, (i + 0.5) / len(rows)), textcoords="axes fraction",
                      color=colour_of(r), annotation_clip=False,
                      arrowprops={"arrowstyle": "-", "color": "#c8c8c8", "linewidth": 0.6,
                                  "relpos": (0.0, 0.5), "shrinkA": 1, "shrinkB": 4})
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(ticker.LogLocator(subs=(1.0, 2.0, 5.0)))
        axis.set_major_formatter(ticker.FuncFormatter(lambda v, _: f"{v:g}"))
        axis.set_minor_locator(ticker.NullLocator())
    axes.set_xlabel(f"milliseconds per frame ({what_time(data)})")
    axes.set_ylabel("worst structural stretch, %")
    axes.set_title("What a frame costs and how rigid it is (100 x 100)")
    save(figure, folder, "stretch.svg")
    return "stretch.svg", "Worst stretch against time per frame on a cloth of 100 x 100"


def draw_all(data, folder):
    """Writes the plots; [(file name, title)]."""
    if pyplot is None:
        return []
    style()
    drawn = [draw(data, folder) for draw in (draw_peers, draw_stretch, draw_sizes, draw_threads,
                                             draw_kinds)]
    return [d for d in drawn if d]
