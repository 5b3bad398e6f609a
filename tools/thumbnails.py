#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

"""Makes the small pictures in the gallery of the playground, one for each scene.

    python3 tools/thumbnails.py            every scene
    python3 tools/thumbnails.py flag rope  these alone

Draws with the command line (build/taut, or --taut), and makes WebP files of 240 x 150 pixels and at
most 6,000 bytes with `cwebp` (Debian: webp). Scenes are drawn after 100 frames, or when they show
best; a scene that is shorter, at its end.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / "web/playground/public/thumbnails"
WIDTH, HEIGHT = 240, 150
MOST_BYTES = 6000

# Frames at which a scene shows what it is about; 100 for all others.
FRAMES = {
    "chain-12": 45, "cloth-100": 100, "cloth-256": 110, "rope": 40, "grapple": 60,
    "grapple-swing": 190, "web-line": 60, "puzzle-2d": 130, "cables": 60, "balloon": 160,
    "tear-curtain": 200, "tear-flag": 260, "cut-ropes": 75, "cut-cloth": 75, "cut-jelly": 90,
    "jelly-stack": 60, "blob-2d": 70, "cloth-fold": 110, "tablecloth-drop": 70, "cape": 140,
    "ghost": 120, "rope-around-post": 60, "chain-curtain": 110, "truss-bridge": 200, "ragdoll": 50,
    "ragdoll-stairs": 70, "ragdoll-net": 60, "rope-1000": 30, "heavy-curtain": 180,
    "stiffness-meter": 100, "stiffness-vs-rate": 40, "substeps-vs-iterations": 40,
    "propagation": 10, "half-correction": 40, "damping-energy": 30, "springs-vs-constraints": 25,
    "explosions": 25,
}

# Small things in a wide picture: the part of its height that is shown, and where its middle is.
CLOSE_UPS = {
    "cape": (0.62, 0.6, 0.4), "weight-2d": (0.62, 0.5, 0.4), "chain-12": (0.85, 0.5, 0.5),
    "ragdoll-net": (0.75, 0.5, 0.42), "ragdoll-stairs": (0.85, 0.55, 0.5),
    "stiffness-meter": (0.9, 0.5, 0.5),
}


def crop_of(name):
    """x, y, width and height of the part that is shown, of 1280 x 720 pixels."""
    part, middle_x, middle_y = CLOSE_UPS.get(name, (1.0, 0.5, 0.5))
    height = round(720 * part)
    width = round(height * WIDTH / HEIGHT)
    x = min(max(round(1280 * middle_x - width / 2), 0), 1280 - width)
    y = min(max(round(720 * middle_y - height / 2), 0), 720 - height)
    return [str(v) for v in (x, y, width, height)]


def draw(taut, name, to):
    with tempfile.TemporaryDirectory() as folder:
        picture = f"{folder}/picture.png"
        run = [str(taut), "run", name, "--frames", str(FRAMES.get(name, 100)), "--json",
               "--picture", picture]
        done = subprocess.run(run, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 4):  # 4: it flew apart, which some are there to show
            sys.exit(f"thumbnails: {' '.join(run)}: {done.stderr.strip()}")
        for quality in range(80, 20, -5):
            subprocess.run(["cwebp", "-quiet", "-q", str(quality), "-m", "6", "-crop",
                            *crop_of(name), "-resize", str(WIDTH), str(HEIGHT), picture, "-o",
                            str(to)], check=True)
            if to.stat().st_size <= MOST_BYTES:
                return
        sys.exit(f"thumbnails: {name} stays above {MOST_BYTES} bytes")


def scene_names(taut):
    listed = subprocess.run([str(taut), "scenes"], capture_output=True, text=True, check=True)
    lines = listed.stdout.split("\n\n")[0].splitlines()
    return [line.split()[0] for line in lines if line.strip()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--taut", type=pathlib.Path, default=ROOT / "build/taut")
    parser.add_argument("scenes", nargs="*")
    options = parser.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    for name in options.scenes or scene_names(options.taut):
        draw(options.taut, name, OUT / f"{name}.webp")
        print(f"{name}: {(OUT / f'{name}.webp').stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main()
