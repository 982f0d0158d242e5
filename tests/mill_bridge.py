"""Mill Bridge: a toy system for testing the kernel. Two sides, one road of hexes, volleys, and reactions to reactions.

Invented here; its citations are MB and nobody's rules.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Annotated, Any

import msgspec

from domain.kernel import core
from domain.kernel.board import Board, Counter, Spot
from domain.kernel.book import Book, Gate
from domain.kernel.chapter import Asked, Chapter, Choice, Correction, Option, Question, Reading, Told
from domain.kernel.core import Core
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import (
    Await,
    Fact,
    Frame,
    GameEnded,
    LossTaken,
    Order,
    PhaseBegan,
    PointsScored,
    UnitId,
)
from domain.kernel.packs import Pack
from domain.kernel.play import Play
from domain.kernel.reasons import Modifier, Of, Reason, total
from domain.kernel.say import Say, Words
from domain.kernel.system import Scenario, Setup, Sheets, Sight, System
from domain.words.plain import generic

LAST_TURN = 3
Hex = Annotated[int, msgspec.Meta(extra={"of": "place"})]
LONG_RANGE = Modifier(-1, "target at 4 hexes or more", "MB.10.3.1")


class MoveUnit(Order, frozen=True, kw_only=True):
    unit: UnitId
    path: tuple[Hex, ...]


class FireVolley(Order, frozen=True, kw_only=True):
    unit: UnitId
    target: UnitId


class React(Order, frozen=True, kw_only=True):
    unit: UnitId


class Decline(Order, frozen=True, kw_only=True):
    pass


class EndPhase(Order, frozen=True, kw_only=True):
    pass


class UnitMoved(Fact, frozen=True, kw_only=True):
    unit: str
    to: int


class VolleyFired(Fact, frozen=True, kw_only=True):
    unit: str
    target: str
    modifiers: tuple[Modifier, ...]
    hits: int


class ReactionDeclined(Fact, frozen=True, kw_only=True):
    side: str


class ResumeMove(Frame, frozen=True, kw_only=True):
    unit: str
    path: tuple[int, ...]


class AwaitReaction(Await, frozen=True, kw_only=True):
    target: str
    depth: int


class Unit(msgspec.Struct, kw_only=True):
    side: str
    at: int
    strength: int


class State(msgspec.Struct, kw_only=True):
    core: Core[ResumeMove | AwaitReaction]
    units: dict[str, Unit]


def initial(setup: Setup) -> State:
    state = State(
        core=core.start(setup.started),
        units={"b1": Unit(side="blue", at=0, strength=4), "r1": Unit(side="red", at=6, strength=4)},
    )
    state.core.turn, state.core.phase, state.core.active = 1, "move", "blue"
    return state


def check_targets(play: Play[State], unit: str, target: str) -> None:
    units = play.state.units
    if unit not in units or units[unit].side != play.by or target not in units or units[target].side == play.by:
        raise IllegalOrder("cannot fire", "MB.10.1", unit, target)


def decide_volley(play: Play[State], order: FireVolley) -> None:
    check_targets(play, order.unit, order.target)
    volley(play, order.unit, order.target)


def decide_move(play: Play[State], order: MoveUnit) -> None:
    unit = play.state.units.get(order.unit)
    if unit is None or unit.side != play.by:
        raise IllegalOrder("not yours", "MB.8.2", order.unit)
    taken = {other.at for name, other in play.state.units.items() if name != order.unit}
    for start, to in zip((unit.at, *order.path), order.path, strict=False):
        if abs(to - start) != 1 or not 0 <= to <= 6 or to in taken:
            raise IllegalOrder("no way", "MB.8.1", start, to)
    march(play, order.unit, order.path)


def march(play: Play[State], unit: str, path: tuple[int, ...]) -> None:
    """MB.8.1 One hex at a time; stops where someone may react."""
    for step, to in enumerate(path, 1):
        play.record(UnitMoved(unit=unit, to=to))
        enemy = next((u for u in play.state.units.values() if u.side != play.state.units[unit].side), None)
        if enemy and abs(enemy.at - to) <= 3:
            play.open(ResumeMove(unit=unit, path=path[step:]))
            play.open(AwaitReaction(side=enemy.side, target=unit, depth=1))
            return


def decide_reaction(play: Play[State], order: React, frame: AwaitReaction) -> None:
    if order.unit not in play.state.units or play.state.units[order.unit].side != frame.side:
        raise IllegalOrder("cannot react", "MB.9.2", order.unit)
    play.close()
    if frame.depth < 2:
        other = next(side for side in play.state.core.sides if side != frame.side)
        play.open(AwaitReaction(side=other, target=order.unit, depth=frame.depth + 1))
    volley(play, order.unit, frame.target)


def decide_decline(play: Play[State], _order: Decline, frame: AwaitReaction) -> None:
    play.close()
    play.record(ReactionDeclined(side=frame.side))


def volley(play: Play[State], unit: str, target: str) -> None:
    firer, aim = play.state.units[unit], play.state.units[target]
    modifiers = (LONG_RANGE,) if abs(firer.at - aim.at) >= 4 else ()
    roll = play.roll(1, 6, why=Reason("volley", "MB.10.5"), by=firer.side)
    need = 5 if play.reading("D1") == "a" else 4
    hits = int(roll.total + total(modifiers) >= need)
    play.record(VolleyFired(unit=unit, target=target, modifiers=modifiers, hits=hits))
    if hits:
        play.record(LossTaken(side=aim.side, unit=target, kind="steps", amount=1, cause=Reason("volley")))
        play.record(PointsScored(side=firer.side, points=1, why=Reason("a step", "MB.12.1")))
    if not play.state.units.get(target):
        play.record(GameEnded(winner=firer.side, why=Reason("the enemy is destroyed", "MB.12.2")))


def decide_end(play: Play[State], _order: EndPhase) -> None:
    state = play.state.core
    if state.active == "blue":
        play.record(PhaseBegan(turn=state.turn, phase="move", side="red"))
    elif state.turn < LAST_TURN:
        play.record(PhaseBegan(turn=state.turn + 1, phase="move", side="blue"))
    else:
        play.record(GameEnded(winner="", why=Reason("night falls", "MB.12.3")))


def resume_move(play: Play[State], frame: ResumeMove) -> None:
    play.close()
    if frame.unit in play.state.units:
        march(play, frame.unit, frame.path)


def proceed(play: Play[State]) -> bool:
    """MB.9.3 Nobody reacts to a side that is gone."""
    if play.state.core.pending and not both_sides(play.state):
        play.close()
        return True
    return False


def both_sides(state: State) -> bool:
    return len({unit.side for unit in state.units.values()}) == 2


def _moved(state: State, fact: UnitMoved) -> None:
    state.units[fact.unit].at = fact.to


def _loss(state: State, fact: LossTaken) -> None:
    unit = state.units[fact.unit]
    unit.strength -= fact.amount
    if unit.strength <= 0:
        del state.units[fact.unit]


def reactions(state: State, frame: AwaitReaction) -> Iterator[Choice]:
    yield Choice(frame.side, Decline())
    for name, unit in state.units.items():
        if unit.side == frame.side:
            yield Choice(frame.side, React(unit=name))


def choices(state: State) -> Iterator[Choice]:
    yield Choice(state.core.active, EndPhase())
    for name, unit in state.units.items():
        if unit.side == state.core.active:
            yield from _acts(state, name, unit)


def _acts(state: State, name: str, unit: Unit) -> Iterator[Choice]:
    taken = {other.at for other in state.units.values()}
    for to in (unit.at - 1, unit.at + 1):
        if 0 <= to <= 6 and to not in taken:
            yield Choice(unit.side, MoveUnit(unit=name, path=(to,)))
    for target, other in state.units.items():
        if other.side != unit.side:
            yield Choice(unit.side, FireVolley(unit=name, target=target))


def board(state: State, _viewer: str | None) -> Board:
    return Board(
        title="Mill Bridge",
        sides=state.core.sides,
        spots=tuple(Spot(name=str(i), x=i, y=0) for i in range(7)),
        counters=tuple(
            Counter(id=name, name=name, side=unit.side, at=str(unit.at), strength=unit.strength)
            for name, unit in state.units.items()
        ),
    )


MOVES: Chapter[State] = Chapter(
    facts=(Told(UnitMoved, ("MB.8.1",), _moved), Told(LossTaken, fold=_loss)),
    orders=(
        Asked(MoveUnit(unit="b1", path=(1,)), decide_move, phases=("move",)),
        Asked(EndPhase(), decide_end, phases=("move",)),
    ),
    resumes={ResumeMove: resume_move},
    within={ResumeMove: ("MB.8.1",)},
    choices=choices,
)
VOLLEYS: Chapter[State] = Chapter(
    facts=(Told(VolleyFired, ("MB.10",)), Told(ReactionDeclined, ("MB.9.1",))),
    orders=(
        Asked(FireVolley(unit="b1", target="r1"), decide_volley, phases=("move",)),
        Asked(React(unit="r1"), cite="MB.9.1"),
        Asked(Decline(), cite="MB.9.1"),
    ),
    questions=(
        Question(AwaitReaction, {React: decide_reaction, Decline: decide_decline}, reactions, cites=("MB.9.1",)),
    ),
    readings={"D1": Reading.saying("MB.10.5", "What hits?", {"a": "5 or more", "b": "4 or more"})},
    proceed=proceed,
)
BOOK: Book[State] = Book(
    chapters=(MOVES, VOLLEYS),
    gate=Gate("MB.9.1", lambda state: (state.core.active,), turn="MB.4.1"),
    options={"night": Option.saying("MB.15", "a night turn")},
    corrections=(Correction(2026010101, "MB.10.5", "a volley needs one die"),),
)


def _fields(_say: Say, fact: Fact) -> str:
    """In English its facts are told by their fields, as those of a system without words are."""
    return generic(fact)


WORDS = Words(
    reasons={
        "not asked": lambda _say, of: f"it is for {of[0]} to act now ({' or '.join(map(str, of[1:]))})",
        "must wait": lambda _say, of: f"{of[0]} must wait: first {of[1]} gives {' or '.join(map(str, of[2:]))}",
        "not your turn": lambda _say, of: f"it is for {of[1]} to act in this {of[0]} phase",
        "no order of this phase": lambda _say, of: f"{of[0]} answers nothing; there: {', '.join(map(str, of[2:]))}",
        "cannot fire": "{0} cannot fire at {1}",
        "not yours": "{0} is not yours to move",
        "no way": "no way from {0} to {1}",
        "cannot react": "{0} cannot react",
        "volley": "volley",
        "a step": "a step",
        "the enemy is destroyed": "the enemy is destroyed",
        "night falls": "night falls",
        "target at 4 hexes or more": "target at 4 hexes or more",
    },
    facts={UnitMoved: _fields, VolleyFired: _fields, ReactionDeclined: _fields},
    asked={AwaitReaction: lambda _say, frame: f"{frame.side} may react to {frame.target}"},
    orders={
        MoveUnit: "Move a unit, hex by hex.",
        FireVolley: "Fire at an enemy.",
        React: "Answer an enemy's move or volley.",
        Decline: "Let it pass.",
        EndPhase: "End the phase.",
    },
    terms={},
)


def _volley(say: Say, fact: VolleyFired) -> str:
    why = "".join(f", {one.value:+} {say.reason(one)} [{one.cite}]" for one in fact.modifiers)
    return f"{say.unit(fact.unit)} tire sur {say.unit(fact.target)} : {'touché' if fact.hits else 'manqué'}{why}"


FRENCH = Words(
    reasons={
        "not asked": lambda say, of: f"{say.term(of[0])} doit agir maintenant ({_either(of[1:])})",
        "must wait": lambda _say, of: f"{of[0]} doit attendre : d’abord {of[1]} donne {_either(of[2:])}",
        "not your turn": lambda say, of: f"{say.term(of[1])} doit agir dans cette phase ({say.term(of[0])})",
        "no order of this phase": lambda _say, of: f"{of[0]} ne répond à rien ; ici : {', '.join(map(str, of[2:]))}",
        "cannot fire": "{0:unit} ne peut pas tirer sur {1:unit}",
        "not yours": "{0:unit} n’est pas à vous",
        "no way": "pas de chemin de {0} à {1}",
        "cannot react": "{0:unit} ne peut pas réagir",
        "volley": "salve",
        "a step": "un pas",
        "the enemy is destroyed": "l’ennemi est détruit",
        "night falls": "la nuit tombe",
        "target at 4 hexes or more": "cible à 4 hexagones ou plus",
    },
    facts={
        UnitMoved: lambda say, fact: f"{say.unit(fact.unit)} va en {fact.to}",
        VolleyFired: _volley,
        ReactionDeclined: lambda say, fact: f"{say.term(fact.side)} laisse passer",
    },
    asked={AwaitReaction: lambda say, frame: f"{say.term(frame.side)} peut réagir à {say.unit(frame.target)}"},
    orders={
        MoveUnit: "Déplacer une unité, hexagone par hexagone.",
        FireVolley: "Tirer sur un ennemi.",
        React: "Répondre au mouvement ou à la salve d’un ennemi.",
        Decline: "Laisser passer.",
        EndPhase: "Finir la phase.",
    },
    terms={"blue": "le camp bleu", "red": "le camp rouge", "move": "mouvement", "steps": "pas"},
).over(WORDS)


def _either(of: tuple[Of, ...]) -> str:
    return " ou ".join(map(str, of))


SYSTEM: System[State] = System(
    key="mill_bridge",
    title="Mill Bridge",
    edition="1",
    state=State,
    initial=initial,
    book=BOOK,
    sheets=Sheets(lambda _pack: None, lambda _pack: {"bridge": Scenario("bridge", "The bridge", ("blue", "red"))}),
    sight=Sight(board),
    words=lambda language: FRENCH if language == "fr" else WORDS,
)
PACK = Pack(name="mill", files={})
decide = BOOK.decide


@dataclasses.dataclass(frozen=True, eq=False)
class OtherBook(Book[State]):
    """The same book with another decision on every order, for tests of what notices it."""

    decision: Callable[[Play[State], Any], None] = decide

    def decide(self, play: Play[State], order: Any) -> None:
        self.decision(play, order)


def altered(decision: Callable[[Play[State], Any], None] = decide, **more: Any) -> System[State]:
    """Other decisions, corrections, or readings beside its own."""
    readings = Chapter[State](readings=more.pop("readings", {}))
    book = {field.name: getattr(BOOK, field.name) for field in dataclasses.fields(BOOK)}
    book |= {"chapters": (*BOOK.chapters, readings), **more}
    return dataclasses.replace(SYSTEM, book=OtherBook(**book, decision=decision))
