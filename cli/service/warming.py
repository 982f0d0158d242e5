"""What is worked out about our Structs when they are first read, worked out before two threads can do so at once.

The library keeps it with the class and does not expect a second thread meanwhile: a process in which two orders of a
system came first at the same moment broke down.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec

from domain.kernel.copying import copier
from domain.kernel.system import System
from domain.log.entry import codec_of
from domain.log.snapshots import decoder

_lock = threading.Lock()
_known: set[type[Any]] = set()
_systems: set[str] = set()


def warm(system: System[Any] | None = None) -> None:
    """A system, whose modules are loaded now; without one, what every game needs."""
    key = system.key if system is not None else ""
    if key in _systems:
        return
    with _lock:
        for kind in list(_kinds(msgspec.Struct)):
            if kind not in _known:
                _known.add(kind)
                with suppress(TypeError, NameError):  # one that is read only as a part of others
                    msgspec.msgpack.Decoder(kind)
        codec_of(system)
        if system is not None:
            decoder(system)
            copier(system)
        _systems.add(key)


def _kinds(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from _kinds(one)
