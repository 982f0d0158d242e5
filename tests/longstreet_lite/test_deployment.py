"""LL.3.terr.4 to LL.3.terr.6 Edges, and armies deployed in the zones along them."""

from __future__ import annotations

import pytest

from domain.tabletop.measure import Pose
from rules.longstreet_lite import SYSTEM, phases
from rules.longstreet_lite.turn import facts as f
from rules.longstreet_lite.turn.asks import (
    ChooseDeployment,
    ChooseEdge,
    DeployUnit,
    FinishDeployment,
    FinishTerrain,
    PlaceTerrain,
)
from tests.longstreet_lite.positions import give, refusal, said
from tests.longstreet_lite.starts import deploying, mustered, row_of_units, square

DEAL = ("steady-boys",) * 12


def test_ll_3_terr_4_the_lower_roller_chooses_an_edge_and_ll_3_terr_6_the_higher_when_to_deploy() -> None:
    state = mustered()
    for number in range(4):
        give(SYSTEM, state, "us", square(number))
    give(SYSTEM, state, "us", FinishTerrain())
    assert refusal(SYSTEM, state, "us", ChooseEdge(edge="south")) == "LL.4.seq.1"
    give(SYSTEM, state, "cs", ChooseEdge(edge="south"))
    assert state.set_up.edges == {"cs": "south", "us": "north"}
    assert refusal(SYSTEM, state, "cs", ChooseDeployment(first=True)) == "LL.4.seq.1"
    give(SYSTEM, state, "us", ChooseDeployment(first=False))
    assert (state.core.phase, state.set_up.deploying) == (phases.DEPLOY, "cs")


def deploy(at: str, heading: str = "0", ranks: tuple[int, ...] = (4, 3), **more: object) -> DeployUnit:
    return DeployUnit(unit="1st-maine", at=at, heading=heading, ranks=ranks, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (deploy("10:8.001"), "LL.3.terr.5"),
        (deploy("1.999:8"), "LL.3.terr.5"),
        (deploy("10:1.5"), "LL.3.terr.5"),
        (deploy("10:8", "45"), "LL.3.terr.5"),
        (deploy("10:20"), "LL.3.terr.5"),
        (deploy("10:8", ranks=(3, 4)), "LL.1.rank.3"),
        (deploy("10:8", ranks=(4, 2)), "LL.1.rank.1"),
        (deploy("10:8", offset=2), "LL.1.rank.2"),
        (deploy("10:8", limbered=True), "LL.1.art.1"),
        (DeployUnit(unit="1st-texas", at="10:8", heading="0"), "LL.3.terr.5"),
        (DeployUnit(unit="nobody", at="10:8", heading="0"), "LL.3.terr.5"),
        (DeployUnit(unit="halls-battery", at="10:8", heading="0", ranks=(1, 1)), "LL.1.art.2"),
        (DeployUnit(unit="halls-battery", at="10:8", heading="0", ranks=(2,), limbered=True), "LL.1.art.2"),
    ],
)
def test_i4_ll_3_terr_5_d11_a_unit_deploys_wholly_in_its_zone_in_a_legal_formation(
    order: DeployUnit, rule: str
) -> None:
    assert refusal(SYSTEM, deploying(), "us", order) == rule


def test_ll_3_terr_5_the_zone_is_the_third_along_the_edge_to_its_very_line() -> None:
    state = deploying()
    give(SYSTEM, state, "us", deploy("2:8"))
    stands = state.units["1st-maine"]
    assert (stands.pose, stands.ranks, stands.status) == (Pose(x=2000, y=8000, heading=0), (4, 3), "table")
    give(SYSTEM, state, "us", deploy("30:2", offset=1))
    assert (state.units["1st-maine"].pose, stands.offset) == (Pose(x=30000, y=2000, heading=0), 1)
    give(SYSTEM, state, "us", DeployUnit(unit="2nd-maine", at="10:8", heading="360"))
    assert state.units["2nd-maine"].ranks == (7,)


def test_d11_a_battery_deploys_limbered_or_in_one_row_as_its_owner_likes() -> None:
    state = deploying()
    give(SYSTEM, state, "us", DeployUnit(unit="halls-battery", at="10:8", heading="0", limbered=True))
    assert (state.units["halls-battery"].ranks, state.units["halls-battery"].limbered) == ((1,), True)
    give(SYSTEM, state, "us", DeployUnit(unit="leppiens-battery", at="20:8", heading="0", ranks=(2,)))
    assert (state.units["leppiens-battery"].ranks, state.units["leppiens-battery"].limbered) == ((2,), False)


def test_ll_3_terr_5_units_may_touch_and_never_overlap() -> None:
    state = deploying()
    give(SYSTEM, state, "us", deploy("10:8"))
    beside = DeployUnit(unit="2nd-maine", at="13.9:8", heading="0", ranks=(4, 3))
    assert said(SYSTEM, state, "us", beside) == "2nd Maine would stand on 1st Maine"
    give(SYSTEM, state, "us", DeployUnit(unit="2nd-maine", at="14:8", heading="0", ranks=(4, 3)))


def test_d11_nobody_deploys_in_ground_impassable_to_him() -> None:
    state = mustered(options=("rivers",))
    marsh = ("1:1", "12:1", "12:7", "1:7")
    give(SYSTEM, state, "us", PlaceTerrain(name="bog", kind="marsh", points=marsh))
    for number in range(3):
        give(SYSTEM, state, "us", square(number))
    give(SYSTEM, state, "us", FinishTerrain())
    give(SYSTEM, state, "cs", ChooseEdge(edge="north"))
    give(SYSTEM, state, "us", ChooseDeployment(first=True))
    assert refusal(SYSTEM, state, "us", DeployUnit(unit="halls-battery", at="5:5", heading="0")) == "LL.2.imp.1"
    give(SYSTEM, state, "us", deploy("5:5"))


def test_ll_3_terr_5_d11_a_one_whole_army_deploys_before_the_other() -> None:
    state = deploying(first=False)
    orders = row_of_units(state, "cs")
    assert refusal(SYSTEM, state, "us", row_of_units(state, "us")[0]) == "LL.4.seq.1"
    for order in orders[:-1]:
        give(SYSTEM, state, "cs", order)
    left = said(SYSTEM, state, "cs", FinishDeployment())
    assert left == "lathams-battery must be deployed first"
    give(SYSTEM, state, "cs", orders[-1])
    give(SYSTEM, state, "cs", FinishDeployment())
    assert (state.set_up.deploying, state.set_up.done) == ("us", ["cs"])
    for order in row_of_units(state, "us"):
        give(SYSTEM, state, "us", order)
    facts = give(SYSTEM, state, "us", FinishDeployment(), 6, 1, cards=DEAL)
    assert f.BreakPointSet(halves={"us": 16, "cs": 16}, break_point=16) in facts
    assert (state.core.turn, state.core.active, state.core.phase) == (1, "us", phases.TURN_START)


def test_d11_b_units_deploy_in_turns_and_the_last_one_opens_the_battle() -> None:
    state = deploying(readings={"D11": "B"})
    mine, yours = row_of_units(state, "us"), row_of_units(state, "cs")
    assert refusal(SYSTEM, state, "us", FinishDeployment()) == "LL.3.terr.5"
    for ours, theirs in zip(mine[:-1], yours[:-1], strict=True):
        give(SYSTEM, state, "us", ours)
        assert state.set_up.deploying == "cs"
        give(SYSTEM, state, "cs", theirs)
    assert refusal(SYSTEM, state, "us", mine[0]) == "LL.3.terr.5"
    give(SYSTEM, state, "us", mine[-1])
    give(SYSTEM, state, "cs", yours[-1], 1, 6, cards=DEAL)
    assert (state.core.turn, state.core.active) == (1, "cs")


def test_d11_b_the_larger_army_goes_on_alone() -> None:
    state = deploying(readings={"D11": "B"})
    for name in [name for name, unit in state.units.items() if unit.side == "cs"][1:]:
        del state.units[name]
    mine, yours = row_of_units(state, "us"), row_of_units(state, "cs")
    give(SYSTEM, state, "us", mine[0])
    give(SYSTEM, state, "cs", yours[0])
    give(SYSTEM, state, "us", mine[1])
    assert state.set_up.deploying == "us"
