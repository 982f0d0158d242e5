"""The table as a viewer sees it: terrain, units as they stand, and what may be known of each side's cards and when."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterator

from domain.kernel.board import Area, Board, Counter, Field, Figure, Label, Stroke, place_of
from domain.kernel.facts import CardDrawn, DeckShuffled, Fact, Side, UnitId
from domain.kernel.reasons import Of, Reason
from domain.tabletop.bodies import front_edge
from rules.longstreet_lite.cards.hand import row
from rules.longstreet_lite.formation import bases_of, body_of
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State, Unit
from rules.longstreet_lite.tables import BW
from rules.longstreet_lite.terrain import has_crest, row_of

KINDS = {"INF": "infantry", "ART": "artillery"}


def board(state: State, viewer: Side | None) -> Board:
    """`viewer` None is the umpire, who sees everything; a side sees its own hand."""
    field = Field(width=state.battle.width, height=state.battle.height, unit="BW", per_unit=BW)
    return Board(
        title=_title(state),
        spots=(),
        counters=tuple(_counter(state, field, name, unit) for name, unit in state.units.items()),
        sides=state.core.sides,
        field=field,
        areas=tuple(_areas(state)),
        strokes=tuple(_strokes(state)),
        notes=tuple(_notes(state, viewer)),
    )


def _title(state: State) -> Label:
    core, title = state.core, state.battle.title
    return Reason("title of the board", "", (title, core.turn, core.active, core.phase)) if core.turn else title


def _areas(state: State) -> Iterator[Area]:
    """Hills lie lowest, then the rest in the order of the pack."""
    flat = [piece for piece in state.terrain.values() if row_of(piece).shape != "line"]
    for piece in sorted(flat, key=lambda piece: piece.kind != "hill"):
        yield Area(kind=piece.kind, points=piece.points, name=piece.name)


def _strokes(state: State) -> Iterator[Stroke]:
    for piece in state.terrain.values():
        if row_of(piece).shape == "line":
            yield Stroke(kind=piece.kind, points=piece.points, name=piece.name)
        elif has_crest(state, piece):
            yield Stroke(kind="crest", points=piece.crest, name=piece.name)


def _counter(state: State, field: Field, name: UnitId, unit: Unit) -> Counter:
    stands = unit.is_on_table and unit.pose is not None
    return Counter(
        id=name,
        name=unit.name,
        side=unit.side,
        at=place_of(field, unit.pose.point) if stands and unit.pose is not None else "",
        kind=KINDS[unit.kind],
        strength=unit.bases,
        state=_state(unit),
        marks=tuple(mark for mark, lies in (("smoke", unit.smoke), ("limbered", unit.limbered)) if lies and stands),
        figure=_figure(state, unit) if stands else None,
    )


def _figure(state: State, unit: Unit) -> Figure:
    body = body_of(state, unit)
    return Figure(
        bases=tuple(base.area for base in bases_of(body)),
        front=front_edge(body),
        heading=body.pose.heading,
        formation=_formation(unit),
    )


def _formation(unit: Unit) -> Label:
    if unit.kind == "ART":
        return Reason("guns on their limbers" if unit.limbered else "guns in a row", "", (unit.bases,))
    return "column" if unit.ranks[0] == 1 else Reason("in ranks", "", unit.ranks)


def _state(unit: Unit) -> tuple[Label, ...]:
    said: list[Label] = [] if unit.is_on_table else [unit.status]
    said += ["smoke"] if unit.smoke and unit.is_on_table else []
    said += [Reason("hits", "", (unit.hits,))] if unit.hits else []
    return tuple(said)


def _notes(state: State, viewer: Side | None) -> Iterator[Reason]:
    """LL.4.deck.3, D14 Hands by number for the enemy; piles by number where they are public."""
    if state.break_point:
        lost = (part for side in state.core.sides for part in (side, state.lost.get(side, 0)))
        yield Reason("bases lost", "LL.3.bp.1", (state.break_point, *lost))
    for side, cards in state.cards.items():
        known: tuple[Of, ...] = (side, len(cards.hand))
        if viewer in (None, side) or reading(state, "D14") != "B":
            known += (len(state.core.decks.get(side, ())), len(cards.discard))
        if reading(state, "D14") == "C" and cards.discard:
            known += ("on top", row(state, cards.discard[-1]).name)
        if viewer is None and cards.hand:
            known += ("held", *(part for each in sorted(Count(cards.hand).items()) for part in each))
        yield Reason("cards of a side", "LL.4.deck.3", known)
        yield from _read(state, side) if viewer == side else ()
    for active in state.effects:
        yield Reason("card in force", "", (row(state, active.card).name, active.by))


def _read(state: State, side: Side) -> Iterator[Reason]:
    """LL.4.anat The cards a side holds, as it would read them."""
    for card, copies in sorted(Count(state.cards[side].hand).items()):
        face = row(state, card)
        kepi = "red kepi" if face.red else "kepi" if face.interrupt else ""
        yield Reason("card in hand", "LL.4.anat", (card, copies, face.morale, face.modifier or "", kepi, face.text))


def seen_by(state: State, fact: Fact) -> tuple[Side, ...] | None:
    """Asked before the fact is folded. A deck's first shuffle is public: it is the printed set (LL.4.deck.1)."""
    if isinstance(fact, CardDrawn):
        return (fact.by,) if fact.to == "hand" else ()
    if isinstance(fact, DeckShuffled) and state.core.turn:
        return ()
    return None
