"""Snapshots: states kept along the way, so that no reader has to begin at the beginning. A cache, never the truth."""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec

from domain.core import EVOLVE
from domain.gamelog.lineage import Line, Span
from domain.gamelog.store import Store
from domain.kernel import System


def keep(store: Store, line: Line, number: int, state: Any) -> int:
    """How many bytes it takes."""
    span = next(span for span in line.spans if span.last is None or number <= span.last)
    try:
        held = msgspec.msgpack.encode(state)
    except OverflowError:
        return 0  # a sum too great for the stored form: there is then no snapshot, only replay
    store.put_snapshot(_stream(span, line.system), number, held)
    return len(held)


def newest(store: Store, line: Line, upto: int | None) -> tuple[int, Any] | None:
    """The newest snapshot not after `upto`, of the line or of those it came from."""
    for span in reversed(line.spans):
        found = store.last_snapshot(_stream(span, line.system), span.upto(upto))
        if found:
            with suppress(msgspec.DecodeError, TypeError):  # a damaged snapshot is no loss: the entries are the truth
                return found[0], _decoder(line.system)(found[1])
    return None


def _stream(span: Span, system: System[Any]) -> str:
    return f"{span.stream}#{fingerprint(system)}"


@cache
def fingerprint(system: System[Any]) -> str:
    """Changes with the shape of the state and with the functions that fold it: an outdated snapshot is never read."""
    shape = msgspec.json.encode(msgspec.json.schema(system.state), order="sorted")
    functions = (*EVOLVE.values(), *system.evolve.values(), system.initial)
    code = b"".join(marshal.dumps(function.__code__, 2) for function in functions)
    return hashlib.sha256(system.edition.encode() + shape + code).hexdigest()[:12]


@cache
def _decoder(system: System[Any]) -> Callable[[bytes], Any]:
    return msgspec.msgpack.Decoder(system.state).decode
