"""The position of a real game as a case: what differs from its start, and the order that was given there."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from domain.cases.case import FindPack, begin
from domain.cases.fields import path_text
from domain.cases.position import Overlay, difference
from domain.cases.written import Case
from domain.games.games import Games
from domain.games.groups import group_at
from domain.games.terms import find_scenario, option_texts
from domain.kernel.core import Core
from domain.kernel.errors import RefightError
from domain.kernel.facts import CardDrawn, DiceRolled, OrderGiven
from domain.kernel.packs import Pack
from domain.kernel.system import System
from domain.log.entry import Entry
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.words.orders import format_order
from domain.words.tomltext import toml_key, toml_lines, toml_value


def write_case(games: Games, ref: Ref, find_pack: FindPack) -> str:
    """As text, ready to edit; with an entry of an order, the position before it and the order with its dice."""
    line = games.line(ref)
    number = games.entry_number(line, ref.entry)
    group = order_at(games, line, number) if ref.entry is not None else []
    before = group[0].number - 1 if group else number
    state = games.state(line, before)
    head = _head(games, line, state, find_pack)
    title = f"The position of {Ref(line.game, line.name, before)}: {_moment(state.core)}"
    orders = [_order(group)] if group else []
    heads = [head] if line.system.by_hand is None else [head, head | {"bare": True}]
    texts = [_text(title, one, _beyond(line.system, one, state, find_pack), orders) for one in heads]
    shortest = min((["\n".join(text) for text in texts]), key=len)
    return "\n".join([shortest, *([] if orders else _suggested(line.system, state)), ""])


def _beyond(system: System[Any], head: dict[str, Any], state: Any, find_pack: FindPack) -> Overlay:
    """What the position has beyond the start that a head describes."""
    (start,) = begin(msgspec.convert(head, Case), {system.key: system}, find_pack)
    return difference(system, start.state, state)


def _moment(core: Core[Any]) -> str:
    side = f" ({core.active})" if core.active else ""
    return f"turn {core.turn}, {core.phase}{side}" if core.turn else "before turn 1"


def order_at(games: Games, line: Line, number: int) -> list[Entry]:
    """The entries of the order that an entry belongs to; none if it belongs to no order."""
    group = group_at(games.log, line, number)
    return group if isinstance(group[0].fact, OrderGiven) else []


def _head(games: Games, line: Line, state: Any, find_pack: FindPack) -> dict[str, Any]:
    """What the game is played under at that moment."""
    started, system, core = line.started, line.system, state.core
    pack = games.log.pack(started.pack)
    head: dict[str, Any] = {"system": system.key, "title": started.title, "scenario": started.scenario}
    if core.sides != find_scenario(system, pack, started.scenario).sides:
        head["sides"] = list(core.sides)
    if core.options:
        head["options"] = list(option_texts(core.options))
    if core.corrections != tuple(correction.number for correction in system.book.corrections):
        head["corrections"] = list(core.corrections)
    readings = {
        d: c for d, c in core.readings.items() if d in system.book.readings and c != system.book.readings[d].default
    }
    if readings:
        head["readings"] = readings
    return head | _pack(system, pack, find_pack)


def _pack(system: System[Any], pack: Pack, find_pack: FindPack) -> dict[str, Any]:
    """Nothing for the pack a system comes with, the name of another that is shipped, or all of its files."""
    for name in ("", pack.name):
        with suppress(RefightError):
            if find_pack(system.key, name).hash == pack.hash:
                return {"pack": {"name": name}} if name else {}
    return {
        "anew": [path_text(("pack", file)) for file in pack.files],
        "pack": {file: tomllib.loads(text) for file, text in pack.files.items()},
    }


def _order(group: Sequence[Entry]) -> dict[str, Any]:
    """The order with all its dice and cards as they came."""
    given = group[0].fact
    assert isinstance(given, OrderGiven)
    found: dict[str, Any] = {"by": given.by, "order": format_order(given.order)}
    dice = [face for entry in group if isinstance(entry.fact, DiceRolled) for face in entry.fact.faces]
    cards = [entry.fact.card for entry in group if isinstance(entry.fact, CardDrawn)]
    return found | ({"dice": dice} if dice else {}) | ({"cards": cards} if cards else {})


def _text(title: str, head: dict[str, Any], overlay: Overlay, orders: list[dict[str, Any]]) -> Iterator[str]:
    yield f"# {title}."
    off = ", but that no unit is on the board" if head.get("bare") else ""
    yield f"# What is not said here is as the scenario begins{off}."
    yield "# `refight adjudicate FILE` decides the orders at the end, and again under every other reading."
    head = {**head, "anew": [*head.get("anew", ()), *overlay.anew], "drop": overlay.drop, "none": overlay.none}
    kept = {key: value for key, value in head.items() if value or key == "corrections"}  # none of them is said, too
    yield from toml_lines(kept)
    yield from toml_lines({"position": overlay.values} if overlay.values else {}, headed=2)
    yield from toml_lines({"orders": orders} if orders else {})


def _suggested(system: System[Any], state: Any) -> Iterator[str]:
    """An order that could be given there, to be written over."""
    choice = next(iter(system.book.choices(state)), None)
    if choice is not None:
        yield ""
        yield "# Write the order in question; this one is legal here. Dice go below it, such as dice = [4, 5]."
        yield "# [[orders]]"
        yield f"# {toml_key('by')} = {toml_value(choice.by)}"
        yield f"# {toml_key('order')} = {toml_value(format_order(choice.order))}"
