"""Any fact in plain words: the system's own where it has them, general ones otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from domain import facts as f
from domain.kernel import System
from domain.names import called
from domain.ordertext import format_order


def tell(system: System[Any], fact: f.Fact, names: Mapping[str, str] | None = None) -> str:
    """In plain words; with `names`, units are called as their pack calls them, except in orders, which are typed."""
    own = system.tell(fact)
    if own is None:
        words = _WORDS.get(type(fact))
        own = words(fact) if words else _generic(fact)
    return own if not names or isinstance(fact, f.OrderGiven) else called(own, names)


def is_aside(system: System[Any], fact: f.Fact) -> bool:
    """Whether a reader of the log loses nothing by skipping it."""
    return isinstance(fact, (f.FrameClosed, *system.asides))


def _started(fact: f.GameStarted) -> str:
    return f"{fact.title}: {fact.system}, scenario {fact.scenario}, {' against '.join(fact.sides)}"


def _line(fact: f.LineOpened) -> str:
    what = f"taken back by consent of {' and '.join(fact.consent)}" if fact.consent else "a new line"
    return f"{what} from {fact.parent}:{fact.at}, with {fact.luck} luck" + (f": {fact.why}" if fact.why else "")


def _order(fact: f.OrderGiven[f.Order]) -> str:
    return f"{fact.by}> {format_order(fact.order)}"


def _dice(fact: f.DiceRolled) -> str:
    faces = ", ".join(map(str, fact.faces))
    total = f" = {sum(fact.faces)}" if len(fact.faces) > 1 else ""
    why = f" for {fact.why}" if fact.why else ""
    return f"{fact.by} rolls {len(fact.faces)}d{fact.sides}{why}: {faces}{total} ({fact.source} dice)"


def _card(fact: f.CardDrawn) -> str:
    return f"{fact.by} draws {fact.card} from {fact.deck} ({fact.source})"


def _shuffled(fact: f.DeckShuffled) -> str:
    return f"{fact.deck} is shuffled: {len(fact.cards)} cards"


def _opened(fact: f.FrameOpened[f.Frame]) -> str:
    return f"waiting: {_generic(fact.frame)}"


def _closed(_fact: f.FrameClosed) -> str:
    return "answered"


def _phase(fact: f.PhaseBegan) -> str:
    return f"turn {fact.turn}, {fact.phase}" + (f" ({fact.side})" if fact.side else "")


def _loss(fact: f.LossTaken) -> str:
    men = f", about {fact.men} men" if fact.men is not None else ""
    cause = f" to {fact.cause}" if fact.cause else ""
    return f"{fact.unit} ({fact.side}) loses {count(fact.amount, fact.kind)}{men}{cause}"


def _points(fact: f.PointsScored) -> str:
    verb = "gains" if fact.points >= 0 else "loses"
    rule = f" [{fact.rule}]" if fact.rule else ""
    why = f" for {fact.why}" if fact.why else ""
    return f"{fact.side} {verb} {count(abs(fact.points), 'points')}{why}{rule}"


def count(amount: int, things: str) -> str:
    """1 step, 2 steps: the plural is what is stored."""
    return f"{amount} {things.removesuffix('s') if amount == 1 else things}"


def _ruling(fact: f.RulingMade) -> str:
    readings = "".join(f", {dispute} read as {choice}" for dispute, choice in fact.readings.items())
    rule = f" [{fact.rule}]" if fact.rule else ""
    return f"{fact.by} rules: {fact.text}{rule}{readings}"


def _note(fact: f.NoteAdded) -> str:
    return f"note by {fact.by}" + (f" on entry {fact.about}" if fact.about else "") + f": {fact.text}"


def _irregular(fact: f.IrregularPlay) -> str:
    rule = f" [{fact.rule}]" if fact.rule else ""
    return f"irregular, as {fact.by} played it: {fact.what}; {fact.why}{rule}"


def _seed(fact: f.SeedRevealed) -> str:
    return f"the seed is revealed: {fact.seed}"


def _ended(fact: f.GameEnded) -> str:
    result = f"{fact.winner} wins" if fact.winner else "a draw"
    return f"the game ends, {result}: {fact.why}" + (f" [{fact.rule}]" if fact.rule else "")


def _generic(thing: msgspec.Struct) -> str:
    fields = msgspec.structs.asdict(thing)
    return f"{type(thing).__name__} " + " ".join(f"{key}={value}" for key, value in fields.items())


_WORDS: Mapping[type[f.Fact], Callable[[Any], str]] = {
    f.GameStarted: _started,
    f.LineOpened: _line,
    f.OrderGiven: _order,
    f.DiceRolled: _dice,
    f.CardDrawn: _card,
    f.DeckShuffled: _shuffled,
    f.FrameOpened: _opened,
    f.FrameClosed: _closed,
    f.PhaseBegan: _phase,
    f.LossTaken: _loss,
    f.PointsScored: _points,
    f.RulingMade: _ruling,
    f.NoteAdded: _note,
    f.IrregularPlay: _irregular,
    f.SeedRevealed: _seed,
    f.GameEnded: _ended,
}
