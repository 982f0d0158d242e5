"""Positions set by hand: an empty table, and what follows from what is said of units, terrain, cards and the moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from domain.kernel.errors import BadInput, refusal
from domain.kernel.facts import Side, UnitId
from domain.tabletop.polygons import polygon
from domain.words.scan import nearest
from rules.longstreet_lite import phases
from rules.longstreet_lite.formation import formation_faults, said_ranks
from rules.longstreet_lite.position import check_ground, piece_faults, size_fault
from rules.longstreet_lite.sheets.faults import told
from rules.longstreet_lite.sheets.rows import SIDES, deck_of
from rules.longstreet_lite.state import Cards, State, Terrain, Turn, Unit, enemy_of
from rules.longstreet_lite.tables import LEAST_INF_BASES, TERRAIN, CardId
from rules.longstreet_lite.turn.command import MOST_TO_INVOKE
from rules.longstreet_lite.turn.deployment import OTHER_EDGE

INVOKED = (phases.FIRE, phases.MOVE, phases.COMBAT)
BREAK_POINT = 16  # of two brigades of 32 bases each: a scene of a few units is part of a battle
GONE = ("broken", "routed", "destroyed")

# What the set-up must know in each of its phases.
KNOWN: Mapping[str, tuple[str, ...]] = {
    phases.TERRAIN: ("rolls", "higher"),
    phases.EDGES: ("higher",),
    phases.DEPLOY_ORDER: ("higher",),
    phases.DEPLOY: ("deploying", "edges"),
}


def bare(state: State) -> None:
    """The open table, nobody on it, and no cards: a Fire phase of the first turn."""
    state.units.clear()
    state.terrain.clear()
    state.effects.clear()
    state.cards = {side: Cards() for side in SIDES}
    state.turn = Turn()
    state.core.decks = {side: [] for side in SIDES}
    state.core.turn, state.core.phase = 1, phases.FIRE
    state.core.active = state.battle.first_turn or SIDES[0]


def settle(state: State) -> None:
    """What goes without saying is filled in; BadInput names the place of what makes no sense."""
    _check_moment(state)
    for side in SIDES:
        state.cards.setdefault(side, Cards())
        state.lost.setdefault(side, 0)
    if state.core.phase in phases.SET_UP:
        _settle_set_up(state)
    else:
        _settle_turn(state)
    for name, piece in state.terrain.items():
        state.terrain[name] = _settled_piece(state, name, piece)
    for id, unit in state.units.items():
        _settle_unit(id, unit)
    _check_names(state)


def check(state: State) -> None:
    """What no game of these rules leads to."""
    if state.core.phase in phases.TURN and state.core.turn < 1:
        raise BadInput(f"core.turn: there is no turn {state.core.turn}; the first is 1 (LL.4.seq.1)")
    for id, unit in state.units.items():
        for field, fault in _faults(state, unit):
            raise BadInput(f"units.{id}.{field}: {fault}")
    _check_places(state)
    _check_cards(state)


# The moment


def _check_moment(state: State) -> None:
    core, known = state.core, (*phases.SET_UP, *phases.TURN)
    if core.phase not in known:
        raise BadInput(f"core.phase: {core.phase!r} is none of {', '.join(known)}")
    if core.active and core.active not in SIDES:
        raise BadInput(f"core.active: {core.active!r} is neither of {', '.join(SIDES)}")


def _settle_set_up(state: State) -> None:
    """The higher of two rolls, and the edge left over, follow from the other."""
    set_up = state.set_up
    if len(set(set_up.rolls.values())) > 1:
        set_up.higher = set_up.higher or max(set_up.rolls, key=lambda side: set_up.rolls[side])
    if len(set_up.edges) == 1:
        ((side, edge),) = set_up.edges.items()
        set_up.edges[enemy_of(side)] = OTHER_EDGE.get(edge, "")
    for field in KNOWN.get(state.core.phase, ()):
        if not getattr(set_up, field):
            raise BadInput(f"set_up.{field}: the phase {state.core.phase!r} needs it")


def _settle_turn(state: State) -> None:
    """A phase under way was invoked with a card; nothing is drawn from a deck nobody names."""
    core, turn = state.core, state.turn
    core.turn = core.turn or 1
    core.active = core.active or state.battle.first_turn
    if not core.active:
        raise BadInput(f"core.active: whose turn is it, {' or '.join(SIDES)}?")
    state.break_point = state.break_point or BREAK_POINT
    for side in SIDES:
        core.decks.setdefault(side, []).sort()
    if core.phase in INVOKED:
        turn.invoked = turn.invoked or 1
        turn.phases += [] if core.phase in turn.phases else [core.phase]
    if not 0 <= turn.invoked <= MOST_TO_INVOKE:
        raise BadInput(f"turn.invoked: a phase is invoked with one card or two, not {turn.invoked} (LL.4.two.1)")


# The table


def _settled_piece(state: State, name: str, piece: Terrain) -> Terrain:
    """An outline closes by itself."""
    if piece.name != name:
        raise BadInput(f"terrain.{name}.name: it is {piece.name!r}; a piece stands under its own name")
    table = (state.battle.width, state.battle.height)
    for why in piece_faults(piece.kind, piece.points, piece.crest, piece.plateau, table):
        raise BadInput(f"terrain.{name}: {told(why)} ({why.cite})")
    is_area = TERRAIN[piece.kind].shape == "area"
    return msgspec.structs.replace(piece, points=polygon(piece.points)) if is_area else piece


def _settle_unit(id: UnitId, unit: Unit) -> None:
    unit.name = unit.name or id
    if unit.pose is not None and unit.status == "reserve":
        unit.status = "table"
    if unit.status in GONE:
        unit.bases, unit.pose, unit.hits = 0, None, 0
    if unit.status == "table" and unit.kind == "ART" and len(unit.ranks) <= 1 and sum(unit.ranks) <= unit.initial:
        unit.ranks = (1,) if unit.limbered else (unit.bases,)  # a battery is one row of its guns, or its limber
    if unit.side not in SIDES:
        raise BadInput(f"units.{id}.side: there is no side {unit.side!r} ({', '.join(SIDES)})")
    if unit.pose is None and unit.status == "table":
        raise BadInput(f"units.{id}.pose: it is on the table, and nothing says where")


def _faults(state: State, unit: Unit) -> Iterator[tuple[str, str]]:
    """What is wrong with a unit, wherever it is: the field, and why."""
    size = size_fault(unit.kind, unit.initial)
    if size:
        yield "initial", f"{told(size)} ({size.cite})"
    if not 0 <= unit.bases <= unit.initial:
        yield "bases", f"{unit.bases} is not from 0 to {unit.initial}, the bases it began with"
    if unit.hits and state.core.phase != phases.FIRE:
        yield "hits", "hits lie on a unit in a Fire phase only"
    if unit.status == "table":
        yield from _standing_faults(unit)


def _standing_faults(unit: Unit) -> Iterator[tuple[str, str]]:
    """Of one on the table: its bases and its formation."""
    if unit.kind == "ART":
        yield from _battery_faults(unit)
        return
    if unit.bases < LEAST_INF_BASES:
        yield "bases", f"infantry with {unit.bases} is broken and off the table (LL.1.unit.3)"
    yield from (("ranks", f"{told(why)} ({why.cite})") for why in formation_faults(unit.ranks, unit.offset, unit.bases))
    if unit.limbered:
        yield "limbered", "infantry has nothing to limber (LL.1.art.1)"


def _battery_faults(unit: Unit) -> Iterator[tuple[str, str]]:
    if not unit.bases:
        yield "bases", "a battery goes with its last gun (LL.1.art.5)"
    if unit.offset or unit.ranks not in ((1,), (unit.bases,)):
        yield "ranks", f"a battery has no ranks such as {said_ranks(unit.ranks)}: leave them out (LL.1.art.2)"
    if unit.smoke:
        yield "smoke", "guns never have a smoke marker"


def _check_places(state: State) -> None:
    """Every unit on the table, on no other, and on ground it can stand on."""
    for id, unit in state.units.items():
        if unit.is_on_table and (bar := refusal(check_ground, state, id, unit)):
            raise BadInput(f"units.{id}.pose: {told(bar.reason, state.names)} ({bar.rule})")


# Cards


def _check_names(state: State) -> None:
    """Sides, cards and units that somebody has heard of."""
    for side in (*state.cards, *state.core.decks):
        if side not in SIDES:
            raise BadInput(f"cards.{side}: there is no such side ({', '.join(SIDES)})")
    for side in SIDES:
        for place, pile in _piles(state, side).items():
            _check_known(state, place, pile)
    for at, active in enumerate(state.effects):
        _check_known(state, f"effects.{at}.card", (active.card,))
        if active.unit and active.unit not in state.units:
            raise BadInput(f"effects.{at}.unit: there is no unit {active.unit!r}{nearest(active.unit, state.units)}")


def _check_cards(state: State) -> None:
    """LL.4.deck.1 No more of a card than are in the deck its side would build."""
    for side in SIDES:
        _check_copies(state, side, Counter(card for pile in _piles(state, side).values() for card in pile))


def _piles(state: State, side: Side) -> dict[str, list[CardId]]:
    cards = state.cards[side]
    piles = {f"cards.{side}.{name}": getattr(cards, name) for name in ("hand", "discard", "removed", "unseen")}
    return piles | {f"core.decks.{side}": state.core.decks.get(side, [])}


def _check_known(state: State, place: str, pile: Iterable[CardId]) -> None:
    known = state.battle.cards
    for card in pile:
        if card not in known:
            raise BadInput(f"{place}: there is no card {card!r}{nearest(card, known)}")


def _check_copies(state: State, side: Side, held: Mapping[CardId, int]) -> None:
    battle = state.battle
    full = Counter(deck_of(battle.cards.values(), side, battle.year))
    for card, number in held.items():
        if number > full[card]:
            there = f"{full[card]} of it in {battle.year}" if full[card] else f"no such card in {battle.year}"
            raise BadInput(f"cards.{side}: {number} {card} in hand and piles; its deck has {there} (LL.4.deck.1)")
