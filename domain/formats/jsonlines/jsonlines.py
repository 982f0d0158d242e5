"""Our own file format: one JSON object a line, every entry with its hash, whole or as one side may see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from domain.games.games import Games
from domain.games.terms import find_scenario
from domain.kernel.core import check_side
from domain.kernel.errors import BadInput
from domain.kernel.facts import Fact, GameStarted, Newer
from domain.kernel.naming import check_sides
from domain.kernel.packs import Pack
from domain.kernel.system import Setup, System
from domain.log.entry import Sealed, codec_of
from domain.log.gamefile import (
    FORMAT,
    FileEnd,
    FileEntry,
    FileHead,
    FileLine,
    FileObject,
    FileSigned,
    GameFile,
    LineEnd,
    read_game,
)
from domain.log.gamelog import Line
from domain.log.links import UNREADABLE, FoundLine, read_body, stored_bytes
from domain.log.refs import MAIN, Ref
from domain.proof.verify import verify_file

__all__ = ["GameFile", "export_game", "import_game", "read_game"]


def export_game(games: Games, game: str, side: str | None = None) -> Iterator[str]:
    """Each line of the file. For a side, what it may not see is withheld: only a salted digest stays."""
    lines = [games.log.line(game, name) for name in games.log.lines(game)]
    started = lines[0].started
    if side is not None:
        check_side(started.sides, side)
    yield text_of(_head(lines, games.log.pack(started.pack), side))
    ends = []
    for line in lines:
        for entry in games.log.each_sealed(line, line.own.base):
            yield entry_text(entry, side)
        ends.append(LineEnd(line=line.name, entry=entry.number, hash=entry.hash.hex()))
    yield text_of(FileEnd(end=tuple(ends), signed=file_signatures(games, started.game) or msgspec.UNSET))


def file_signatures(games: Games, game: str) -> tuple[FileSigned, ...]:
    """What sides have signed, as a file shows it."""
    with games.log.store.beside() as beside:
        return tuple(FileSigned(**one._asdict()) for one in beside.signatures(game))


def _head(lines: list[Line], pack: Pack, side: str | None) -> FileHead:
    started = lines[0].started
    rows = (
        FileLine(line=line.name, parent=line.opened.parent if line.opened else None, at=line.own.base) for line in lines
    )
    return FileHead(
        refight=FORMAT, game=started.game, title=started.title, system=started.system, side=side,
        lines=tuple(rows), pack=Pack(name=pack.name, files=dict(sorted(pack.files.items()))),
    )  # fmt: skip


def entry_text(entry: Sealed, side: str | None) -> str:
    withheld = side is not None and entry.to is not None and side not in entry.to
    written = FileEntry(
        line=entry.line, entry=entry.number, order=entry.order_no, by=entry.by, at=entry.at, source=entry.source,
        to=entry.to, hash=entry.hash.hex(),
        fact=msgspec.UNSET if withheld else _fact_json(entry),
        salt=msgspec.UNSET if withheld or not entry.salt else entry.salt.hex(),
        digest=entry.digest.hex() if withheld else msgspec.UNSET,
    )  # fmt: skip
    return text_of(written)


def _fact_json(entry: Sealed) -> msgspec.Raw:
    try:
        return msgspec.Raw(msgspec.json.encode(read_body(entry.body or b"")))
    except UNREADABLE as error:
        raise BadInput(f"entry {entry.number} of {entry.line} cannot be read ({error}); run `refight verify`") from None


def text_of(row: FileObject) -> str:
    return msgspec.json.encode(row).decode()


class Whole(NamedTuple):
    """A file that may come into a log: whole, proved, and a story that can be told."""

    system: System[Any]
    started: GameStarted
    lines: Mapping[str, FoundLine]
    facts: Mapping[str, list[Fact]]


def checked(games: Games, file: GameFile) -> Whole:
    verify_file(file, systems=games.log.systems)
    if file.head.side is not None:
        raise BadInput(
            f"this file was made for {file.head.side}: it can be read and verified, but not played on. "
            "Ask for the whole game"
        )
    system = games.log.system(file.head.system)
    lines, _ = file.found_lines()
    facts = _facts(system, lines)
    started = facts[MAIN][0]
    assert isinstance(started, GameStarted), "the chain was checked"
    check_first(started)
    _check_story(system, Setup(started, file.head.pack), lines, facts)
    return Whole(system, started, lines, facts)


def import_game(games: Games, file: GameFile, name: str) -> Line:
    """Verified first, then kept exactly as it was: all of it or nothing."""
    system, _, lines, facts = checked(games, file)
    topics = codec_of(system).topics
    rows = {
        line.name: [
            (topics[type(fact)], stored_bytes(found.entry))
            for found, fact in zip(line.found, facts[line.name], strict=True)
            if found.entry is not None
        ]
        for line in lines.values()
    }
    games.log.restore(name, file.head.pack, rows)
    with games.log.store.beside() as beside:
        for one in file.end.signatures:
            beside.put_signature(file.head.game, one)
    return games.line(Ref(name))


def check_first(started: GameStarted) -> None:
    """As strict as where a game is started."""
    try:
        check_sides(started.sides)
    except BadInput as error:
        raise BadInput(f"entry 1 of {MAIN}: {error}") from None


def _facts(system: System[Any], lines: Mapping[str, FoundLine]) -> dict[str, list[Fact]]:
    """Every fact as the system knows it; one that it does not know stops the import."""
    codec = codec_of(system)
    facts: dict[str, list[Fact]] = {}
    for line in lines.values():
        facts[line.name] = []
        for number, entry, _, _ in line.found:
            assert entry is not None
            try:
                fact = codec.entry(line.name, number, stored_bytes(entry)).fact
            except UNREADABLE as error:
                raise _unknown(system, line.name, number, error) from None
            if isinstance(fact, Newer):
                raise _unknown(system, line.name, number, fact.kind)
            facts[line.name].append(fact)
    return facts


def _unknown(system: System[Any], line: str, number: int, what: object) -> BadInput:
    return BadInput(
        f"entry {number} of {line} holds a fact that {system.key} does not know ({what}); "
        "a newer refight may have written it"
    )


def _check_story(
    system: System[Any], setup: Setup, lines: Mapping[str, FoundLine], facts: Mapping[str, list[Fact]]
) -> None:
    """Replay every line: facts that do not follow from each other would break the board later."""
    system.sheets.check(setup.pack)
    find_scenario(system, setup.pack, setup.started.scenario)
    for line in lines.values():
        state = system.initial(setup)
        for number, fact in enumerate(_story(lines, facts, line.name), 1):
            try:
                system.book.folds[type(fact)](state, fact)
            except Exception as error:  # whatever it is, a fact of a game that was played does not cause it
                raise BadInput(
                    f"entry {number} of {line.name} ({type(fact).__name__}) does not follow from those before it "
                    f"({type(error).__name__}: {error})"
                ) from None


def _story(lines: Mapping[str, FoundLine], facts: Mapping[str, list[Fact]], name: str) -> list[Fact]:
    """All facts of a line from entry 1 on."""
    told, line = list(facts[name]), lines[name]
    while line.parent is not None:
        left, line = line.at, lines[line.parent]
        told[:0] = facts[line.name][: max(0, left - line.at)]
        if left <= line.at:  # it leaves its parent before the parent's own first entry
            line = FoundLine(line.name, line.parent, left, [])
    return told
