"""X33 to X40, X50 Shots that are refused, each with its rule; and what is allowed just beside them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.black_powder.shooting import closing, traversing
from rules.black_powder.shooting.asks import ClearJam, ShootUnit, Torch
from rules.black_powder.shooting.facts import ShotsRolled, TargetChosen
from rules.black_powder.state import COMBAT, Contact, State, Unit, UnitTurn
from tests.black_powder.positions import give, one, piece, position, refused, unit

FARM = piece("building block", "30:30", "36:30", "36:35", "30:35", name="farm")


def touch(who: str, foe: str, side: str = "front", foe_side: str = "front") -> Contact:
    return Contact(unit=who, foe=foe, side=side, foe_side=foe_side, length=9449)  # type: ignore[arg-type]


def field(shooter: Unit, target: Unit, *pieces: object, others: dict[str, Unit] | None = None, **more: object) -> State:
    return position({"b": shooter, "r": target, **(others or {})}, *pieces, **more)  # type: ignore[arg-type]


def foe(at: str = "40:32", profile: str = "d_foot", formation: str = "line", **more: object) -> Unit:
    return unit("red", profile, at, "180", formation, **more)  # type: ignore[arg-type]


SHOOTERS = {
    "march column": (unit("blue", "d_foot", "40:20", formation="march_column"), "BP.vis.1"),
    "limbered": (unit("blue", "d_gun", "40:20", formation="limbered"), "BP.vis.1"),
    "jammed": (unit("blue", "d_mg", "40:20", formation="unlimbered", jammed=True), "BP.mg.7"),
    "shot": (unit("blue", "d_foot", "40:20", turn=UnitTurn(shot=True)), "BP.vis.1"),
    "no arm": (unit("blue", "d_horse", "40:20"), "BP.vis.1"),
    "torched": (unit("blue", "d_foot", "40:20", turn=UnitTurn(torched="farm")), "BP.burn.1"),
}


@pytest.mark.parametrize("case", SHOOTERS)
def test_x33_who_may_not_shoot(case: str) -> None:
    shooter, rule = SHOOTERS[case]
    assert refused(field(shooter, foe()), "blue", ShootUnit(unit="b"))[1] == rule


def test_x33_an_engaged_unit_does_not_shoot() -> None:
    state = field(unit("blue", "d_foot", "40:20"), foe("40:20"), contacts=(touch("b", "r"),))
    assert refused(state, "blue", ShootUnit(unit="b")) == ("engaged", "BP.vis.1")


TARGETS = {
    "out of range": (foe("40:50"), "BP.vis.7"),
    "behind": (foe("40:5"), "BP.tgt.2"),
    "in the flank": (foe("60:19"), "BP.tgt.2"),
    "a friend": (unit("blue", "d_foot", "40:30"), "BP.tgt.2"),
}


@pytest.mark.parametrize("case", TARGETS)
def test_x34_who_may_not_be_shot_at(case: str) -> None:
    target, rule = TARGETS[case]
    assert refused(field(unit("blue", "d_foot", "40:20"), target), "blue", ShootUnit(unit="b", target="r"))[1] == rule


def test_x34_e14_an_engaged_enemy() -> None:
    state = field(
        unit("blue", "d_foot", "40:20"),
        foe(),
        others={"f": unit("blue", "d_foot", "40:32")},
        contacts=(touch("f", "r"),),
    )
    assert refused(state, "blue", ShootUnit(unit="b", target="r")) == ("target is engaged", "BP.tgt.2")


def test_x34_unseen() -> None:
    state = field(unit("blue", "d_foot", "40:20"), foe("40:36"), piece("wood", "20:24", "60:24", "60:31", "20:31"))
    assert refused(state, "blue", ShootUnit(unit="b", target="r")) == ("not seen", "BP.vis.3")
    commander = field(unit("blue", "d_foot", "40:20"), foe())
    assert refused(commander, "blue", ShootUnit(unit="b", target="red-first"))[1] == "BP.tgt.2"


def test_x35_the_nearest_when_none_is_clear() -> None:
    others = {"far": foe("47:30", "d_tiny", "skirmish")}
    state = field(unit("blue", "d_foot", "40:20"), foe("34:28", "d_tiny", "skirmish"), others=others)
    assert refused(state, "blue", ShootUnit(unit="b", target="far")) == ("nearest must be taken", "BP.tgt.4")


def corridor(width: int, profile: str = "d_foot", formation: str = "line") -> State:
    left, right = 40_000 - width // 2 - 1181, 40_000 + width // 2 + 1181
    side = {"l": unit("blue", "d_gun", f"{left / 1000}:24", formation="unlimbered"),
            "x": unit("blue", "d_gun", f"{right / 1000}:24", formation="unlimbered")}  # fmt: skip
    return field(unit("blue", profile, "40:20", formation=formation), foe(), others=side)


def test_x36_corridors() -> None:
    """BP.tgt.6 Six inches, guns three; narrower than the front is not clear."""
    assert refused(corridor(5000), "blue", ShootUnit(unit="b", target="r")) == ("corridor too narrow", "BP.tgt.6")
    seen = one(give(corridor(7000), "blue", ShootUnit(unit="b", target="r"), [1, 1, 1]), TargetChosen)
    assert seen.unclear == ("narrow_corridor",)
    assert 6900 < seen.measured.corridor < 7100
    gun = corridor(5000, "d_gun", "unlimbered")
    assert one(give(gun, "blue", ShootUnit(unit="b", target="r"), [1, 1]), TargetChosen).target == "r"
    refusal = refused(corridor(2000, "d_gun", "unlimbered"), "blue", ShootUnit(unit="b", target="r"))
    assert refusal == ("corridor too narrow", "BP.tgt.6")


HILL = piece("hill", "36:14", "44:14", "44:24", "36:24")


def over(between: str, profile: str = "d_gun") -> State:
    others = {"m": foe(between, "d_foot", "skirmish")}
    return field(unit("blue", profile, "40:20", formation="unlimbered"), foe("40:42"), HILL, others=others)


def test_e23_over_heads() -> None:
    """BP.gun.8 A gun on a hill, skirmishers between, nobody within 6 inches of either: allowed at -1."""
    facts = give(over("40:31"), "blue", ShootUnit(unit="b", target="r"), [1, 1])
    assert one(facts, TargetChosen).overhead
    assert one(facts, ShotsRolled).needs == 5


@pytest.mark.parametrize("between", ["40:25", "40:38"])
def test_x37_not_so_near(between: str) -> None:
    assert refused(over(between), "blue", ShootUnit(unit="b", target="r")) == ("not over heads", "BP.gun.8")


def test_x37_no_machine_gun_over_heads() -> None:
    assert refused(over("40:31", "d_mg"), "blue", ShootUnit(unit="b", target="r")) == ("not over heads", "BP.mg.2")


@pytest.mark.parametrize(("profile", "rule"), [("d_howitzer", "BP.how.4"), ("d_rocket", "BP.rkt.4")])
def test_x38_too_near(profile: str, rule: str) -> None:
    state = field(unit("blue", profile, "40:20", formation="unlimbered"), foe("40:25.9"))
    assert refused(state, "blue", ShootUnit(unit="b", target="r")) == ("too near", rule)


def skirmish() -> State:
    others = {"r2": foe("48:31"), "r3": foe("30:36")}
    return field(unit("blue", "d_foot", "40:20", formation="skirmish"), foe("40:30", "d_small"), others=others)


def test_e20_skirmishers_divide_from_the_nearest_on() -> None:
    """BP.ski.2 X39"""
    facts = give(skirmish(), "blue", ShootUnit(unit="b", target="r", also=("r2",), split=(2, 1)), [1, 1, 1])
    assert [(fact.target, len(fact.faces)) for fact in facts if isinstance(fact, ShotsRolled)] == [("r", 2), ("r2", 1)]
    skipping = ShootUnit(unit="b", target="r2", also=("r3",), split=(2, 1))
    assert refused(skirmish(), "blue", skipping) == ("a nearer one is passed over", "BP.ski.2")
    too_many = ShootUnit(unit="b", target="r", also=("r2",), split=(3, 1))
    assert refused(skirmish(), "blue", too_many) == ("too many dice", "BP.ski.2")
    formed = field(unit("blue", "d_foot", "40:20"), foe())
    assert refused(formed, "blue", ShootUnit(unit="b", target="r", split=(3,))) == (
        "only skirmishers divide",
        "BP.ski.2",
    )


def charged(target: Unit, side: str = "front", **more: object) -> State:
    units = {"b": unit("blue", "d_foot", "40:30"), "r": target}
    return position(units, phase=COMBAT, contacts=(touch("b", "r", "front", side),), **more)  # type: ignore[arg-type]


CLOSING = {
    "warband": (foe("40:30", "d_warband", "warband"), "front", "BP.clo.1"),
    "skirmish": (foe("40:30", "d_foot", "skirmish"), "front", "BP.clo.1"),
    "march column": (foe("40:30", "d_foot", "march_column"), "front", "BP.clo.1"),
    "flank": (foe("40:30"), "left", "BP.clo.1"),
    "twice": (foe("40:30", turn=UnitTurn(reacted=True)), "front", "BP.clo.6"),
    "no firearms": (foe("40:30", "d_horse"), "front", "BP.clo.3"),
    "limbered": (foe("40:30", "d_gun", "limbered"), "front", "BP.clo.2"),
}


@pytest.mark.parametrize("case", CLOSING)
def test_x40_no_closing_fire(case: str) -> None:
    target, side, rule = CLOSING[case]
    found = closing.bar(charged(target, side), "r", "b")
    assert found is not None
    assert found.rule == rule


def test_x40_nor_by_an_engaged_unit() -> None:
    units = {"b": unit("blue", "d_foot", "40:30"), "b2": unit("blue", "d_foot", "45:30"), "r": foe("40:30")}
    state = position(units, phase=COMBAT, contacts=(touch("b2", "r"), touch("b", "r")))
    found = closing.bar(state, "r", "b")
    assert found is not None
    assert found.reason.key == "engaged already"


@pytest.mark.parametrize("profile", ["d_foot", "d_carbines", "d_gun"])
def test_closing_fire_of_those_who_may(profile: str) -> None:
    """BP.clo.1 to BP.clo.3"""
    formation = "unlimbered" if profile == "d_gun" else "line"
    assert closing.bar(charged(foe("40:30", profile, formation)), "r", "b") is None


def test_e24_traversing_fire() -> None:
    """BP.tra.1 Within 12 inches, along half the front at least; once a turn."""
    state = field(unit("blue", "d_horse", "20:20"), foe())
    assert traversing.bar(state, "r", 11_000, Fraction(1, 2)) is None
    for near, covered in ((13_000, Fraction(1)), (8_000, Fraction(49, 100))):
        found = traversing.bar(state, "r", near, covered)
        assert found is not None
        assert found.rule == "BP.tra.1"
    state.units["r"].turn.reacted = True
    again = traversing.bar(state, "r", 8_000, Fraction(1))
    assert again is not None
    assert again.rule == "BP.tra.4"


def test_x50_torching() -> None:
    options = {"fires": True}
    held = field(unit("blue", "d_foot", "33:30"), unit("red", "d_foot", inside="farm"), FARM, options=options)
    assert refused(held, "blue", Torch(unit="b", block="farm")) == ("building is held", "BP.burn.1")
    free = field(unit("blue", "d_foot", "33:30"), foe("33:46"), FARM, options=options)
    give(free, "blue", Torch(unit="b", block="farm"))
    assert refused(free, "blue", ShootUnit(unit="b", target="r")) == ("has torched", "BP.burn.1")
    far = field(unit("blue", "d_foot", "33:20"), foe("33:46"), FARM, options=options)
    assert refused(far, "blue", Torch(unit="b", block="farm")) == ("does not touch it", "BP.burn.1")


def test_a_gun_that_is_not_jammed_is_not_cleared() -> None:
    state = field(unit("blue", "d_mg", "40:20", formation="unlimbered"), foe())
    assert refused(state, "blue", ClearJam(unit="b")) == ("not jammed", "BP.mg.7")


def test_squares_shoot_by_sides() -> None:
    """BP.sq.5, BP.tgt.1"""
    state = field(unit("blue", "d_square", "40:20", formation="square"), foe("40:26"))
    assert refused(state, "blue", ShootUnit(unit="b", target="r")) == ("which side shoots", "BP.tgt.1")
    assert len(one(give(state, "blue", ShootUnit(unit="b", face="front"), [1]), ShotsRolled).faces) == 1
    assert refused(state, "blue", ShootUnit(unit="b", face="front")) == ("side has shot", "BP.tgt.1")
