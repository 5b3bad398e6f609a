#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

"""What a function of the kernels waits for, read off its machine code.

Registers that are put away and fetched again, `ptxas -v` tells of; not that a load was moved to
where it is needed, behind a wait for another. That is to be seen here, without NVIDIA's
disassembler, for devices whose instructions have 16 bytes (sm_70 and later).

    nvcc FLAGS -arch=sm_90 -cubin -DTAUT_CUDA_ONLY_BODIES -o bodies.cubin src/cuda/kernels.cu
    tools/cuda_waits.py bodies.cubin                         its functions, with their bytes
    tools/cuda_waits.py bodies.cubin take_crowd.*find_others what this one reads, writes, waits for
    tools/cuda_waits.py bodies.cubin find_others --all       every instruction

FLAGS are those of cmake/cuda.cmake but -fatbin and -gencode. A row is the number of an instruction,
what it does, three registers (255 is none): of most the one that is written and two that are read;
of loads and stores the address is the second, and what is stored the third; the cycles until the
next instruction may follow, the barrier that is taken down when it has written (`sets`) or has
read (`reads`), and the barriers it waits for. A load `sets 5`, and whoever `waits 5` waits for all
loads that set it. A kernel has its functions in it: their bytes count in its own.
"""

import argparse
import re
import struct
import sys

# The lowest twelve bits of an instruction: not all there are, and others are shown as numbers.
NAMES = {
    0x980: "LD", 0x981: "LDG", 0x983: "LDL", 0x984: "LDS", 0xFAE: "LDGSTS", 0xB82: "LDC",
    0x985: "ST", 0x986: "STG", 0x387: "STL", 0x987: "STL", 0x388: "STS", 0x988: "STS",
    0x98E: "RED", 0x3A8: "ATOM", 0x98C: "ATOMS", 0x98F: "CCTL", 0x992: "MEMBAR",
    0x308: "MUFU", 0x947: "BRA", 0x945: "BSSY", 0x941: "BSYNC", 0x942: "BREAK", 0x944: "CALL",
    0x950: "RET", 0x94D: "EXIT", 0xB1D: "BAR", 0x948: "WARPSYNC", 0x348: "WARPSYNC",
    0x806: "VOTE", 0x389: "SHFL", 0x91A: "DEPBAR", 0x9AF: "LDGDEPBAR",
}
SIZES = {0: ".8", 1: ".s8", 2: ".16", 3: ".s16", 4: "", 5: ".64", 6: ".128"}
TOLD = set(NAMES.values())
SIZED = {"LD", "LDG", "ST", "STG", "LDL", "STL"}


class Cubin:
    """Of an ELF file, the functions: their names, and where their instructions are."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        if self.bytes[:5] != b"\x7fELF\x02":
            raise ValueError(f"{path} is no cubin")
        table, = struct.unpack_from("<Q", self.bytes, 40)
        size, count = struct.unpack_from("<HH", self.bytes, 58)
        sections = [struct.unpack_from("<IIQQQQIIQQ", self.bytes, table + size * i)
                    for i in range(count)]
        self.functions = {}
        for _, kind, _, _, at, length, names, *_ in sections:
            if kind == 2:  # symbols
                self.read_symbols(sections, at, length, sections[names][4])

    def read_symbols(self, sections, at, length, names):
        for entry in range(at, at + length, 24):
            name, info, _, section, value, size = struct.unpack_from("<IBBHQQ", self.bytes, entry)
            if info & 15 == 2 and 0 < section < len(sections):  # a function
                end = self.bytes.index(b"\0", names + name)
                text = self.bytes[names + name:end].decode()
                first = sections[section][4] + value - sections[section][3]
                self.functions[text] = (first, size)


def row_of(number, low, high):
    name = NAMES.get(low & 0xFFF, hex(low & 0xFFF))
    told = name in TOLD
    name += SIZES.get(high >> 9 & 7, "") if name in SIZED else ""
    guard = low >> 12 & 15
    registers = " ".join(f"R{r:<3}" for r in (low >> 16 & 255, low >> 24 & 255, low >> 32 & 255))
    sets, reads, waits = high >> 46 & 7, high >> 49 & 7, high >> 52 & 63
    notes = [f"sets {sets}"] * (sets != 7) + [f"reads {reads}"] * (reads != 7)
    notes += ["waits " + " ".join(str(k) for k in range(6) if waits >> k & 1)] * (waits != 0)
    head = f"{number:6} {'' if guard == 7 else '@':1}{name:10} {registers}"
    return told or waits != 0, f"{head} {high >> 41 & 15:3}  {', '.join(notes)}".rstrip()


def show(cubin, name, whole):
    first, size = cubin.functions[name]
    print(f"{name}: {size // 16} instructions")
    for number in range(size // 16):
        low, high = struct.unpack_from("<QQ", cubin.bytes, first + 16 * number)
        told, row = row_of(number, low, high)
        if told or whole:
            print(row)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("cubin")
    parser.add_argument("function", nargs="?", help="an expression that its name has")
    parser.add_argument("--all", action="store_true", help="every instruction")
    asked = parser.parse_args()
    try:
        cubin = Cubin(asked.cubin)
        found = [n for n in cubin.functions if asked.function and re.search(asked.function, n)]
    except (OSError, ValueError, struct.error, re.error) as error:
        sys.exit(f"cuda_waits: {error}")
    if not asked.function:
        for name, (_, size) in sorted(cubin.functions.items()):
            print(f"{size:8} {name}")
    elif not found:
        sys.exit(f"cuda_waits: no function has `{asked.function}` in its name")
    for name in found:
        show(cubin, name, asked.all)


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:  # of a reader that has seen enough
        sys.stderr.close()
