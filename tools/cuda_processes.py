# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

"""Processes that end when their time is up, and NVIDIA's daemon that lets them share a device, for
tools/test_cuda.py."""

import os
import shutil
import signal
import subprocess
import tempfile
import time


class Ran:
    """What a process gave; `code` is None where it was ended because its time was up, and what it
    said is what it had said by then."""

    def __init__(self, code, out, err, seconds):
        self.code, self.out, self.err, self.seconds = code, out, err, seconds


def execute(command, seconds=None, daemon=None):
    """Runs a command, and ends it and all that it started when its time is up: what it has on the
    device first, if it shares that with others."""
    start = time.monotonic()
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, errors="replace",
                               start_new_session=True)
    try:
        out, err = process.communicate(timeout=seconds)
        code = process.returncode
    except subprocess.TimeoutExpired as late:
        out, err = ((said or b"").decode(errors="replace") for said in (late.stdout, late.stderr))
        code = None
        try:
            if daemon:
                daemon.let_go(process.pid)
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    return Ran(code, out, err, time.monotonic() - start)


def find_tool(name):
    """Of the CUDA toolkit, which need not be on the path."""
    return shutil.which(name) or shutil.which(name, path="/usr/local/cuda/bin")


class Daemon:
    """Lets processes use the device side by side, where NVIDIA's daemon for that can be started."""

    def __init__(self, wanted):
        self.tool = shutil.which("nvidia-cuda-mps-control") if wanted else None
        self.runs = False

    def __enter__(self):
        if self.tool is None:
            return self
        self.folder = tempfile.TemporaryDirectory()
        for name in ("CUDA_MPS_PIPE_DIRECTORY", "CUDA_MPS_LOG_DIRECTORY"):
            os.environ[name] = self.folder.name
        self.runs = subprocess.run([self.tool, "-d"], capture_output=True).returncode == 0
        if not self.runs:
            self.forget()
        return self

    def __exit__(self, *_):
        if self.runs:
            self.ask("quit")
            self.forget()

    def ask(self, line):
        """What it answers, by words; nothing if it does not."""
        try:
            return subprocess.run([self.tool], input=line + "\n", capture_output=True, text=True,
                                  timeout=10).stdout.split()
        except (OSError, subprocess.TimeoutExpired):
            return []

    def let_go(self, group):
        """Ends what processes of a group have on the device. Those that are killed in the midst of
        a kernel take the device from all others."""
        for server in self.ask("get_server_list") if self.runs else ():
            for client in self.ask("get_client_list %s" % server):
                try:
                    if os.getpgid(int(client)) == group:
                        self.ask("terminate_client %s %s" % (server, client))
                except (ValueError, ProcessLookupError):
                    pass

    def forget(self):
        for name in ("CUDA_MPS_PIPE_DIRECTORY", "CUDA_MPS_LOG_DIRECTORY"):
            del os.environ[name]
        self.folder.cleanup()
