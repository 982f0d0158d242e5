"""10.2 Who may attack, and whom: every refusal of an attack on foot."""

from __future__ import annotations

import pytest

from rules.wallaces_war.melee.asks import DeclareMelee
from rules.wallaces_war.melee.eligible import target_bar
from rules.wallaces_war.melee.facts import AttackDeclared
from rules.wallaces_war.state import EXTENSION, OFFENSIVE_FIRE
from rules.wallaces_war.turn.asks import EndSegment
from tests.wallaces_war.melees import NE, NW, SE, SW, A, E, W, attack, close, melee, options
from tests.wallaces_war.positions import at, give, refused, told

FOE = {"green-sc-1": f"{A}:4"}
ATTACK = DeclareMelee(unit="red-ri-1", target=A)


def test_10_2b_only_units_of_the_activated_battle_attack_an_enemy() -> None:
    state = melee({**FOE, "red-ri-1": f"{SW}:1", "crimson-ri-1": f"{W}:2"})
    assert refused(state, "english", DeclareMelee(unit="crimson-ri-1", target=A)) == "10.2b"
    assert refused(state, "scots", DeclareMelee(unit="green-sc-1", target=SW)) == "10.3a"
    assert refused(state, "english", DeclareMelee(unit="red-ri-1", target=at(-1, 0))) == "10.2b"
    assert refused(state, "english", DeclareMelee(unit="red-ri-9", target=A)) == "10.2b"
    assert refused(state, "english", DeclareMelee(unit="red-ri-1", target="9999")) == "10.2b"


def test_P26_43_5_3b_only_a_front_hex_is_attacked() -> None:
    state = melee({**FOE, "red-ri-1": f"{SW}:4"})
    assert refused(state, "english", ATTACK) == "5.3b"


def test_P26_44_10_2d_a_unit_attacks_one_hex() -> None:
    state = melee({**FOE, "green-sc-2": f"{W}:4", "red-ri-1": f"{SW}:0"})
    attack(state, ("red-ri-1", W))
    assert refused(state, "english", DeclareMelee(unit="red-ri-1", target=A)) == "10.2d"
    assert not [order for order in options(state) if isinstance(order, DeclareMelee)]


def test_P26_45_10_2e_who_fired_at_an_adjacent_hex_attacks_that_hex() -> None:
    state = melee({**FOE, "green-sc-2": f"{W}:4", "red-ri-1": f"{SW}:0"})
    state.turn.aimed = {"red-ri-1": W}
    assert refused(state, "english", ATTACK) == "10.2e"
    attack(state, ("red-ri-1", W))


@pytest.mark.parametrize("unit", ["red-xb-1", "red-mxb-1", "red-ar-1"])
def test_P26_46_10_2k_missile_units_never_initiate(unit: str) -> None:
    state = melee({**FOE, unit: f"{SW}:1"})
    assert refused(state, "english", DeclareMelee(unit=unit, target=A)) == "10.2k"


def test_10_2h_and_14_4f_and_p26_47_a_shaken_unit_cannot_initiate() -> None:
    state = melee({**FOE, "red-ri-1": f"{SW}:1"}, shaken=["red-ri-1"])
    assert refused(state, "english", ATTACK) == "10.2h"


@pytest.mark.parametrize("standing", ["weakened", "broken"])
def test_P26_48_10_2i_a_weakened_or_broken_battle_cannot_initiate(standing: str) -> None:
    state = melee({**FOE, "red-ri-1": f"{SW}:1"})
    state.battles["red"].standing = standing  # type: ignore[assignment]
    assert refused(state, "english", ATTACK) == "10.2i"


def test_10_2j_and_11_2c_and_p26_49_heavy_cavalry_must_charge() -> None:
    state = melee({**FOE, "red-hc-1": f"{SW}:1"})
    assert refused(state, "english", DeclareMelee(unit="red-hc-1", target=A)) == "10.2j"


def test_9_7_s6c_and_10_2l_and_p26_42_who_advanced_after_fire_cannot_initiate() -> None:
    state = melee({**FOE, "red-ri-1": f"{SW}:1"})
    state.turn.followed = ["red-ri-1"]
    assert refused(state, "english", ATTACK) == "9.7/S6c"


def test_P26_51_10_3a_nothing_is_declared_outside_its_moment() -> None:
    state = melee({**FOE, "red-ri-1": f"{SW}:1", "red-ri-2": f"{W}:2"})
    attack(state, ("red-ri-1", A))
    close(state, 1)
    assert refused(state, "english", DeclareMelee(unit="red-ri-2", target=A)) == "10.3a"
    for phase in (OFFENSIVE_FIRE, EXTENSION):
        state = melee({**FOE, "red-ri-1": f"{SW}:1"})
        state.core.phase = phase
        assert refused(state, "english", ATTACK) == "10.3a"


def test_P26_51_10_3b_a_declared_attack_is_not_skipped() -> None:
    state = melee({**FOE, "red-ri-1": f"{SW}:1", "red-ri-2": f"{W}:2"})
    attack(state, ("red-ri-1", A), ("red-ri-2", A))
    close(state)
    assert refused(state, "english", EndSegment()) == "10.3b"


def _stirling(**more: object) -> tuple[str, str, str]:
    """Two hexes with the river between them and no bridge, and two with one."""
    state = melee({}, scenario="stirling_bridge", battle="hugh", initiative="english")
    ground = state.ground
    side = next(side for side in ground.rivers if side not in ground.bridges)
    a, b = side.split("-") if "-" in side else side.split("/")
    return a, b, side


def test_P26_50_10_2g_no_melee_across_a_side_that_cannot_be_crossed() -> None:
    a, b, _ = _stirling()
    state = melee({}, scenario="early_crossing", battle="hugh")
    facing = next(k for k in range(6) if b in state.ground.front(a, k))
    state = melee({"hugh-ri-1": f"{a}:{facing}", "wallace-sc-1": f"{b}:0"}, scenario="early_crossing", battle="hugh")
    assert refused(state, "english", DeclareMelee(unit="hugh-ri-1", target=b)) == "10.2g"


def test_P26_78_10_2n_D93_a_hex_closed_to_the_attacker_is_not_attacked() -> None:
    state = melee({}, scenario="falkirk", battle="bek")
    marsh = next(hex for hex in state.ground.marsh)
    for letter, rule in (("A", "10.2n"), ("B", "10.2j")):
        near = next(to for to in state.ground.near(marsh) if "marsh" not in state.ground.terrain(to))
        facing = next(k for k in range(6) if marsh in state.ground.front(near, k))
        horse = next(name for name, unit in state.units.items() if unit.battle == "bek" and unit.kind == "HC")
        foe = next(name for name, unit in state.units.items() if unit.side == "scots" and unit.kind == "SC")
        found = melee(
            {horse: f"{near}:{facing}", foe: f"{marsh}:0"},
            scenario="falkirk",
            battle="bek",
            readings={"D93": letter},
        )
        bar = target_bar(found, horse, near, marsh)
        assert (bar.rule if bar else None) == (rule if letter == "A" else None)


def test_P26_76_20_3_2a_edwards_men_engage_the_battle_named_alone() -> None:
    state = melee(
        {"edward-ri-1": "1313:0", "henry-m-ri-1": "1413:3", "glouctr-ri-1": "1412:3"},
        scenario="lewes",
        battle="edward",
        initiative="royalist",
        options=["lewes_edward_target"],
    )
    state.target = "glouctr"
    front = state.ground.front("1313", 0)
    foes = {state.stacks[to][0]: to for to in front if to in state.stacks}
    other = next(to for unit, to in foes.items() if state.units[unit].battle != "glouctr")
    assert refused(state, "royalist", DeclareMelee(unit="edward-ri-1", target=other)) == "20.3.2a"
    state.battles["glouctr"].standing = "broken"
    attack(state, ("edward-ri-1", other))


@pytest.mark.parametrize(("letter", "rule"), [("A", ""), ("B", "10.4d"), ("C", "10.4d")])
def test_D13_who_may_act_in_phase_E(letter: str, rule: str) -> None:
    state = melee({**FOE, "red-ri-1": f"{SW}:1"}, readings={"D13": letter})
    state.turn.round = 1
    if rule:
        assert refused(state, "english", ATTACK) == rule
    state.turn.initiated = ["red-ri-2"] if letter == "C" else ["red-ri-1"]
    attack(state, ("red-ri-1", A))


STACK = {"red-ri-1": f"{SW}:1", "red-ri-2": f"{SW}:1"}


def test_8_2f_and_10_2f_a_stack_attacks_as_one() -> None:
    state = melee({**FOE, **STACK})
    [fact] = told(give(state, "english", DeclareMelee(unit="red-ri-2", target=A)), AttackDeclared)
    assert fact.units == ("red-ri-1", "red-ri-2")
    assert refused(state, "english", ATTACK) == "10.2d"


def test_8_2g_D29_with_a_shaken_unit_only_the_one_on_top_attacks() -> None:
    state = melee({**FOE, **STACK}, shaken=["red-ri-2"])
    [fact] = told(give(state, "english", ATTACK), AttackDeclared)
    assert fact.units == ("red-ri-1",)
    state = melee({**FOE, **STACK}, shaken=["red-ri-1"])
    assert refused(state, "english", DeclareMelee(unit="red-ri-2", target=A)) == "8.2g"
    state = melee({**FOE, **STACK}, shaken=["red-ri-2"], readings={"D29": "B"})
    assert refused(state, "english", ATTACK) == "14.4h"
    state = melee({**FOE, **STACK}, shaken=["red-ri-1"], readings={"D29": "B"})
    [fact] = told(give(state, "english", DeclareMelee(unit="red-ri-2", target=A)), AttackDeclared)
    assert fact.units == ("red-ri-2",)


@pytest.mark.parametrize(
    ("letter", "over", "under"),
    [("A", ("red-ri-1",), "10.2k"), ("B", ("red-ri-1", "red-ar-1"), ""), ("C", "10.2k", "10.2k")],
)
def test_D27_infantry_stacked_with_a_missile_unit(letter: str, over: object, under: str) -> None:
    for places, expected in (
        ({"red-ri-1": f"{SW}:1", "red-ar-1": f"{SW}:1"}, over),
        ({"red-ar-1": f"{SW}:1", "red-ri-1": f"{SW}:1"}, under or ("red-ar-1", "red-ri-1")),
    ):
        state = melee({**FOE, **places}, readings={"D27": letter})
        if isinstance(expected, str):
            assert refused(state, "english", ATTACK) == expected
        else:
            assert told(give(state, "english", ATTACK), AttackDeclared)[0].units == expected


def test_10_3a_every_attack_that_is_listed_is_legal_and_none_is_missing() -> None:
    state = melee({**FOE, **STACK, "green-sc-2": f"{W}:0", "red-sc-1": f"{NE}:0", "red-hc-1": f"{E}:4"})
    found = {(order.unit, order.target) for order in options(state) if isinstance(order, DeclareMelee)}
    assert found == {("red-ri-1", A), ("red-sc-1", A)}


@pytest.mark.parametrize(("chit", "rule"), [(0, "4.5"), (1, "")])
def test_4_5_with_a_0_only_who_is_in_an_enemy_zone_starts_a_melee(chit: int, rule: str) -> None:
    """One stands before the enemy, in its zone; another behind it, where it has none."""
    state = melee({"red-ri-1": f"{NW}:3", "red-ri-2": f"{SE}:0", "green-ri-1": f"{A}:0"}, chit=chit)
    attackers = {order.unit for order in options(state) if isinstance(order, DeclareMelee)}
    assert attackers == {"red-ri-1"} | ({"red-ri-2"} if chit else set())
    if rule:
        assert refused(state, "english", DeclareMelee(unit="red-ri-2", target=A)) == rule
    attack(state, ("red-ri-1", A))
