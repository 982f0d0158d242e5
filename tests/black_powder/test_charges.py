"""BP.chg, BP.rsp, BP.tra Charges: who may, where one comes to stand, who is met, and what those charged do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from domain.tabletop.contact import free_part, lay
from domain.tabletop.measure import Edge, Pose, footprint
from rules.black_powder.breaking.asks import RetreatUnit
from rules.black_powder.charges.asks import AwaitResponse, ChargeWith, FireTraversing, HoldFire, Respond, StandFast
from rules.black_powder.charges.facts import (
    ChargeDeclared,
    ChargeEnded,
    ContactMade,
    FirePassed,
    UnitPushedBack,
    UnitResponded,
)
from rules.black_powder.charges.responses import evade_bar
from rules.black_powder.combat.asks import WinnerMove
from rules.black_powder.combat.facts import WinnerMoved
from rules.black_powder.movement.asks import EndMoves
from rules.black_powder.position import engagement_of
from rules.black_powder.state import Contact, State, Unit
from tests.black_powder.commanding import asked, with_moves
from tests.black_powder.positions import give, one, piece, refused, unit

CHARGE = ChargeWith(unit="u", target="foe")
FRONT = "180"  # a red unit that looks at blue


def duel(mine: Unit, foe: Unit, *pieces: Any, others: Mapping[str, Unit] | None = None, **more: Any) -> State:
    return with_moves({"u": mine, "foe": foe, **(others or {})}, *pieces, who=("u",), **more)


def foot(at: str = "40:20", **more: Any) -> Unit:
    return unit(
        "blue", more.pop("profile", "d_foot"), at, more.pop("heading", "0"), more.pop("formation", "line"), **more
    )


def enemy(
    at: str = "40:30", profile: str = "d_wild", heading: str = FRONT, formation: str = "warband", **more: Any
) -> Unit:
    """A warband has no closing fire: it just takes the charge."""
    return unit("red", profile, at, heading, formation, **more)


def charged(state: State) -> ContactMade:
    fact: ContactMade = one(give(state, "blue", CHARGE), ContactMade)
    return fact


class TestContact:
    def test_e26_only_the_fullest_flush_contact_by_the_shortest_way(self) -> None:
        state = duel(foot("42:22"), enemy("40:30"))
        fact = charged(state)
        assert fact.pose == (42_000, 30_000, 0), "straight ahead: all 4.7 inches of the warband are covered so"
        assert [(one.foe, one.side, one.length, one.of) for one in fact.contacts] == [("foe", "front", 4_724, 4_724)]

    def test_x20_another_place_is_refused(self) -> None:
        state = duel(foot("42:22"), enemy("40:30"))
        aside = ChargeWith(unit="u", target="foe", at="44:30")
        assert refused(state, "blue", aside) == ("not where it would stand", "BP.chg.9")
        assert give(state, "blue", ChargeWith(unit="u", target="foe", at="42:30"))

    def test_bp_chg_9_it_conforms_to_the_side_it_faces(self) -> None:
        fact = charged(duel(foot("50:26", heading="315"), enemy("40:30", heading="120")))
        assert fact.pose[2] == 30_000, "its front flush on the front that looks along 120 degrees"

    @pytest.mark.parametrize(
        ("at", "heading", "side"),
        [("40:22", "0", "front"), ("52:31", "270", "left"), ("28:31", "90", "right"), ("40:42", "180", "rear")],
    )
    def test_bp_chg_8_the_side_is_where_the_leader_starts(self, at: str, heading: str, side: str) -> None:
        fact = charged(duel(foot(at, heading=heading), enemy("40:30")))
        assert fact.contacts[0].side == side

    def test_x19_no_flank_is_charged_from_the_front_zone(self) -> None:
        fact = charged(duel(foot("48:22", heading="330"), enemy("40:30")))
        assert fact.contacts[0].side == "front"

    def test_bp_chg_10_on_the_line_between_two_zones_a_die_tells(self) -> None:
        """The corner of the warband is at 42.362:30; the leader stands on the line at 45 degrees from it."""
        for die, side in ((3, "front"), (4, "left")):
            state = duel(foot("48.362:24", heading="315"), enemy("40:30"))
            facts = give(state, "blue", CHARGE, (die,))
            assert one(facts, ChargeDeclared).die == die
            assert one(facts, ContactMade).contacts[0].side == side

    def test_e25_a_side_that_a_friend_fights_already(self) -> None:
        """A side of 12 inches, 5 of them covered: room for a front of 12 (7 of it in contact), not for one of 16."""
        side = footprint(Pose(x=40_000, y=30_000, heading=18_000), 12_000, 2_000).edge(Edge.FRONT)
        taken = [(-7_000, 5_000)]
        assert free_part(12_000, taken) == 7_000
        laid = lay(side, 12_000, side.end, taken)
        assert laid
        assert laid.covered == 7_000
        assert 2 * laid.covered >= 12_000
        wide = lay(side, 16_000, side.end, taken)
        assert wide
        assert 2 * wide.covered < 16_000

    def test_x21_half_of_the_side_must_be_free(self) -> None:
        friend = unit("blue", "d_foot", "41.5:30")
        touch = Contact(unit="friend", foe="foe", side="front", foe_side="front", length=7_000)
        state = duel(
            foot("30:24", profile="d_small"), unit("red", "d_foot", "40:30", FRONT), others={"friend": friend},
            contacts=(touch,),
        )  # fmt: skip
        assert refused(state, "blue", CHARGE) == ("side taken", "BP.chg.12")

    def test_x21_and_half_of_the_front_brought_in(self) -> None:
        friend = unit("blue", "d_foot", "45:30")
        touch = Contact(unit="friend", foe="foe", side="front", foe_side="front", length=7_600)
        target = unit("red", "d_large", "40:30", FRONT)
        small = duel(foot("32:24", profile="d_small"), target, others={"friend": friend}, contacts=(touch,))
        give(small, "blue", CHARGE)
        assert small.contacts[-1].length == 6_299, "all of its front"
        horse = foot("29:22", profile="d_horse")
        horse.profile = replace(horse.profile, size="large")
        wide = duel(horse, target, others={"friend": friend}, contacts=(touch,))
        assert refused(wide, "blue", CHARGE) == ("too little of its front", "BP.chg.12")


class TestTwoEnemies:
    """BP.chg.13 to BP.chg.15 Two warbands side by side, 4.72 inches each; the charger is a line of 9.45."""

    def test_bp_chg_14_one_covered_by_half_is_engaged(self) -> None:
        fact = charged(duel(foot("40:22"), enemy("38:30"), others={"other": enemy("43:30")}))
        assert {one.foe for one in fact.contacts} == {"foe", "other"}

    def test_bp_chg_13_it_leaves_the_other_alone_if_it_can(self) -> None:
        fact = charged(duel(foot("38:22"), enemy("38:30"), others={"other": enemy("48:30")}))
        assert [one.foe for one in fact.contacts] == ["foe"]

    def test_bp_chg_15_one_barely_touched_stands_back_half_an_inch(self) -> None:
        """It slides along both as far as its target lets it: 4.1 of the 15.7 inches of a large line are covered."""
        other = unit("red", "d_large", "50.9:30", FRONT)
        state = duel(foot("40:22"), enemy("40:30"), others={"other": other})
        facts = give(state, "blue", CHARGE)
        fact = one(facts, UnitPushedBack)
        assert (fact.unit, fact.covered, fact.of, fact.pose[1]) == ("other", 4_061, 15_748, 30_500)
        assert [found.foe for found in one(facts, ContactMade).contacts] == ["foe"]

    def test_e27_all_are_one_engagement(self) -> None:
        """A flank charge that touches those lined up before and behind it."""
        reds = {name: enemy(f"40:{y}", heading="270") for name, y in (("one", 36), ("three", 26))}
        mine = foot("52:31", heading="270", profile="d_large")
        state = duel(mine, enemy("40:31", heading="270"), others=reds)
        fact = charged(state)
        assert {one.foe for one in fact.contacts} == {"one", "foe", "three"}
        assert engagement_of(state, "u") == {"u", "one", "foe", "three"}


class TestWho:
    @pytest.mark.parametrize(
        ("mine", "key", "rule"),
        [
            (foot(casualties=3), "shaken", "BP.chg.3"),
            (foot(formation="march_column"), "formation does not charge", "BP.chg.3"),
            (foot(formation="square"), "formation does not charge", "BP.chg.3"),
            (foot(profile="d_gun", formation="unlimbered"), "guns do not charge", "BP.chg.3"),
        ],
    )
    def test_x16_who_never_charges(self, mine: Unit, key: str, rule: str) -> None:
        assert refused(duel(mine, enemy()), "blue", CHARGE) == (key, rule)

    def test_x17_skirmishers_do_not_charge_formed_troops(self) -> None:
        mine = foot(profile="d_small", formation="skirmish")
        line = unit("red", "d_foot", "40:30", FRONT)
        assert refused(duel(mine, line), "blue", CHARGE) == ("skirmishers against formed troops", "BP.chg.4")
        gun = unit("red", "d_gun", "40:30", "0", "unlimbered")
        assert give(duel(mine, gun), "blue", CHARGE)

    def test_bp_chg_4_but_in_the_flank_of_one_engaged_in_front(self) -> None:
        mine = foot("52:31", heading="270", profile="d_small", formation="skirmish")
        friend = unit("blue", "d_foot", "40:30")
        touch = Contact(unit="friend", foe="foe", side="front", foe_side="front", length=9_000)
        line = unit("red", "d_foot", "40:30", FRONT)
        assert refused(duel(mine, line), "blue", CHARGE)[1] == "BP.chg.4"
        assert give(duel(mine, line, others={"friend": friend}, contacts=(touch,)), "blue", CHARGE)

    def test_x22_horse_against_a_sound_square_or_a_building(self) -> None:
        horse = foot(profile="d_horse")
        square = unit("red", "d_foot", "40:30", FRONT, "square")
        assert refused(duel(horse, square), "blue", CHARGE) == ("sound square", "BP.chg.5")
        shaken = unit("red", "d_foot", "40:30", FRONT, "square", casualties=3)
        assert give(duel(horse, shaken), "blue", CHARGE)
        farm = piece("building block", "36:28", "44:28", "44:34", "36:34", name="farm")
        inside = unit("red", "d_foot", inside="farm")
        assert refused(duel(horse, inside, farm), "blue", CHARGE) == ("no horse against a building", "BP.chg.5")

    def test_x18_sight_and_reach(self) -> None:
        wood = piece("wood", "20:24", "60:24", "60:25", "20:25")
        assert refused(duel(foot(), enemy("40:30"), wood), "blue", CHARGE)[1] in ("BP.ter.2", "BP.chg.6")
        hill = piece("hill", "20:24", "60:24", "60:25", "20:25")
        assert refused(duel(foot(), enemy("40:30"), hill), "blue", CHARGE) == ("target unseen", "BP.chg.6")
        assert refused(duel(foot(), enemy("40:32.1")), "blue", CHARGE) == ("target out of reach", "BP.chg.6")
        assert give(duel(foot(), enemy("40:32")), "blue", CHARGE)

    def test_x23_six_inches_must_be_left_for_an_obstacle(self) -> None:
        wall = piece("obstacle", "20:26", "60:26", cover=1)
        assert refused(duel(foot(), enemy("40:26.1"), wall), "blue", CHARGE) == ("ground costs too much", "BP.ter.5")
        fact = one(give(duel(foot("40:20.2"), enemy("40:26.1"), wall), "blue", CHARGE), ChargeDeclared)
        assert (fact.distance, fact.ground[0].extra) == (5_900, 6_000)

    def test_bp_ter_8_a_building_is_assaulted_with_6_inches_left(self) -> None:
        farm = piece("building block", "36:28", "44:28", "44:34", "36:34", name="farm")
        inside = unit("red", "d_wild", inside="farm")
        assert refused(duel(foot("40:21.9"), inside, farm), "blue", CHARGE)[1] == "BP.ter.5"
        state = duel(foot("40:22"), inside, farm)
        assert charged(state).pose == (40_000, 28_000, 0)

    def test_d17_b_where_it_stood_as_the_order_began(self) -> None:
        state = duel(foot("40:20"), enemy("40:30"), readings={"D17": "B"})
        state.units["u"].pose = Pose(x=52_000, y=31_000, heading=27_000)
        assert charged(state).contacts[0].side == "front"


class TestResponses:
    def asked(self, state: State) -> AwaitResponse:
        frame = state.core.pending[-1]
        assert isinstance(frame, AwaitResponse), frame
        return frame

    def test_bp_rsp_6_horse_rides_to_meet_the_charge_halfway(self) -> None:
        state = duel(foot("40:20", profile="d_horse"), unit("red", "d_horse", "40:32", FRONT))
        give(state, "blue", CHARGE)
        assert self.asked(state).replies == ("hold", "countercharge")
        fact = one(give(state, "red", Respond(unit="foe", reply="countercharge")), ContactMade)
        assert (fact.pose, fact.counter) == ((40_000, 26_000, 0), (40_000, 26_000, 18_000))
        assert fact.charging == ("u", "foe")
        assert state.units["foe"].turn.countercharged

    def test_bp_rsp_7_foot_met_so_is_disordered_and_does_not_count_as_charging(self) -> None:
        state = duel(foot("40:20"), unit("red", "d_horse", "40:30", FRONT))
        give(state, "blue", CHARGE)
        fact = one(give(state, "red", Respond(unit="foe", reply="countercharge")), ContactMade)
        assert fact.charging == ("foe",)
        assert state.units["u"].disordered

    @pytest.mark.parametrize("state_of", [{"disordered": True}, {"casualties": 3}])
    def test_x41_no_countercharge_disordered_or_shaken(self, state_of: dict[str, Any]) -> None:
        state = duel(foot("40:20", profile="d_horse"), unit("red", "d_horse", "40:32", FRONT, **state_of))
        assert one(give(state, "blue", CHARGE), ContactMade), "nothing to ask: it holds"

    def test_x41_nor_after_the_charger_has_moved(self) -> None:
        state = duel(foot("40:20"), unit("red", "d_horse", "40:30", FRONT))
        give(state, "blue", CHARGE)
        give(state, "red", Respond(unit="foe", reply="hold"))
        late = Respond(unit="foe", reply="countercharge")
        assert self.asked(state).replies == ("hold", "evade")
        assert refused(state, "red", late) == ("no such response", "BP.rsp.6")

    def test_bp_rsp_4_horse_turns_to_face(self) -> None:
        state = duel(foot("52:31", heading="270", profile="d_horse"), unit("red", "d_horse", "40:30", FRONT))
        give(state, "blue", CHARGE)
        assert self.asked(state).replies == ("hold", "face")
        facts = give(state, "red", Respond(unit="foe", reply="face"))
        assert one(facts, UnitResponded).pose
        assert one(facts, ContactMade).contacts[0].side == "front"

    def test_x42_not_in_disorder(self) -> None:
        foe = unit("red", "d_horse", "40:30", FRONT, disordered=True)
        state = duel(foot("52:31", heading="270", profile="d_horse"), foe)
        assert one(give(state, "blue", CHARGE), ContactMade).contacts[0].side == "left"

    def test_e34_an_evader_goes_a_full_move_and_is_disordered(self) -> None:
        state = duel(foot("40:20"), unit("red", "d_small", "40:30", FRONT, "skirmish"))
        give(state, "blue", CHARGE)
        assert "evade" in self.asked(state).replies
        give(state, "red", Respond(unit="foe", reply="evade"))
        give(state, "red", RetreatUnit(unit="foe", bearing="0"))
        assert state.units["foe"].disordered
        assert not state.contacts
        pose = state.units["u"].pose
        assert pose
        assert (pose.x, pose.y) == (40_000, 30_000), "the charger stays"

    def test_x42_formed_foot_does_not_evade(self) -> None:
        state = duel(foot("40:20"), unit("red", "d_foot", "40:30", FRONT))
        give(state, "blue", CHARGE)
        assert self.asked(state).replies == ("hold", "closing fire")
        assert refused(state, "red", Respond(unit="foe", reply="evade")) == ("no such response", "BP.rsp.5")

    @pytest.mark.parametrize(("letter", "charger", "may"), [("A", "d_horse", True), ("A", "d_foot", False),
                                                            ("B", "d_foot", True), ("C", "d_horse", True)])  # fmt: skip
    def test_d36_horse_guns_get_away_from_formed_horse(self, letter: str, charger: str, may: bool) -> None:
        gun = unit("red", "d_horse_gun", "40:30", "180", "unlimbered")
        touch = Contact(unit="u", foe="foe", side="front", foe_side="front", length=2_000)
        state = duel(foot("40:30", profile=charger), gun, contacts=(touch,), readings={"D36": letter})
        assert (evade_bar(state, "foe", "u") is None) == may

    def test_d33_b_to_face_after_contact(self) -> None:
        foe = unit("red", "d_horse", "40:30", FRONT)
        state = duel(foot("52:31", heading="270", profile="d_horse"), foe, readings={"D33": "B"})
        give(state, "blue", CHARGE)
        assert "face" in self.asked(state).replies
        give(state, "red", Respond(unit="foe", reply="face"))
        assert state.contacts[0].foe_side == "front"

    def test_bp_sq_10_horse_halts_three_inches_before_a_square(self) -> None:
        state = duel(foot("40:20", profile="d_horse"), unit("red", "d_square", "40:32", FRONT))
        facts = give(state, "blue", CHARGE, (3, 4))
        fact = one(facts, ChargeEnded)
        assert fact.why.cite == "BP.sq.10"
        assert asked(state) == ("AwaitHalted", "blue")
        give(state, "blue", StandFast(unit="u"))
        assert not state.contacts


class TestTraversing:
    """BP.tra.1 Horse that charges horse passes before the front of a line of foot (E24)."""

    def passing(self, at: str = "48:36", **more: Any) -> State:
        foe = unit("red", "d_horse", "60:26", "270", disordered=True)
        line = unit("red", "d_foot", at, FRONT)
        return duel(foot("44:22", heading="90", profile="d_horse"), foe, others={"line": line}, **more)

    def test_e24_it_may_fire_during_the_charge(self) -> None:
        state = self.passing()
        give(state, "blue", CHARGE)
        assert asked(state) == ("AwaitTraversing", "red")
        facts = give(state, "red", FireTraversing(unit="line"), (1, 1, 1))
        assert one(facts, ContactMade)
        assert state.units["line"].turn.reacted

    def test_or_let_it_pass(self) -> None:
        state = self.passing()
        give(state, "blue", CHARGE)
        facts = give(state, "red", HoldFire(unit="line"))
        assert one(facts, FirePassed)
        assert one(facts, ContactMade)


class TestTerror:
    def test_e40_all_moves_are_made_before_the_tests(self) -> None:
        """D37 A: two terrifying units of one order."""
        units = {
            "u": unit("blue", "d_wild", "20:20", formation="warband"),
            "v": unit("blue", "d_wild", "40:20", formation="warband"),
            "foe": unit("red", "d_foot", "20:30", FRONT),
            "other": unit("red", "d_foot", "40:30", FRONT),
        }
        state = with_moves(units)
        assert not [fact for fact in give(state, "blue", CHARGE) if "Break" in type(fact).__name__]
        give(state, "blue", ChargeWith(unit="v", target="other"))
        assert asked(state) == ("AwaitTestOrder", "red"), "both test now, in the owner's order"

    def test_bp_sr_terr_where_the_enemy_runs_the_charger_has_won(self) -> None:
        state = duel(unit("blue", "d_wild", "20:20", formation="warband"), unit("red", "d_foot", "20:30", FRONT))
        give(state, "blue", CHARGE, (2, 2))
        assert state.units["foe"].status == "destroyed"
        assert asked(state) == ("AwaitWinner", "blue")
        facts = give(state, "blue", WinnerMove(unit="u", do="sweep", path=("ahead:6",)))
        assert one(facts, WinnerMoved).do == "sweep"
        assert state.order is None

    def test_d37_c_unit_by_unit(self) -> None:
        units = {
            "u": unit("blue", "d_wild", "20:20", formation="warband"),
            "foe": unit("red", "d_foot", "20:30", FRONT),
        }
        state = with_moves(units, readings={"D37": "C"})
        facts = give(state, "blue", CHARGE, (6, 6))
        assert [type(fact).__name__ for fact in facts].count("BreakTested") == 1


def test_bp_chg_1_moves_left_are_lost_on_contact() -> None:
    state = duel(foot(), enemy())
    give(state, "blue", CHARGE)
    assert state.order is None
    assert refused(state, "blue", EndMoves())[1] == "BP.cmd.5"
