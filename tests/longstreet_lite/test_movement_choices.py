"""What is offered in a Move phase: some legal actions of every unit that may act, never too many, never none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain.kernel.chapter import Choice
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.cards.asks import AwaitConfusedMove, Decline
from rules.longstreet_lite.movement import movement
from rules.longstreet_lite.movement.actor import actor_of
from rules.longstreet_lite.movement.asks import EndMove, MoveUnit, QuarterTurn, ReformUnit
from rules.longstreet_lite.movement.choices import clear_way
from rules.longstreet_lite.sheets.rows import armies, rows
from rules.longstreet_lite.state import State
from tests.longstreet_lite.marching import field, march, moved, refused, with_card
from tests.longstreet_lite.positions import HOUSE, give, terrain, unit

MOST = 12  # for one unit


def scenario(key: str, **more: Any) -> State:
    row = rows(HOUSE)[key]
    units = {
        found.id: unit(
            side, found.at, found.heading, found.ranks or (found.bases,), kind=found.kind, offset=found.offset,
            limbered=found.limbered, bases=found.bases, name=found.name,
        )
        for side, found in armies(row)
    }  # fmt: skip
    return field(units, *(terrain(piece.kind, *piece.points, name=piece.name) for piece in row.terrain), **more)


def close_quarters(**more: Any) -> State:
    """Two lines a stone's throw apart, on bad ground, at odd angles."""
    units = {}
    for i in range(6):
        ranks, heading = ((3, 2), (4,), (2, 2, 1))[i % 3], f"{7 * i}.13"
        units[f"u{i}"] = unit("us", f"{4 + 5 * i}:10", heading, ranks)
        units[f"c{i}"] = unit("cs", f"{4 + 5 * i}:13", f"{180 - 3 * i}", (3,))
    units["guns"] = unit("us", "6:5", "20", (3,), kind="ART")
    units["limber"] = unit("us", "26:5", "340", kind="ART", limbered=True, bases=2)
    rough = terrain("rough", "0:11", "20:10.5", "20:12", "0:12")
    return field(units, rough, terrain("wall", "5:4", "30:9"), **more)


def every_position() -> Iterator[Any]:
    for cards in (1, 2):
        for key in ("brawner_farm", "railroad_cut"):
            for side in ("us", "cs"):
                yield pytest.param(scenario(key, active=side, invoked=cards), id=f"{key} {side} {cards}")
        yield pytest.param(close_quarters(invoked=cards), id=f"close quarters {cards}")
    one = with_card(close_quarters(invoked=2), "quickstep", do="move_bonus", n=2, units="one")
    yield pytest.param(one, id="a card for one unit")


EVERY_POSITION = pytest.mark.parametrize("state", list(every_position()))


@EVERY_POSITION
def test_every_order_offered_is_accepted(state: State) -> None:
    offered = list(movement.choices(state))
    assert offered[-1] == Choice(state.core.active, EndMove())
    packed = msgspec.msgpack.encode(state)
    for choice in offered[:-1]:
        copy = msgspec.msgpack.decode(packed, type=State)
        give(SYSTEM, copy, choice.by, choice.order)
        assert copy.units[choice.order.unit].acted  # type: ignore[attr-defined]


@EVERY_POSITION
def test_no_unit_is_offered_more_than_a_dozen_and_the_same_each_time(state: State) -> None:
    offered = list(movement.choices(state))
    counts = Counter(choice.order.unit for choice in offered[:-1])  # type: ignore[attr-defined]
    assert max(counts.values()) <= MOST
    assert offered == list(movement.choices(state))
    assert len({msgspec.json.encode(choice.order) for choice in offered}) == len(offered)


def test_the_sample_holds_every_kind_of_action_over_a_few_turns() -> None:
    kinds, verbs = set(), set()
    for turn in range(1, 7):
        for choice in movement.choices(scenario("brawner_farm", active="cs", invoked=2, turn=turn)):
            kinds.add(type(choice.order).__name__)
            if isinstance(choice.order, MoveUnit):
                verbs.add(choice.order.path[0].split(":")[0])
    assert kinds == {"MoveUnit", "QuarterTurn", "ReformUnit", "LimberBattery", "UnlimberBattery", "EndMove"}
    assert verbs == {
        "ahead", "back", "left", "right", "wheel-left", "wheel-right", "oblique-left", "oblique-right", "about", "face",
        "toward",
    }  # fmt: skip


def test_a_unit_that_has_acted_is_offered_nothing_more() -> None:
    state = field({"a": unit("us", "5:5"), "b": unit("us", "15:5")})
    moved(state, "a", "ahead:1")
    assert {choice.order.unit for choice in movement.choices(state) if hasattr(choice.order, "unit")} == {"b"}


def test_nothing_is_offered_outside_the_phase() -> None:
    assert list(movement.choices(field({"a": unit("us", "5:5")}, phase="fire"))) == []


def test_one_card_near_the_enemy_offers_no_change_of_formation() -> None:
    units = {"a": unit("us", "12:7"), "4va": unit("cs", "12:12", "180")}
    for cards, offered in ((1, False), (2, True)):
        kinds = {type(choice.order) for choice in movement.choices(field(units, invoked=cards))}
        assert ({QuarterTurn, ReformUnit} <= kinds) is offered
        assert bool({QuarterTurn, ReformUnit} & kinds) is offered


def test_an_advance_is_offered_up_to_just_short_of_contact() -> None:
    state = field({"a": unit("us", "12:7"), "4va": unit("cs", "13:9.5", "200", name="4th Virginia")})
    clear = clear_way(actor_of(state, "us", "a"), 4_000)
    first = next(movement.choices(state)).order
    assert isinstance(first, MoveUnit)
    assert first.path == (f"ahead:{clear / 1000:g}",)
    assert refused(state, march("a", f"ahead:{(clear + 60) / 1000:g}")).startswith("[LL.6.gen.2]")


def test_a_card_for_one_unit_is_offered_with_its_full_move() -> None:
    state = with_card(field({"a": unit("us", "12:7")}), "quickstep", do="move_bonus", n=2, units="one")
    assert march("a", "ahead:6", use_card=True) in [choice.order for choice in movement.choices(state)]


@pytest.mark.parametrize("kind", ["INF", "ART"])
def test_ll_4_int_6_a_confused_unit_goes_forward_or_by_the_flank_or_is_let_stand(kind: str) -> None:
    state = field({"a": unit("us", "12:7", "0", (3,), kind=kind), "b": unit("us", "20:7")}, invoked=2)
    state.core.pending.append(AwaitConfusedMove(side="cs", unit="a", card="confusion"))
    offered = list(SYSTEM.book.choices(state))
    assert offered[-1] == Choice("cs", Decline())
    assert len(offered) > 1
    packed = msgspec.msgpack.encode(state)
    for choice in offered:
        copy = msgspec.msgpack.decode(packed, type=State)
        give(SYSTEM, copy, "cs", choice.order)
        assert copy.core.pending == []
