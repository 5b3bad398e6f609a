#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

"""Draws bench/results/self.csv (from bench-self) as bench/results/self.svg: how the cost of
contacts grows with the number of particles. Prints what a fit says of the growth. Needs nothing but
Python."""

import csv
import math
import pathlib

RESULTS = pathlib.Path(__file__).resolve().parent / "results"
COLOURS = {"loose": "#b23a48", "layers": "#2f6f8f"}
SUBSTEPS = 20  # as in self.c
LEFT, TOP, WIDTH, HEIGHT = 70, 50, 520, 320
X_RANGE, Y_RANGE = (1e3, 1e5), (0.3, 300.0)  # particles, ms


def at(particles, ms):
    def part(value, low_high):
        low, high = low_high
        return (math.log(value) - math.log(low)) / (math.log(high) - math.log(low))
    return LEFT + WIDTH * part(particles, X_RANGE), TOP + HEIGHT * (1 - part(ms, Y_RANGE))


def text(x, y, words, anchor="middle", colour="#333333", size=12):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}" '
            f'font-size="{size}">{words}</text>')


def line(points, colour, dashes="", width=2.0):
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return (f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}" '
            f'stroke-dasharray="{dashes}"/>')


def axes():
    out = []
    for n in (1e3, 1e4, 1e5):
        out.append(line([at(n, Y_RANGE[0]), at(n, Y_RANGE[1])], "#e4e4e4", width=1))
        out.append(text(at(n, Y_RANGE[0])[0], TOP + HEIGHT + 18, f"{int(n):,}"))
    for ms in (1, 10, 100):
        out.append(line([at(X_RANGE[0], ms), at(X_RANGE[1], ms)], "#e4e4e4", width=1))
        out.append(text(LEFT - 8, at(X_RANGE[0], ms)[1] + 4, f"{ms}", "end"))
    out.append(text(LEFT + WIDTH / 2, TOP + HEIGHT + 38, "particles"))
    out.append(text(LEFT - 50, TOP - 12, "ms per step of 20 substeps that contacts add", "start"))
    return out


def fit(case, rows):
    """Least squares in logarithms: the power of n, and the constant of c n log2 n."""
    points = [(int(r["particles"]), float(r["ms_with"]) - float(r["ms_without"]))
              for r in rows if r["case"] == case]
    x = [math.log(n) for n, _ in points]
    y = [math.log(ms) for _, ms in points]
    x_mean, y_mean = sum(x) / len(x), sum(y) / len(y)
    power = (sum((a - x_mean) * (b - y_mean) for a, b in zip(x, y)) /
             sum((a - x_mean) ** 2 for a in x))
    units = [1e6 * ms / SUBSTEPS / (n * math.log2(n)) for n, ms in points]
    unit = math.exp(sum(math.log(u) for u in units) / len(units))
    print(f"{case}: grows with n^{power:.2f}; {unit:.1f} ns n log2 n per substep within a factor of "
          f"{min(units) / unit:.2f} to {max(units) / unit:.2f}")


def main():
    rows = list(csv.DictReader((RESULTS / "self.csv").open()))
    out = axes()
    first = rows[0]
    unit = (float(first["ms_with"]) - float(first["ms_without"])) / (1e3 * math.log(1e3))
    guide = [at(n, unit * n * math.log(n)) for n in (1e3, 1e4, 1e5)]
    out.append(line(guide, "#999999", "4 4", 1.2))
    out.append(text(guide[1][0] - 8, guide[1][1] - 8, "n log n", "end", "#777777"))
    for k, (case, colour) in enumerate(COLOURS.items()):
        fit(case, rows)
        mine = [r for r in rows if r["case"] == case]
        points = [at(int(r["particles"]), float(r["ms_with"]) - float(r["ms_without"]))
                  for r in mine]
        out.append(line(points, colour))
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in points]
        out.append(text(LEFT + 16, TOP + 18 + 18 * k, case, "start", colour, 13))
    body = "\n".join(out)
    (RESULTS / "self.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 30}" '
        f'height="{TOP + HEIGHT + 55}" font-family="sans-serif">\n'
        f'<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n')


if __name__ == "__main__":
    main()
