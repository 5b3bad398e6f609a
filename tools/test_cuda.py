#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

"""Tests the CUDA backend on a machine with a GPU.

Every scene has to arrive at the bits of the CPU, and so have worlds with calls at random between
steps (tests/test_cuda_state.c); quick square roots and divisions have to be right
(tests/cuda_quick.cu, where nvcc is); memcheck and racecheck of compute-sanitizer go over a few
frames of the smaller ones, if it is installed.

    tools/test_cuda.py                     everything (make test-cuda)
    tools/test_cuda.py --program FILE      a taut-bits that is built already
    tools/test_cuda.py --frames N          of each scene, default 300
    tools/test_cuda.py --sanitizer-frames N  default 10; 0 leaves compute-sanitizer out

Builds into build-cuda/. Ends with a line `N passed, N failed`; exits 1 when something failed.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build-cuda"
MOST = 20000  # particles of a scene that compute-sanitizer goes over


def build():
    """Path of the program, or None when building failed."""
    configure = ["cmake", "-S", str(ROOT), "-B", str(BUILD), "-DTAUT_CUDA=ON", "-DTAUT_TESTS=ON",
                 "-DTAUT_BITS=ON", "-DCMAKE_BUILD_TYPE=Release"]
    make = ["cmake", "--build", str(BUILD), "--parallel", "--target", "taut-bits",
            "test-cuda-gpu"]
    for command in (configure, make):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.stderr.write(done.stdout[-4000:] + done.stderr[-4000:])
            return None
    return BUILD / "taut-bits"


def hashes(program, *options):
    """What taut-bits says of each scene, by name; None when it did not run to its end."""
    done = subprocess.run([str(program), *options], capture_output=True, text=True)
    if done.returncode != 0:
        sys.stderr.write(done.stdout[-1000:] + done.stderr[-1000:])
        return None
    lines = (line.split() for line in done.stdout.splitlines())
    return {words[0]: words for words in lines if len(words) == 4}


def compare(program, frames):
    """(passed, failed) over all scenes."""
    # Scenes of other sizes would be other scenes: both sides shrink alike, or not at all.
    options = ["--frames", str(frames), "--most", "100000"]
    cpu = hashes(program, "--backend", "auto", *options)
    gpu = hashes(program, "--backend", "cuda", *options)
    if not cpu or not gpu:
        print("taut-bits did not run on %s" % ("the CPU" if not cpu else "the GPU"))
        return 0, 1
    failed = 0
    for name, words in cpu.items():
        same = gpu.get(name) == words
        failed += not same
        if not same:
            print("%s: %s on the CPU, %s on the GPU" % (name, words, gpu.get(name)))
    print("%d scenes, %d frames at most: %d differ" % (len(cpu), frames, failed))
    return len(cpu) - failed, failed


def walk():
    """Whether calls between steps see what they do on a CPU. Not without a build of ours."""
    program = BUILD / "tests" / "test-cuda-gpu"
    done = subprocess.run([str(program)], capture_output=True, text=True)
    sys.stdout.write(done.stdout[-2000:] + done.stderr[-2000:])
    return done.returncode == 0


def check_quick():
    """Whether the quick square root and division are right; None without nvcc."""
    nvcc = shutil.which("nvcc")
    if nvcc is None:
        return None
    BUILD.mkdir(exist_ok=True)
    program = BUILD / "cuda_quick"
    command = [nvcc, "-std=c++20", "-O2", "-fmad=false", "-arch=native", "-DTAUT_STATIC",
               "-I%s" % (ROOT / "src"), "-I%s" % (ROOT / "include"), "-o", str(program),
               str(ROOT / "tests" / "cuda_quick.cu")]
    for words in (command, [str(program)]):
        done = subprocess.run(words, capture_output=True, text=True)
        sys.stdout.write(done.stdout[-2000:] + (done.stderr[-2000:] if done.returncode else ""))
        if done.returncode != 0:
            return False
    return True


def sanitize(program, tool, frames):
    """Whether compute-sanitizer has nothing to say."""
    command = ["compute-sanitizer", "--tool", tool, "--error-exitcode", "9", str(program),
               "--backend", "cuda", "--frames", str(frames), "--most", str(MOST)]
    done = subprocess.run(command, capture_output=True, text=True)
    print("%s: %s" % (tool, done.stdout.strip().splitlines()[-1] if done.stdout else "nothing"))
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", type=pathlib.Path)
    parser.add_argument("--frames", type=int, default=300)
    parser.add_argument("--sanitizer-frames", type=int, default=10)
    arguments = parser.parse_args()
    program = arguments.program or build()
    if program is None:
        print("0 passed, 1 failed")
        return 1
    passed, failed = compare(program.resolve(), arguments.frames)
    if arguments.program is None:
        good = walk()
        passed += good
        failed += not good
    quick = check_quick()
    passed += quick is True
    failed += quick is False
    if shutil.which("compute-sanitizer") is None or arguments.sanitizer_frames == 0:
        print("without compute-sanitizer")
    else:
        for tool in ("memcheck", "racecheck"):
            good = sanitize(program.resolve(), tool, arguments.sanitizer_frames)
            passed += good
            failed += not good
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
