#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

"""Whether tools/cuda_waits.py reads machine code right: a kernel whose sum waits for both its
loads, as nvcc makes it. Exit code 77 where there is no nvcc that makes code for sm_90."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "cuda_waits.py"

KERNEL = """
extern "C" __global__ void add_two(const float* a, const float4* b, float* to)
{
    float4 four = b[threadIdx.x];
    to[threadIdx.x] = a[threadIdx.x] + four.x * four.y * four.z * four.w;
}
"""


def run(*words):
    done = subprocess.run([sys.executable, TOOL, *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def main():
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/local/cuda/bin"])
    nvcc = shutil.which("nvcc", path=path)
    if nvcc is None:
        print("no nvcc")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        source, cubin = pathlib.Path(folder, "add.cu"), str(pathlib.Path(folder, "add.cubin"))
        source.write_text(KERNEL)
        made = subprocess.run([nvcc, "-arch=sm_90", "-cubin", "-o", cubin, source])
        if made.returncode != 0:
            print("nvcc makes no code for sm_90")
            sys.exit(77)

        code, out, _ = run(cubin)
        assert code == 0 and re.fullmatch(r" +\d+ add_two\n", out), out

        code, out, _ = run(cubin, "add_t")
        rows = out.splitlines()
        assert code == 0 and re.fullmatch(r"add_two: \d+ instructions", rows[0]), out
        loads = {}
        for number, row in enumerate(rows):
            load = re.match(r" +\d+ +LDG?(\.128)? .*sets (\d)", row)
            if load:
                loads[load[1]] = (number, load[2])
        assert set(loads) == {None, ".128"}, out
        last = max(number for number, _ in loads.values())
        waited = set()
        for row in rows[last + 1:]:
            for wait in re.findall(r"waits ([0-9 ]+)", row):
                waited |= set(wait.split())
        assert {barrier for _, barrier in loads.values()} <= waited, out
        assert any(re.match(r" +\d+ +STG? ", row) for row in rows[last + 1:]), out

        code, whole, _ = run(cubin, "add_two", "--all")
        count = int(rows[0].split()[1])
        assert code == 0 and len(whole.splitlines()) == 1 + count > len(rows), whole

        code, out, err = run(cubin, "no_such")
        assert code == 1 and out == "" and "no function has `no_such`" in err, err
        code, _, err = run(str(source))
        assert code == 1 and "is no cubin" in err, err
        code, _, err = run(cubin, "(")
        assert code == 1 and err.startswith("cuda_waits: "), err
    print("ok")


if __name__ == "__main__":
    main()
