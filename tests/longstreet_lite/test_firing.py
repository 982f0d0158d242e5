"""LL.5.seq, LL.5.hit, LL.5.dense Units fire one by one: dice, modifiers, smoke, what is told and drawn of it."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from domain.kernel.errors import TapeMismatch
from domain.kernel.facts import DiceRolled, PhaseBegan
from domain.kernel.reasons import Modifier, Reason
from domain.words.tell import tell
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.cards.asks import Decline, Reroll
from rules.longstreet_lite.fire import firing
from rules.longstreet_lite.fire.asks import EndFire, FireUnit
from rules.longstreet_lite.fire.facts import FireEnded, ShotsRerolled
from rules.longstreet_lite.fire.to_hit import natural
from rules.longstreet_lite.sight.zones import zones_of
from rules.longstreet_lite.state import State
from tests.longstreet_lite.brigade import fire_phase_state
from tests.longstreet_lite.firing_line import (
    enemy,
    facing,
    fired,
    firer,
    friend,
    guns,
    in_force,
    refused,
    shots,
    told,
    two_lines,
    volley,
)
from tests.longstreet_lite.positions import give, position, refusal, terrain, unit

# The sequence


def test_ll_5_seq_1_hits_pile_up_across_shooters() -> None:
    state = facing(us=firer("9:5", ranks=(2,)), cs=enemy(ranks=(4,)), others={"us-2": firer("11:5", ranks=(2,))})
    shots(state, 4, 6)
    shots(state, 1, 5, unit_id="us-2")
    assert state.units["cs"].hits == 3


def test_ll_5_gen_1_a_unit_fires_once_a_phase() -> None:
    """I13"""
    state = two_lines()
    volley(state, 1, 1, 1)
    assert refused(state) == "LL.5.gen.1"
    assert told(state) == "us has fired in this phase; a unit fires once"
    assert (state.units["us"].acted, state.fire.fired) == (True, ["us"])


def test_ll_5_seq_2_infantry_gets_smoke_and_artillery_none() -> None:
    state = two_lines()
    volley(state, 1, 1, 1)
    assert state.units["us"].smoke
    battery = facing(us=guns())
    assert not fired(volley(battery, 1, 1)).smoke
    assert not battery.units["us"].smoke


def test_ll_5_hit_1_one_die_for_a_base_two_for_canister() -> None:
    assert [len(shot.faces) for shot in shots(two_lines(), 1, 2, 3)] == [1, 1, 1]
    assert [len(shot.faces) for shot in shots(facing(us=guns(count=2), cs=enemy(ranks=(2,))), 1, 2, 3, 4)] == [2, 2]
    assert [len(shot.faces) for shot in shots(facing(us=guns(), cs=enemy("10:15")), 1)] == [1]
    with pytest.raises(TapeMismatch):
        shots(two_lines(), 1, 2)


def test_every_face_belongs_to_a_base_in_the_order_of_the_roll() -> None:
    """LL.5.hit.3 Section 8.3: all dice faces individually, with the base each belongs to."""
    facts = volley(facing(us=guns(count=2), cs=enemy(ranks=(2,))), 1, 6, 3, 4)
    roll = next(fact for fact in facts if isinstance(fact, DiceRolled))
    assert (roll.faces, roll.by, roll.why) == ((1, 6, 3, 4), "us", Reason("to hit", "LL.5.hit.1", ("us",)))
    assert [(s.base, s.faces, s.hits) for s in fired(facts).shots] == [(1, (1, 6), 1), (2, (3, 4), 1)]


def test_ll_5_seq_3_the_active_player_ends_his_fire_and_the_hits_are_told() -> None:
    state = two_lines()
    volley(state, 4, 1, 1)
    facts = give(SYSTEM, state, "us", EndFire(), 1)
    assert facts[0] == FireEnded(by="us", hits={"cs": 1})
    assert state.core.phase == "command"


def test_ll_5_seq_4_with_no_hits_the_phase_is_over_at_once() -> None:
    facts = give(SYSTEM, two_lines(), "us", EndFire())
    assert facts[0] == FireEnded(by="us")
    assert [fact.phase for fact in facts if isinstance(fact, PhaseBegan)] == ["command"]


def test_the_phase_leaves_nothing_behind() -> None:
    state = two_lines()
    volley(state, 4, 1, 1)
    give(SYSTEM, state, "us", EndFire(), 1)
    assert (state.fire.fired, state.fire.shots, state.fire.ended, state.fire.to_kill) == ([], (), False, [])
    assert (state.units["cs"].hits, state.units["us"].acted, state.units["us"].smoke) == (0, False, True)


# To hit


@pytest.mark.parametrize(
    ("mode", "net", "face"),
    [
        ("volley", 0, 4), ("canister", 0, 4), ("bombard", 0, 4), ("skirmish", 0, 6),
        ("volley", 1, 3), ("canister", 1, 3), ("volley", -1, 5), ("bombard", -1, 5),
        ("skirmish", 1, 6), ("skirmish", -1, 6), ("canister", 2, 2), ("canister", 3, 2), ("volley", -2, 6),
        ("volley", -4, 6),
    ],
)  # fmt: skip
def test_ll_5_hit_2_and_ll_5_smmod_2_the_natural_face_needed(mode: str, net: int, face: int) -> None:
    """A 6 always hits and a 1 never does, whatever cards say; LL.5.smmod.2 skirmish fire is never modified."""
    step = 1 if net > 0 else -1
    assert natural(mode, [Modifier(step, "", "")] * abs(net)) == face  # type: ignore[arg-type]


def test_ll_5_smmod_1_a_base_in_difficult_terrain_volleys_at_minus_one() -> None:
    """LL.2.diff.1"""
    (shot,) = shots(facing(terrain("rough", "9:4", "9:4.5", "11:4.5", "11:4")), 4)
    assert (shot.needs, shot.modifiers, shot.hits) == (
        5,
        (Modifier(-1, "firing base in difficult terrain", "LL.5.smmod.1"),),
        0,
    )


def test_ll_5_smmod_2_a_base_in_difficult_terrain_skirmishes_on_six_all_the_same() -> None:
    rough = terrain("rough", "9:4", "9:4.5", "11:4.5", "11:4")
    woods = terrain("woods", "0:6", "0:7", "20:7", "20:6")
    (shot,) = shots(facing(rough, woods, cs=enemy(ranks=(2, 2, 2))), 6)
    assert (shot.mode, shot.needs, shot.modifiers, shot.hits) == ("skirmish", 6, (), 1)


def test_ll_5_smmod_1_woods_are_not_difficult_for_infantry() -> None:
    (shot,) = shots(facing(terrain("woods", "5:2", "5:5", "15:5", "15:2")), 4)
    assert (shot.mode, shot.modifiers) == ("volley", ())


@pytest.mark.parametrize(
    ("ranks", "is_dense"),
    [
        ((2, 2), ""),
        ((2, 2, 2), "AB"),
        ((2, 2, 1), "A"),
        ((2, 2, 2, 1), "AB"),
        ((1, 1, 1), "AB"),
    ],
)
def test_ll_5_dense_1_d25_three_ranks_full_or_not(ranks: tuple[int, ...], is_dense: str) -> None:
    for letter in "AB":
        (shot,) = shots(facing(cs=enemy(ranks=ranks), D25=letter), 3)
        assert [m.cite for m in shot.modifiers] == (["LL.5.dense.1"] if letter in is_dense else []), letter
        assert shot.hits == (1 if letter in is_dense else 0)


@pytest.mark.parametrize(
    ("at", "heading", "is_flanked"),
    [
        pytest.param("10:9", "180", False, id="from the front"),
        pytest.param("10:9", "90", False, id="from its right front"),
        pytest.param("12:7.5", "90", True, id="from behind its front line"),
        pytest.param("10.5:7.5", "90", True, id="with the firing base flush behind the line"),
        pytest.param("10.491:7.5", "90", True, id="with the firing base ahead of it by no more than a touch"),
        pytest.param("10.48:7.5", "90", False, id="with a corner of the firing base ahead of it"),
        pytest.param("10:11", "0", True, id="from the rear"),
    ],
)
def test_ll_1_edge_4_and_ll_5_dense_1_shot_from_behind_its_front_line(at: str, heading: str, is_flanked: bool) -> None:
    """LL.1.edge.4 The firing base must be completely behind the line."""
    (shot,) = shots(facing(cs=enemy(at, heading)), 3)
    assert [m.key for m in shot.modifiers] == (["shot from behind its front line"] if is_flanked else [])


def test_ll_5_dense_1_any_unit_type_can_be_shot_in_flank_and_the_bonus_counts_once() -> None:
    limber = unit("cs", "10:10", "0", kind="ART", limbered=True, bases=2)
    (shot,) = shots(facing(cs=limber), 3)
    assert (len(shot.modifiers), shot.hits) == (1, 1)
    (shot,) = shots(facing(cs=enemy("10:11", "0", (2, 2, 2))), 3)
    assert [m.key for m in shot.modifiers] == ["three ranks or more"]


def test_ll_5_artmod_1_cover_and_density_cancel() -> None:
    wall = terrain("wall", "5:8", "15:8")
    (shot,) = shots(facing(wall, us=guns(), cs=enemy(ranks=(2, 2, 2))), 4, 3)
    assert ([m.value for m in shot.modifiers], shot.needs, shot.hits) == ([1, -1], 4, 1)


# D18


def test_ll_5_gen_1_d18_a_unit_fires_with_every_base_that_can_or_base_by_base() -> None:
    order = FireUnit(unit="us", hold=(2,))
    assert refusal(SYSTEM, two_lines(D18="A"), "us", order) == "LL.5.gen.1"
    assert [s.base for s in fired(give(SYSTEM, two_lines(D18="B"), "us", order, 4, 4)).shots] == [1, 3]


def test_d18_b_a_unit_that_holds_every_base_gives_no_fire() -> None:
    """LL.5.gen.1"""
    assert refusal(SYSTEM, two_lines(D18="B"), "us", FireUnit(unit="us", hold=(1, 2, 3))) == "LL.5.gen.1"
    assert refusal(SYSTEM, two_lines(D18="B"), "us", FireUnit(unit="us", hold=(4,))) == "LL.5.who.1"


def test_d18_b_a_gun_that_holds_its_fire_still_keeps_its_battery_to_canister() -> None:
    """LL.5.artprio.3"""
    state = facing(us=guns(count=2), cs=enemy("9.1:11"), others={"far": enemy("12:16")}, D18="B")
    assert refusal(SYSTEM, state, "us", FireUnit(unit="us", hold=(1,))) == "LL.5.zone.1"


# O4


def test_ll_5_gen_2_units_fire_in_any_order_unless_the_strict_order_is_played() -> None:
    """O4 The second unit that fires says which way the fire runs; who was passed over does not fire any more."""
    others = {f"us-{x}": firer(f"{x}:5", ranks=(2,)) for x in (4, 8, 12, 16)}
    targets = {f"cs-{x}": enemy(f"{x}:9", ranks=(2,)) for x in (4, 8, 12, 16)}

    def fire(state: State, *xs: int) -> None:
        for x in xs:
            give(SYSTEM, state, "us", FireUnit(unit=f"us-{x}"), 1, 1)

    free = position({**others, **targets})
    fire(free, 8, 16, 4, 12)
    strict = position({**others, **targets}, options=("strict_firing_order",))
    fire(strict, 8, 12)
    assert refused(strict, "us-4") == "LL.5.gen.2"
    assert "lies back from us-12" in told(strict, "us-4")
    fire(strict, 16)
    leftward = position({**others, **targets}, options=("strict_firing_order",))
    fire(leftward, 16, 8)
    assert refused(leftward, "us-12") == "LL.5.gen.2"
    fire(leftward, 4)


# Options, words, picture


def test_every_choice_offered_is_accepted() -> None:
    state = fire_phase_state()
    offered = [choice.order for choice in SYSTEM.book.choices(state)]
    assert EndFire() in offered
    assert {order.unit for order in offered if isinstance(order, FireUnit)} == {
        name for name, found in state.units.items() if found.side == "us"
    }
    for order in offered:
        fresh = fire_phase_state()
        with pytest.raises(TapeMismatch) if isinstance(order, FireUnit) else nullcontext():
            give(SYSTEM, fresh, "us", order)  # it comes as far as its dice


def test_choices_name_a_unit_for_a_card_in_force_and_answer_what_is_asked() -> None:
    state = in_force(two_lines(), "aim-low", "us")
    assert FireUnit(unit="us", use_card=True) in [choice.order for choice in SYSTEM.book.choices(state)]
    volley(state, 1, 1, 1)
    assert [(choice.by, choice.order) for choice in SYSTEM.book.choices(state)] == [("us", Reroll()), ("us", Decline())]
    assert list(firing.choices(position({}, phase="move"))) == []


def test_the_log_says_who_fired_at_whom_and_why_it_hit() -> None:
    facts = volley(facing(us=firer(ranks=(3,)), cs=enemy(ranks=(2, 2, 1))), 3, 2, 6)
    assert tell(SYSTEM, fired(facts)) == (
        "us volleys at cs, bases 1 to 3 at 4 BW: needs 3+, +1 three ranks or more (LL.5.dense.1); 3, 2, 6: 2 hits; "
        "smoke (LL.5.seq.2)"
    )
    facts = volley(facing(us=guns(count=2), cs=enemy("13.5:9")), 1, 2, 3, 4)
    assert tell(SYSTEM, fired(facts)) == (
        "us fires canister at cs, bases 1 and 2 at 5.96 to 5.98 BW, turned +31°, +20°: needs 4+; 1 2, 3 4: 1 hit"
    )


def test_the_log_gives_each_base_its_turn_and_one_for_all_if_it_is_the_same() -> None:
    straight_and_turned = volley(facing(us=firer(ranks=(2,)), cs=enemy("9.5:9")), 1, 1)
    assert "bases 1 and 2 at 4 to 4.01 BW, turned 0°, -1°: needs 4+" in tell(SYSTEM, fired(straight_and_turned))
    same = facing(us=guns(count=2), cs=enemy("13.5:9"))
    order = FireUnit(unit="us", aims={"1": 32, "2": 32})
    assert "bases 1 and 2 at 4.72 to 5.82 BW, turned +32°: needs" in tell(
        SYSTEM, fired(give(SYSTEM, same, "us", order, 1, 1, 1, 1))
    )


def test_the_log_says_which_dice_were_rolled_again() -> None:
    state = in_force(two_lines(), "aim-low", "us")
    volley(state, 4, 1, 2)
    rerolled = next(f for f in give(SYSTEM, state, "us", Reroll(), 5, 3) if isinstance(f, ShotsRerolled))
    assert tell(SYSTEM, rerolled) == (
        "us rolls again what missed (aim-low, LL.1.dice.2): volleys at cs, bases 1 to 3 at 4 BW: needs 4+; "
        "4, 1→5, 2→3: 2 hits"
    )
    assert tell(SYSTEM, FireEnded(by="us", hits={"cs": 2})) == "the fire of us is over; hits: 2 on cs (LL.5.seq.3)"


def test_ll_5_zone_1_the_picture_shows_each_strip_as_far_as_it_goes() -> None:
    """LL.2.obs.2, LL.2.hill.2, LL.5.zone.3"""

    def strips(state: State) -> list[tuple[str, int]]:
        return [(zone.kind, zone.ranges[-1]) for zone in zones_of(state, "us") if zone.ranges]

    assert strips(facing(us=firer(ranks=(2,)), cs=enemy("9.5:9"))) == [("short", 4_000), ("short", 6_000)]
    assert strips(facing(us=guns(), cs=enemy("10:15"))) == [("short", 6_000), ("long", 10_000)]
    assert strips(facing(us=guns(), cs=enemy("20:15"))) == [("short", 6_000), ("long", 24_000)]
    assert strips(facing(others={"friend": friend("10:8")})) == [("blocked", 1_000)]
    woods = terrain("woods", "5:6", "5:7", "15:7", "15:6")
    assert strips(facing(woods, us=guns(), cs=enemy("10:15"))) == [("short", 3_000)]
    ridge = terrain("hill", "5:6", "5:9", "15:9", "15:6", crest=("5:7", "15:7"))
    assert strips(facing(ridge, us=guns(), cs=enemy("10:15"))) == [("short", 2_000)]
    assert strips(facing(ridge)) == [("short", 4_000)]


def test_the_picture_has_an_arc_and_nothing_for_a_unit_that_cannot_fire() -> None:
    arc, strip = zones_of(facing(), "us")
    assert (arc.kind, arc.label, strip.begins) == ("fire", "45°", 0)
    assert strip.points[:2] == ((9_500, 5_000), (10_500, 5_000))
    assert (10_000, 11_000) in arc.points
    limber = facing(us=unit("us", "10:5", kind="ART", limbered=True, bases=2), others={"reserve": unit("us")})
    assert zones_of(limber, "us") == zones_of(limber, "reserve") == ()
