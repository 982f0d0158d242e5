"""4.2a, 4.2f, 4.4b, 20.3.2a Twin games that differ only in what one side keeps to itself look the same to the other."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from typing import Any

import pytest

from domain.formats.jsonlines.jsonlines import export_game
from domain.games.games import Games
from domain.kernel.chance import SeededChance
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Order
from domain.kernel.play import Recorded, carry_out
from domain.log.refs import Ref
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.command.asks import ListChits, PlaceChits, PlaceReplacement
from rules.wallaces_war.fire.asks import Fire
from rules.wallaces_war.melee.asks import DeclareMelee, Reply
from rules.wallaces_war.sight.board import board
from rules.wallaces_war.state import DEFENSIVE_FIRE, MELEE, REPLACEMENT, State
from rules.wallaces_war.turn.asks import Decline, EndSegment, NameTarget
from tests.wallaces_war.positions import HOUSE, give, position, start

Pair = tuple[State, State]
R, B = "royalist", "barons"
TARGET = ("lewes_edward_target",)
PROBES: tuple[Order, ...] = (
    ListChits(ones=20), ListChits(fours=5), PlaceChits(tracks={"green": (4, 4), "emerald": (4,)}),
    PlaceReplacement(battle="green"), PlaceReplacement(battle="red"), EndSegment(), Decline(),
    NameTarget(battle="segrve"), Fire(unit="segrve-ri-1", target="2015"), Reply(target="2015"),
    DeclareMelee(unit="segrve-ri-1", target="2015"),
)  # fmt: skip


def seen(recorded: list[Recorded], side: str) -> list[Any]:
    return ["hidden" if item.to is not None and side not in item.to else item.fact for item in recorded]


def view(state: State, side: str) -> list[Any]:
    """All that a side could learn without an order that is carried out."""
    pending = state.core.pending[-1:]
    options = sorted(repr(choice.order) for choice in SYSTEM.book.choices(state) if choice.by == side)
    refusals = [refusal(state, side, order) for order in PROBES]
    whose = [frame.side for frame in pending]
    return [options, refusals, whose, state.core.phase, state.core.active, board(state, side), SYSTEM.sight.standing]


def refusal(state: State, side: str, order: Order) -> str:
    try:
        carry_out(SYSTEM, deepcopy(state), side, order, SeededChance(1))
    except IllegalOrder as refused:
        return str(refused)
    return ""


def both(pair: Pair, by: str, order: Order, to: str, seed: int = 1) -> None:
    """One order in either game: the other side sees the same of it."""
    one, other = (carry_out(SYSTEM, state, by, order, SeededChance(seed)) for state in pair)
    assert seen(one, to) == seen(other, to)


def test_4_2a_a_list_shows_nothing_before_both_are_in() -> None:
    pair = start(), start()
    recorded = [
        carry_out(SYSTEM, state, "english", order, SeededChance(1))
        for state, order in zip(pair, (ListChits(fours=5), ListChits(ones=8, threes=4)), strict=True)
    ]
    assert seen(recorded[0], "scots") == seen(recorded[1], "scots") == ["hidden", "hidden"]
    assert view(pair[0], "scots") == view(pair[1], "scots")


def test_4_2f_a_placement_shows_nothing_before_both_are_in() -> None:
    pair = start(), start()
    for state in pair:
        for side in state.core.sides:
            give(state, side, ListChits(fours=5))
    orders = PlaceChits(tracks={"red": (4, 4, 4, 4, 4)}), PlaceChits(tracks={"red": (4, 4, 4), "crimson": (4, 4)})
    recorded = [
        carry_out(SYSTEM, state, "english", order, SeededChance(1)) for state, order in zip(pair, orders, strict=True)
    ]
    assert seen(recorded[0], "scots") == seen(recorded[1], "scots") == ["hidden", "hidden"]
    assert view(pair[0], "scots") == view(pair[1], "scots")


def test_4_4b_d92_b_a_replacement_placed_unseen_shows_nothing() -> None:
    def scene() -> State:
        state = position({}, phase=REPLACEMENT, readings={"D92": "B"})
        for battle in state.battles.values():
            battle.track = [-1, 0, 2]
        state.chits.gained = {"english": 3, "scots": 2}
        return state

    pair = scene(), scene()
    orders = PlaceReplacement(battle="red"), PlaceReplacement(battle="crimson", over_zero=True)
    recorded = [
        carry_out(SYSTEM, state, "english", order, SeededChance(1)) for state, order in zip(pair, orders, strict=True)
    ]
    assert seen(recorded[0], "scots") == seen(recorded[1], "scots")
    assert view(pair[0], "scots") == view(pair[1], "scots")


PLACES = {
    "segrve-ri-1": "2115:3", "glouctr-ri-1": "2114:3", "edward-ri-1": "2014:0", "edward-ri-2": "2015:0",
    "edward-hc-1": "1812:0", "edward-hc-2": "1817:0", "segrve-ri-2": "2117:3", "glouctr-ri-2": "2112:3",
    "simon-m-hc-1": "2313:3", "henry-ri-1": "1809:0",
}  # fmt: skip


def aimed(phase: str, initiative: str, battle: str, **more: Any) -> Pair:
    """Edward's men are to engage Segrave in one game, Gloucester in the other."""
    found = []
    for target in ("segrve", "glouctr"):
        state = position(
            PLACES, scenario="lewes", phase=phase, initiative=initiative, battle=battle, options=TARGET,
            leaders={"edward": "1814", "henry": "1809", "segrve": "2215", "glouctr": "2214", "simon-m": "2313"},
            turn=1, **more,
        )  # fmt: skip
        state.target, state.ready = target, [R, B]
        found.append(state)
    return found[0], found[1]


@pytest.mark.parametrize("battle", ["segrve", "glouctr"])
def test_20_3_2a_whether_edwards_men_may_fire_at_who_attacks_them_is_not_seen(battle: str) -> None:
    pair = aimed(MELEE, B, battle)
    unit, target = (("segrve-ri-1", "2015"), ("glouctr-ri-1", "2014"))[battle == "glouctr"]
    both(pair, B, DeclareMelee(unit=unit, target=target), B)
    both(pair, B, EndSegment(), B)
    assert view(pair[0], B) == view(pair[1], B)


@pytest.mark.parametrize("battle", ["segrve", "glouctr"])
def test_20_3_2a_a_segment_of_defensive_fire_looks_the_same(battle: str) -> None:
    pair = aimed(DEFENSIVE_FIRE, B, battle, active=R)
    assert view(pair[0], B) == view(pair[1], B)
    both(pair, R, EndSegment(), B)
    assert view(pair[0], B) == view(pair[1], B)


@pytest.mark.parametrize("seed", range(4))
def test_20_3_2a_play_at_random_does_not_tell_the_target(seed: int) -> None:
    """Orders that are legal in both games, as long as there are any."""
    rng = random.Random(seed)
    pair = aimed("movement", (R, B)[seed % 2], ("edward", "segrve")[seed % 2])
    for step in range(40):
        options = [{repr(choice): choice for choice in SYSTEM.book.choices(state)} for state in pair]
        common = sorted(set(options[0]) & set(options[1]))
        if not common or pair[0].core.ended:
            break
        choice = options[0][rng.choice(common)]
        both(pair, choice.by, choice.order, B, seed=100 * seed + step)
        assert view(pair[0], B) == view(pair[1], B)


def test_export_of_one_side_withholds_the_other_sides_list(games: Games) -> None:
    games.new(SYSTEM, "plain", "hid", HOUSE)
    games.order(Ref("hid"), "english", ListChits(fours=5))
    lines = [json.loads(line) for line in export_game(games, "hid", "scots")]
    withheld = [line for line in lines if "digest" in line]
    assert [line["to"] for line in withheld] == [["english"]] * 2
    assert not any("fact" in line for line in withheld)
