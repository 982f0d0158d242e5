"""The orders and the facts of a system: their fields, what each takes, and an example."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from typing import Any, get_origin

import click
import msgspec
from msgspec import NODEFAULT

from cli.shell import params
from cli.shell.errors import nearest
from cli.shell.output import emit, width
from cli.shell.rules import read_rulebook
from cli.shell.session import Session, command, find_system
from domain.kernel.errors import NotFound
from domain.kernel.facts import SHARED
from domain.kernel.say import spoken
from domain.kernel.system import System
from domain.words.orders import facts_of, format_order
from domain.words.phrases import later, phrase
from domain.words.sample import sample_fact
from domain.words.scan import json_text, known
from domain.words.slots import Slot, slots_of, takes
from rules.texts import Rule

# What all systems share has no rule of its own.
SHARED_ABOUT = {
    "GameStarted": later("the first entry: rules, scenario, pack, sides and readings"),
    "LineOpened": later("a branch begins at an entry of another line"),
    "OrderGiven": later("an order, before what follows from it"),
    "OrderWaits": later("an order that waits for another side's dice"),
    "SharesDeposited": later("shares of dice that a side has handed to the host"),
    "SharesPromised": later("a side promises shares of dice of its own from here on"),
    "DiceRolled": later("dice as they fell, and what for"),
    "CardDrawn": later("a card taken from a pile"),
    "DeckShuffled": later("a pile is made up anew"),
    "FrameOpened": later("a side is asked, or work waits"),
    "FrameClosed": later("the question on top is answered"),
    "PhaseBegan": later("a turn and a phase begin"),
    "LossTaken": later("a unit loses steps, bases or itself"),
    "PointsScored": later("a side gains or loses points"),
    "RulingMade": later("an umpire rules on a reading or a fact"),
    "LineClosed": later("a line is left: nobody plays on in it"),
    "NoteAdded": later("somebody writes a note"),
    "IrregularPlay": later("played though the rules forbid it"),
    "SeedRevealed": later("the seed of the dice is published"),
    "GameEnded": later("who has won, and why"),
}
CAPITALS = re.compile(r"=[A-Z]{2}[A-Z_]*(?![^ ,])")


@command("orders")
@click.argument("system", shell_complete=params.complete_system)
@click.argument("order", required=False)
def orders(session: Session, system: str, order: str | None) -> None:
    """List the orders of a system with their fields, or one of them with an example.

    \b
        refight orders freeform
        refight orders freeform MovePiece
    """
    rules = find_system(system)
    kinds, helps = {kind.__name__: kind for kind in rules.book.orders}, rules.words(spoken()).orders
    if order is None:
        found = [_value(kind, helps[kind].partition("\n")[0]) for kind in kinds.values()]
        more = phrase("`refight orders {0} ORDER` gives an example of one", system)
        emit(session, found, *(line for one in found for line in (*_told(one), "")), more)
        return
    name = known(order, kinds)
    if name is None:
        raise NotFound(f"{system} has no order {order!r}; it has {', '.join(kinds)}{nearest(order, kinds)}")
    one = _value(kinds[name], " ".join(helps[kinds[name]].split())) | {"example": example(rules, kinds[name])}
    emit(session, one, *_told(one), "    " + phrase("example: refight order GAME '{0}' --by SIDE", one["example"]))


@command("facts")
@click.argument("system", shell_complete=params.complete_system)
@click.argument("fact", required=False)
def facts(session: Session, system: str, fact: str | None) -> None:
    """List what can stand in a log of a system, or one kind of fact with an example for a case.

    A case of `refight adjudicate` claims facts by their names and any of their fields: expect.facts = ["…"].

    \b
        refight facts freeform
        refight facts freeform PieceMoved
    """
    rules = find_system(system)
    kinds = facts_of(rules)
    if fact is not None:
        name = known(fact, kinds)
        if name is None:
            raise NotFound(f"{system} has no fact {fact!r}{nearest(fact, kinds)}; `refight facts {system}` lists them")
        one = _fact_value(rules, name)
        emit(session, one, *_told(one), *_pasted(one))
        return
    shared = {kind.__name__ for kind in SHARED}
    found = [_fact_value(rules, name) for name in sorted(kinds, key=shared.__contains__)]
    more = phrase("`refight facts {0} FACT` gives an example of one", system)
    emit(session, found, *(line for one in found for line in (*_told(one), "")), more)


def _fact_value(rules: System[Any], name: str) -> dict[str, Any]:
    """Each is told under its rules, and about as their titles are."""
    kind = facts_of(rules)[name]
    bare = get_origin(kind) or kind
    cites = list(rules.book.told[bare].cites) if bare in rules.book.told else []
    return {
        "fact": name, "about": _about(rules, cites) or phrase(SHARED_ABOUT[name]), "rules": cites,
        "shared": bare in SHARED, "fields": _fields(kind), "example": sample_fact(rules, name),
    }  # fmt: skip


def _about(rules: System[Any], cites: Sequence[str]) -> str:
    book = read_rulebook(rules.key)
    told = {rule.id: _in_short(rule, book.rules) for rule in book.rules} if book else {}
    return "; ".join(f"{cite} {told.get(cite, '')}".strip() for cite in cites)


def _in_short(rule: Rule, rules: Sequence[Rule]) -> str:
    """Its title and its first sentence; of a bare heading, that of the first rule under it."""
    text = rule.text or next((one.text for one in rules if one.text and one.id.startswith(rule.id)), "")
    return ": ".join(filter(None, (rule.title, text.partition(". ")[0])))


def _pasted(one: dict[str, Any]) -> list[str]:
    more = ["    " + phrase("words in capitals stand for your own")] if CAPITALS.search(one["example"]) else []
    return ["    " + phrase("example: facts = [{0}]", json_text(one["example"])), *more]


def _value(kind: Any, about: str) -> dict[str, Any]:
    return {"order": kind.__name__, "about": about, "fields": _fields(kind)}


def _fields(kind: Any) -> list[dict[str, Any]]:
    slots = sorted(slots_of(kind).values(), key=lambda slot: slot.default is not NODEFAULT)
    return [_field(slot) for slot in slots]


def _field(slot: Slot) -> dict[str, Any]:
    needed = slot.default is NODEFAULT
    default = None if needed else msgspec.to_builtins(slot.default)
    return {"field": slot.key, "takes": takes(slot, brief=True), "required": needed, "default": default}


def _told(one: dict[str, Any]) -> list[str]:
    names = [row["field"] + "=" if row["required"] else f"[{row['field']}=]" for row in one["fields"]]
    across = max(map(len, names), default=0)
    lines = [f"{one.get('order') or one['fact']}  {one['about']}"]
    for name, row in zip(names, one["fields"], strict=True):
        left_out = "" if row["required"] else phrase("; {0} if left out", _default(row["default"]))
        lines.append(f"    {name.ljust(across)}  {row['takes']}{left_out}")
    return [part for line in lines for part in textwrap.wrap(line, width(), subsequent_indent=" " * 8)]


def _default(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or isinstance(value, int):
        return phrase("none") if value is None else str(value)
    return str(value) if value else phrase("empty")


def example(rules: System[Any], kind: Any) -> str:
    return format_order(rules.book.asked[kind].example)
