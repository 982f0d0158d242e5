"""LL.7.cover, LL.7.hill, LL.G.7, LL.G.8, D9, D35 Cover in combat."""

from __future__ import annotations

import pytest

from rules.longstreet_lite.combat.facts import AttackRolled
from rules.longstreet_lite.state import Terrain, Unit
from tests.longstreet_lite.fights import charge, engaged_by, fight, one, table
from tests.longstreet_lite.positions import terrain, unit

US, CS = unit("us", "10:10"), unit("cs", "10:13", "180")  # fronts from x = 8 to 12


def cover(
    *pieces: Terrain, others: dict[str, Unit] | None = None, us: Unit = US, **settings: object
) -> dict[str, bool]:
    """Which of those US engages have cover from it."""
    state = table({"us": us, **(others or {"cs": CS})}, *pieces, **{"invoked": 2, **settings})
    charge(state)
    return {name: met.cover for name, met in engaged_by(state).items()}


@pytest.mark.parametrize(
    ("kind", "covers"),
    [("wall", True), ("works", True), ("fence", True), ("embankment", False), ("road", False), ("woods", False)],
)
def test_ll_7_cover_1_walls_and_fences_cover_in_combat_and_woods_do_not(kind: str, covers: bool) -> None:
    """LL.2.table"""
    shape = ("7:12.9", "13:12.9", "13:12.95", "7:12.95") if kind == "woods" else ("7:12.95", "13:12.95")
    assert cover(terrain(kind, *shape)) == {"cs": covers}


@pytest.mark.parametrize(
    ("y", "covers"),
    [
        pytest.param("12.91", True, id="just short of the edge where they touch"),
        pytest.param("13.09", True, id="just beyond it"),
        pytest.param("12.85", False, id="0.15 BW before it: the attacker has crossed the wall"),
        pytest.param("13.15", False, id="0.15 BW behind it: the defender stands before the wall"),
        pytest.param("14", False, id="at the defender's back"),
    ],
)
def test_ll_g_8_cover_within_a_tenth_of_a_base_width_of_the_contact_lies_between(y: str, covers: bool) -> None:
    """LL.7.cover.2 Where they touch the lines have no length."""
    assert cover(terrain("wall", f"7:{y}", f"13:{y}")) == {"cs": covers}


def test_ll_7_cover_1_the_defender_need_not_be_lined_up_on_the_cover() -> None:
    """The wall runs between attacker and `near`, touching neither."""
    others = {"touched": unit("cs", "13:13", "180"), "near": unit("cs", "9:13.9", "180", (2,))}
    assert cover(terrain("wall", "7:13.4", "10.5:13.4"), others=others) == {"touched": False, "near": True}


def test_ll_7_cover_2_one_line_straight_ahead_that_misses_the_cover_undoes_it() -> None:
    assert cover(terrain("fence", "7:12.95", "12.5:12.95")) == {"cs": True}
    assert cover(terrain("fence", "7:12.95", "11.9:12.95")) == {"cs": False}


def test_ll_7_cover_2_only_lines_to_the_defender_count() -> None:
    """The fence ends where the defender does; the rest of the attacker's front looks past him."""
    assert cover(terrain("fence", "7:12.95", "10:12.95"), others={"cs": unit("cs", "9:13", "180", (2,))}) == {
        "cs": True
    }


def test_ll_7_cover_2_pieces_that_leave_no_gap_cover_together() -> None:
    fence = terrain("fence", "7:12.95", "10:12.95")
    assert cover(fence, terrain("wall", "10:12.98", "13:12.98")) == {"cs": True}
    assert cover(fence, terrain("wall", "10.1:12.98", "13:12.98")) == {"cs": False}


def test_ll_g_7_combat_looks_at_the_whole_unit_and_fire_at_one_base() -> None:
    """Cover before half of the defender's front is none in combat."""
    assert cover(terrain("wall", "7:12.95", "10:12.95")) == {"cs": False}


def test_ll_7_hill_1_a_crest_covers_against_those_who_come_up_to_it() -> None:
    hill = terrain("hill", "7:12", "13:12", "13:16", "7:16", crest=("7:13", "13:13"))
    assert cover(hill) == {"cs": True}
    above = unit("us", "10:17.5", "180")  # comes down from behind: the crest is at the defender's front
    rear = {"cs": unit("cs", "10:13", "180")}
    assert cover(hill, others=rear, us=above) == {"cs": False}


def test_ll_7_hill_1_a_plateau_has_no_crest_where_that_is_agreed() -> None:
    """LL.2.crest.1, O2"""
    hill = terrain("hill", "7:12", "13:12", "13:16", "7:16", crest=("7:13", "13:13"), plateau=True)
    assert cover(hill) == {"cs": True}
    assert cover(hill, options=("plateaus",)) == {"cs": False}


def test_d9_crops_cover_in_combat_where_they_are_read_so() -> None:
    """LL.7.cover.1 B and C cover a defender at the field's edge; an attacker in the crops has none before him."""
    field = terrain("field", "7:12.95", "13:12.95", "13:16", "7:16")
    assert [cover(field, readings={"D9": reading}) for reading in "ABC"] == [{"cs": False}, {"cs": True}, {"cs": True}]
    trampled = terrain("field", "7:11", "13:11", "13:12.95", "7:12.95")
    assert cover(trampled, readings={"D9": "B"}) == {"cs": False}


def two_attackers(reading: str) -> list[tuple[str, int]]:
    """What each attacker's dice need: `us` comes over the fence, `us2` past its end."""
    units = {
        "us": unit("us", "8.5:10", ranks=(3,)), "us2": unit("us", "11.5:10", ranks=(3,)),
        "cs": unit("cs", "10:13", "180", (6,)),
    }  # fmt: skip
    state = table(units, terrain("fence", "6:12.95", "10.5:12.95"), readings={"D35": reading})
    charge(state)
    charge(state, "us2")
    facts = fight(state, *(6,) * 6, *(1,) * 6)
    return [(part.unit, part.needs) for part in one(AttackRolled, facts).parts]


def test_d35_cover_is_judged_for_each_attacker_or_undone_for_all_by_one() -> None:
    """LL.7.attmod.1"""
    assert two_attackers("A") == [("us", 5), ("us2", 4)]
    assert two_attackers("B") == [("us", 4), ("us2", 4)]
