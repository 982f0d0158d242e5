"""Transcripts: a whole game as text that a person can read and type, and back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, groupby
from typing import Any

import msgspec

from domain.formats.transcript.faults import Faults
from domain.formats.transcript.luck import NewLuck, bound_to_others
from domain.formats.transcript.names import Meaning
from domain.formats.transcript.parts import MAX_LINE, PAIR_KEYS, Opening, meant, name_text, own_giver
from domain.formats.transcript.player import Missing, ScriptPlayer
from domain.formats.transcript.reader import read_script
from domain.formats.transcript.start import FindPack, pack_of, started_of
from domain.games.games import Games
from domain.games.terms import unknown_terms
from domain.kernel.chance import promised
from domain.kernel.core import check_known, unknown_in
from domain.kernel.errors import BadInput
from domain.kernel.facts import CardDrawn, Chosen, DiceRolled, GameStarted, LineOpened, OrderGiven
from domain.kernel.naming import UMPIRE, check_name
from domain.log.entry import Entry
from domain.log.gamelog import Line
from domain.log.refs import MAIN
from domain.words.orders import format_fact, format_fields, format_order
from domain.words.scan import json_text, word_or_quoted

TO_TEXT = "written as a transcript"  # from which everything is decided again
_BARE_REST = re.compile(r'[^\s"#]([^#]*[^\s#])?')


# Out


def export_transcript(games: Games, game: str) -> str:
    """The game with all its lines; importing it gives the same facts."""
    return "".join(f"{row}\n" for row in transcript_rows(games, game))


def transcript_rows(games: Games, game: str) -> Iterator[str]:
    """Row by row, as the log is read."""
    lines = [games.log.line(game, name) for name in games.log.lines(game)]
    check_known(unknown_terms(lines[0].system, lines[0].started), TO_TEXT)
    leaving: dict[str, dict[int, list[str]]] = {}
    for line in lines:
        if line.opened:
            leaving.setdefault(line.opened.parent, {}).setdefault(line.opened.at, []).append(line.name)
    empty = 0  # rows held back: none stands at the end
    for row in chain.from_iterable(_line_rows(games, line, leaving.get(line.name, {})) for line in lines):
        if len(row) > MAX_LINE:
            raise BadInput(f"{row[:40]}… is too long for a transcript; export JSON lines instead")
        if row:
            yield from [""] * empty
            yield row
        empty = 0 if row else empty + 1


def _line_rows(games: Games, line: Line, leaving: Mapping[int, list[str]]) -> Iterator[str]:
    entries = games.log.each_entry(line, line.own.base)
    first = next(entries)
    if line.opened:
        yield from ("", _opening(line, first))
    else:
        yield from (*_head(line, first, games.log.pack(line.started.pack).name), "")
    indent = "  " if line.opened else ""
    yield from (indent + row for row in _body(entries, first.order_no, leaving))


def _head(line: Line, first: Entry, pack: str) -> Iterator[str]:
    started = line.started
    _check_plain(first, 0)
    yield f"system: {_rest(started.system)}"
    yield f"scenario: {_rest(started.scenario)}"
    yield f"title: {_rest(started.title)}"
    yield f"pack: {word_or_quoted(pack)} {started.pack}"
    yield f"edition: {_rest(started.edition)}"
    yield f"sides: {_list(started.sides)}"
    if started.options:
        yield f"options: {', '.join(map(_option, started.options.items()))}"
    for key in PAIR_KEYS:
        if getattr(started, key):
            yield f"{key}: {_pairs(getattr(started, key))}"
    if started.corrections:
        yield f"corrections: {', '.join(map(str, started.corrections))}"
    yield f"game: {_rest(started.game)}"
    if first.by != UMPIRE:
        yield f"by: {_rest(first.by)}"
    if first.source:
        yield f"source: {_rest(first.source)}"


def _rest(text: str) -> str:
    return text if text.isprintable() and _BARE_REST.fullmatch(text) else json_text(text)


def _pairs(pairs: Mapping[str, Any]) -> str:
    return ", ".join(f"{word_or_quoted(key)}={_setting(value)}" for key, value in pairs.items())


def _setting(value: Chosen) -> str:
    """A text that would be read as a number or as yes or no stands in quotes."""
    if isinstance(value, str):
        return word_or_quoted(value) if meant(value) == value else json_text(value)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _option(chosen: tuple[str, Chosen]) -> str:
    name, value = chosen
    return word_or_quoted(name) if value is True else f"{word_or_quoted(name)}={word_or_quoted(str(value))}"


def _list(words: tuple[str, ...]) -> str:
    return ", ".join(map(word_or_quoted, words))


def _opening(line: Line, first: Entry) -> str:
    opened = line.opened
    assert opened is not None
    _check_plain(first, first.order_no)
    how = Opening(
        luck=opened.luck, luck_until=opened.luck_until, why=opened.why, consent=opened.consent,
        commitments=opened.commitments, by=first.by, source=first.source,
    )  # fmt: skip
    return f"line {line.name} from {opened.parent}:{opened.at} luck={opened.luck} {format_fields(how, skip=('luck',))}"


def _body(entries: Iterable[Entry], order_no: int, leaving: Mapping[int, list[str]]) -> Iterator[str]:
    """Each order with its dice, each other fact; lines that leave from here are named in a comment."""
    for number, grouped in groupby(entries, key=lambda entry: entry.order_no):
        group, order_no = list(grouped), order_no + 1
        check_known(unknown_in(entry.fact for entry in group), TO_TEXT)
        first = group[0]
        if number != order_no or any((entry.by, entry.source) != (first.by, first.source) for entry in group):
            raise BadInput(
                f"entry {first.number} of {first.line} is not numbered as orders are; export JSON lines instead"
            )
        order, *beneath = _order(group) if isinstance(first.fact, OrderGiven) else _facts(group)
        yield order + _comment(group, leaving)
        yield from beneath


def _comment(group: list[Entry], leaving: Mapping[int, list[str]]) -> str:
    here = [f"{name} leaves at entry {entry.number}" for entry in group for name in leaving.get(entry.number, ())]
    return f"  # {', '.join(here)}" if here else ""


def _order(group: list[Entry]) -> Iterator[str]:
    first = group[0]
    assert isinstance(first.fact, OrderGiven)
    if first.by != first.fact.by:
        raise BadInput(f"entry {first.number} of {first.line} was written by another than its giver; export JSON lines")
    yield f"{name_text(first.by)}{_source(first)}> {format_order(first.fact.order)}"
    for entry in group[1:]:
        if isinstance(entry.fact, DiceRolled | CardDrawn) and entry.fact.shares:
            said = "dice that all made together, and a transcript has no place for their shares"
            raise BadInput(f"entry {entry.number} of {entry.line} holds {said}; export JSON lines")
        if isinstance(entry.fact, DiceRolled):
            faces = "".join(f" {face}" for face in entry.fact.faces)
            yield f"  dice{faces}{_provenance(entry.fact, is_bare=not faces)}"
        elif isinstance(entry.fact, CardDrawn):
            yield f"  card {json_text(entry.fact.card)}{_provenance(entry.fact)}"


def _provenance(fact: DiceRolled | CardDrawn, is_bare: bool = False) -> str:
    number = f" @{fact.number}" if fact.number or fact.source == "fair" else ""
    return (f" {fact.source}" if fact.source != "entered" or is_bare else "") + number


def _facts(group: list[Entry]) -> Iterator[str]:
    first = group[0]
    for sign, entry in zip("*" + "+" * len(group), group, strict=False):
        is_named = sign == "*" and (entry.source or entry.by != own_giver(entry.fact))
        marks = [f"{name_text(first.by)}{_source(first)}"] if is_named else []
        if entry.to is not None:
            marks.append(f"to {','.join(map(name_text, entry.to)) or '-'}")
        yield f"{sign} {' '.join(marks)}{'> ' if marks else ''}{format_fact(entry.fact)}"


def _source(entry: Entry) -> str:
    return f" ({name_text(entry.source)})" if entry.source else ""


def _check_plain(first: Entry, order_no: int) -> None:
    if first.to is not None or first.order_no != order_no or not isinstance(first.fact, GameStarted | LineOpened):
        raise BadInput(f"{first.line} does not begin as a line must; `refight verify` says more")


# In


def import_transcript(
    games: Games,
    text: str,
    name: str,
    find_pack: FindPack,
    *,
    missing: Missing | None = None,
    roll_missing: bool = False,
) -> Line:
    """The whole game or nothing, with everything that is wrong told at once.

    Dice that are not written are an error, unless `missing` is asked for them or fair ones are rolled.
    """
    check_name("game", name)
    faults = Faults()
    script = read_script(games.log.systems, text, faults)
    if script is None:
        faults.check()
    assert script is not None, "a head that cannot be used is a fault"
    system = games.log.system(script.head["system"])
    pack = started = None
    with faults.noting(script.place("pack")):
        pack = pack_of(games.log, script, find_pack)
        started = started_of(script, system, pack, faults)
    if started is None:
        faults.check()
    assert started is not None, "so is a start that cannot be made"
    assert pack is not None, "it is found before"
    luck = NewLuck(started.game) if roll_missing else None
    if luck:
        for bound in bound_to_others(script):
            faults.add(bound)
        started = msgspec.structs.replace(started, commitments=promised(luck.commit(MAIN)))
    player = ScriptPlayer(script, Meaning(system, started, pack), faults, games.log.now(), luck or missing)
    rows = player.play(started, pack, script.head.get("by", UMPIRE), script.head.get("source", ""))
    faults.check()
    games.log.restore(name, pack, rows, luck.seeds if luck else None)
    return games.log.line(name, MAIN)
