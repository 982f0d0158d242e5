"""Snapshots: states kept along the way, so that no reader has to begin at the beginning. A cache, never the truth."""

from __future__ import annotations

import hashlib
import marshal
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

import msgspec

from domain.kernel.core import EVOLVE
from domain.kernel.system import System
from domain.log.lineage import Line, Span
from domain.log.shape import OURS, shape
from domain.log.store import Store

STATE, AUDIT = "#", "!"  # between the name of a stream and that of a set: what is kept of it
_Stamp = tuple[str, int, int, int]


def keep(store: Store, line: Line, number: int, state: Any) -> int:
    """How many bytes it takes."""
    span = next(span for span in line.spans if span.last is None or number <= span.last)
    try:
        held = msgspec.msgpack.encode(state)
    except OverflowError:
        return 0  # a sum too great for the stored form: there is then no snapshot, only replay
    mine = _stream(span, line.system)
    store.put_snapshot(mine, number, held)
    if mine not in store.tidied:  # what other rules left behind goes with the first that these keep
        store.tidied.add(mine)
        store.drop_sets(each.name for each in store.snapshot_sets(f"{span.stream}{STATE}") if each.name != mine)
    return len(held)


def newest(store: Store, line: Line, upto: int | None) -> tuple[int, Any] | None:
    """The newest snapshot not after `upto`, of the line or of those it came from."""
    for span in reversed(line.spans):
        found = store.last_snapshot(_stream(span, line.system), span.upto(upto))
        if found:
            with suppress(msgspec.DecodeError, TypeError):  # a damaged snapshot is no loss: the entries are the truth
                return found[0], decoder(line.system)(found[1])
    return None


def _stream(span: Span, system: System[Any]) -> str:
    return f"{span.stream}{STATE}{fingerprint(system)}"


def keep_audited(store: Store, line: Line, held: bytes) -> None:
    """Where an audit of a line came to; only the last is kept."""
    store.replace_snapshot(f"{line.own.stream}{AUDIT}", _terms(line) + held)


def audited(store: Store, line: Line) -> bytes | None:
    """What was kept by the same rules with the same pack."""
    _, held = store.last_snapshot(f"{line.own.stream}{AUDIT}", None) or (0, b"")
    terms = _terms(line) if held else b""
    return held.removeprefix(terms) if held.startswith(terms) and held else None


def line_in(kept: str) -> str:
    """The line in `LINE#set` or `LINE!set`; a name of a line holds neither mark."""
    return kept.replace(AUDIT, STATE).partition(STATE)[0]


def is_in_use(line: Line, kept: str) -> bool:
    """Whether any reader of a line still asks for a set of this name."""
    return kept in (_stream(line.own, line.system), f"{line.own.stream}{AUDIT}")


@cache
def fingerprint(system: System[Any]) -> str:
    """What decides a state: its shape, and all that the functions which fold it do, wherever they are installed.

    With any of it an outdated snapshot gets another name, and is never read.
    """
    functions = (*EVOLVE.values(), *(told.fold for told in system.book.told.values()), system.initial)
    code = b"".join(marshal.dumps(_bare(function.__code__), 2) for function in _reached(functions))
    return hashlib.sha256(system.edition.encode() + shape(system.state) + code).hexdigest()[:12]


def _reached(functions: Iterable[Any]) -> Iterator[FunctionType]:
    """The functions, and every function of ours that one of them names."""
    waiting, seen = list(functions), set[Any]()
    while waiting:
        found = waiting.pop()
        if not isinstance(found, FunctionType) or found in seen or found.__module__.split(".")[0] not in OURS:
            continue
        seen.add(found)
        yield found
        waiting += reversed(list(_named(found)))


def _named(function: FunctionType) -> Iterator[Any]:
    """What the names in its code stand for: things of its module, and of modules it knows by name."""
    names = [name for code in _codes(function.__code__) for name in code.co_names]
    known = [function.__globals__[name] for name in names if name in function.__globals__]
    for module in [value for value in known if isinstance(value, ModuleType)]:
        known += [getattr(module, name) for name in names if hasattr(module, name)]
    for value in known:
        yield from vars(value).values() if isinstance(value, type) else (value,)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _codes(part)


def _bare(code: CodeType) -> CodeType:
    """What a function does, not where it stands: the same rules in another folder fold the same."""
    return code.replace(
        co_filename="", co_firstlineno=1, co_linetable=b"", co_consts=tuple(_constant(part) for part in code.co_consts)
    )


def _constant(value: Any) -> Any:
    """A set has another order in every run."""
    if isinstance(value, CodeType):
        return _bare(value)
    return tuple(sorted(map(repr, value))) if isinstance(value, frozenset) else value


@cache
def decoder(system: System[Any]) -> Callable[[bytes], Any]:
    return msgspec.msgpack.Decoder(system.state).decode


def _terms(line: Line) -> bytes:
    """What decides an audit: all of the rules and of what they stand on, our corrections of them, and the pack."""
    corrections = repr(line.system.book.corrections)
    return hashlib.sha256(f"{_sources(line.system)} {corrections} {line.started.pack}".encode()).digest()


@cache
def _sources(system: System[Any]) -> str:
    """Hash of how the files of the rules and of the domain lie on the disk, or the one file or archive they are in.

    Sizes and times stand for the texts, which take longer to read than many a game to audit. The same rules installed
    anew so void an earlier audit: the next one begins at the beginning, and that is all.
    """
    from pathlib import Path  # late: only an audit asks

    stamps: list[_Stamp] = []
    for name in ("domain", ".".join(system.state.__module__.split(".")[:2])):
        module = sys.modules[name]
        place = Path(str(module.__file__))
        if hasattr(module, "__path__") and place.exists():
            stamps += sorted(_stamps(str(place.parent)))
        else:
            stamps.append(_stamp(name, next(at for at in (place, *place.parents) if at.exists()).stat()))
    return hashlib.sha256(repr(stamps).encode()).hexdigest()


def _stamps(folder: str, under: str = "") -> Iterator[_Stamp]:
    for found in os.scandir(folder):
        name = f"{under}/{found.name}"
        if found.is_dir():
            yield from _stamps(found.path, name)
        elif name.endswith((".py", "rulings.toml")):
            yield _stamp(name, found.stat())


def _stamp(name: str, found: os.stat_result) -> _Stamp:
    """The time of its last change too: that of its writing can be set by anyone."""
    return name, found.st_size, found.st_mtime_ns, found.st_ctime_ns
