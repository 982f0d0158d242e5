"""Starts a command, waits for it and prints what it used: `usher.py CPU-SECONDS COMMAND…`.

A small program of its own, because the peak memory of a process is counted from before it becomes the command: one
started by a large bench would seem as large. Its output is thrown away; at its limit of CPU time it is stopped.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time

UNIT = 1 if sys.platform == "darwin" else 1024  # of ru_maxrss, in bytes


def main() -> None:
    limit, *command = sys.argv[1:]
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(limit), most))
    away = (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)
    start = time.perf_counter()
    child = os.posix_spawnp(command[0], command, os.environ, file_actions=[away])
    _, status, used = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(status)
    figures = {
        "cpu": used.ru_utime + used.ru_stime, "wall": time.perf_counter() - start,
        "peak": used.ru_maxrss * UNIT, "code": code, "stopped": code == -signal.SIGXCPU,
    }  # fmt: skip
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
