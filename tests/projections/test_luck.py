"""Luck: where outcomes stood among all that could have come, and what may honestly be said of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

from domain.games.audit import Progress
from domain.games.games import Games
from domain.kernel.chance import EnteredChance
from domain.kernel.facts import DiceRolled
from domain.kernel.packs import Pack
from domain.kernel.play import Recorded
from domain.kernel.reasons import Reason, said
from domain.log.entry import Envelope
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.odds.ends import Upshot
from domain.odds.past import Past, Weighed, past
from projections.charts import luck as luck_svg
from projections.luck import text as luck_text
from projections.luck.luck import Luck, curve, judge, kind_of, stood_out, worth
from projections.luck.standing import Spread, height, totals
from rules import SYSTEMS
from rules.freeform.luck import AddDeck, DrawCard, RollDice
from tests import mill_bridge as mb
from tests.replay_fixtures import FIXTURES, brought_in

REF = Ref("game")
SIDES = ("blue", "red")
VOLLEY = mb.FireVolley(unit="b1", target="r1")
HALF = Fraction(1, 2)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[Games]:
    """Three volleys at long range, where a six hits: a hit, a miss, a hit."""
    with GameLog(str(tmp_path / "games.db"), {"mill_bridge": mb.SYSTEM}) as log:
        games = Games(log)
        games.new(mb.SYSTEM, "bridge", "game", mb.PACK)
        for die in (6, 2, 6):
            games.order(REF, "blue", VOLLEY, EnteredChance([die]))
        yield games


def luck_of(games: Games, ref: Ref = REF) -> Luck:
    return judge(past(games, ref), str(ref))


def interrupt(at: int) -> Progress:
    """Ctrl-C once so many entries are done."""

    def step(done: int, _of: int) -> None:
        if done >= at:
            raise KeyboardInterrupt

    return step


def coin(entry: int, won: bool, why: str = "MB.1 toss", by: str = "blue") -> Weighed:
    """An even chance of a loss for red."""
    hit, miss = Upshot(None, (0, 0), (0, 1)), Upshot(None, (0, 0), (0, 0))
    roll = DiceRolled(by=by, sides=2, faces=(1,), why=said(why), source="fair")
    return Weighed(entry, 1 + entry // 10, by, "Toss", "", (roll,), hit if won else miss, {hit: HALF, miss: HALF}, 0)


def tossed(*won: bool) -> Luck:
    decided = [coin(entry, one) for entry, one in enumerate(won, 1)]
    return judge(Past(SIDES, len(won), tuple(decided), ()), "game")


def test_half_of_what_is_just_as_good_counts_as_worse() -> None:
    spread = {(0,): Fraction(1, 2), (1,): Fraction(1, 3), (2,): Fraction(1, 6)}
    middle = Spread(spread, (1,)).standing()
    assert (middle.percentile, middle.share) == (pytest.approx(1 / 2 + 1 / 6), pytest.approx(1 / 3))
    assert middle.tail == pytest.approx(1 / 2)
    assert Spread(spread, (0,)).standing().percentile == pytest.approx(1 / 4)
    assert Spread(spread, (0,)).standing().tail == pytest.approx(1 / 2)


def test_percentiles_have_the_mean_one_half_and_the_variance_that_is_told() -> None:
    spread = {(0,): Fraction(1, 2), (1,): Fraction(1, 3), (2,): Fraction(1, 6)}
    standings = {value: Spread(spread, value).standing() for value in spread}
    assert sum(p * Fraction(standings[v].percentile) for v, p in spread.items()) == pytest.approx(1 / 2)
    variance = sum(p * Fraction(standings[v].percentile - 0.5) ** 2 for v, p in spread.items())
    assert [one.variance for one in standings.values()] == pytest.approx([float(variance)] * 3)


def test_totals_of_dice_are_counted() -> None:
    assert totals(1, 6) == (1,) * 6
    assert totals(2, 6) == (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
    assert (sum(totals(5, 10)), len(totals(5, 10))) == (10**5, 46)


def test_a_throw_stands_among_all_totals_of_its_dice() -> None:
    assert height(2, 6, 12).percentile == pytest.approx(71 / 72)
    assert height(2, 6, 7).percentile == 0.5
    assert height(1, 6, 1).variance == pytest.approx((1 - 6 / 6**3) / 12)
    assert height(1, 10_000, 5_000).percentile == pytest.approx(0.49995)


def test_of_very_many_faces_the_total_is_taken_as_normal() -> None:
    assert height(200, 100, 10_100).percentile == 0.5
    assert height(200, 100, 10_900).percentile == pytest.approx(0.975, abs=0.002)


@pytest.mark.parametrize(
    ("why", "kind"),
    [
        ("11.3 combat: Meredith (Iron) on Archer", "11.3 combat"),
        ("14.3 bombardment of 1827", "14.3 bombardment"),
        ("11.6a coordination on 2420", "11.6a coordination"),
        ("MB.10.5 volley", "MB.10.5 volley"),
        ("Smith at the cafe", "Smith at the cafe"),
        ("", ""),
        (": odd", ": odd"),
    ],
)
def test_a_kind_of_roll_names_no_unit_and_no_place(why: str, kind: str) -> None:
    assert kind_of(said(why)) == kind


def test_a_kind_of_roll_that_rules_ask_for_is_their_rule_and_its_key() -> None:
    assert kind_of(Reason("combat", "11.3", ("U-1", "C-41"))) == "11.3 combat"
    assert kind_of(Reason("volley")) == "volley"


def test_who_wins_comes_before_points_and_points_before_losses() -> None:
    lost = Upshot("red", (9, 0), (0, 9))
    points, losses, none = (Upshot(None, p, c) for p, c in (((1, 0), (5, 0)), ((0, 0), (0, 5)), ((0, 0), (0, 0))))
    ranked = [lost, none, losses, points]
    assert sorted(ranked, key=lambda one: worth(one, SIDES, "blue")) == ranked
    assert sorted(ranked, key=lambda one: worth(one, SIDES, "red")) == ranked[::-1]


def test_a_hit_at_one_in_six_stands_high_for_the_firer_and_low_for_the_target(bridge: Games) -> None:
    found = luck_of(bridge)
    assert [(one.entry, one.by, one.kind, one.exact) for one in found.judged] == [
        (2, "blue", "MB.10.5 volley", True), (7, "blue", "MB.10.5 volley", True), (10, "blue", "MB.10.5 volley", True),
    ]  # fmt: skip
    first, second, _ = found.judged
    assert first.sides["blue"].percentile == pytest.approx(11 / 12)
    assert first.sides["red"].percentile == pytest.approx(1 / 12)
    assert second.sides["blue"].percentile == pytest.approx(5 / 12)
    assert first.came == "r1 (red) loses 1 step to volley; blue gains 1 point for a step [MB.12.1]"
    assert second.came == ""


def test_what_one_side_gains_the_other_loses(bridge: Games) -> None:
    blue, _, red, _ = luck_of(bridge).tallies
    assert (blue.side, blue.kind, blue.count) == ("blue", None, 3)
    assert blue.luck == pytest.approx(5 / 12 - 1 / 12 + 5 / 12)
    assert (red.luck, red.within) == (pytest.approx(-blue.luck), pytest.approx(blue.within))
    variance = 3 * (1 - Fraction(5, 6) ** 3 - Fraction(1, 6) ** 3) / 12
    assert blue.within == pytest.approx(1.959964 * float(variance) ** 0.5)


def test_losses_are_set_against_those_that_fair_dice_give(bridge: Games) -> None:
    (toll,) = luck_of(bridge).tolls
    assert (toll.side, toll.taken, toll.mean, toll.low) == ("red", 2, pytest.approx(0.5), 0.0)
    assert toll.high == pytest.approx(0.5 + 1.959964 * (3 * 5 / 36) ** 0.5)


def test_only_entries_up_to_the_one_asked_for_count(bridge: Games) -> None:
    assert [one.entry for one in luck_of(bridge, REF._replace(entry=6)).judged] == [2]
    assert luck_of(bridge, REF._replace(entry=1)).words == "No dice have been rolled, so there is no luck to speak of."


def test_an_order_that_is_cut_short_or_not_by_the_rules_is_left_out_and_counted(bridge: Games) -> None:
    assert luck_of(bridge, REF._replace(entry=8)).skipped == (7,)
    line = bridge.line(REF)
    facts = [entry.fact for entry in bridge.entries(REF)[9:]]
    forged = [*facts[:1], mb.UnitMoved(unit="b1", to=4), *facts[1:]]
    head = bridge.log.head(line)
    bridge.log.append(line, head, Envelope(head.order_no + 1, "blue", 0, ""), [Recorded(fact) for fact in forged])
    found = luck_of(bridge)
    assert found.skipped == (head.number + 1,)
    assert "1 order left out" in "\n".join(luck_text.intro(found))


def test_dice_that_change_neither_points_nor_losses_are_judged_by_their_height(games: Games, pack: Pack) -> None:
    games.new(SYSTEMS["freeform"], "blank", "game", pack)
    games.order(REF, "blue", RollDice(why="volley at 12", dice=2), EnteredChance([6, 6]))
    games.order(REF, "red", RollDice(why="rally"), EnteredChance([1]))
    found = luck_of(games)
    assert found.judged == found.tallies == found.tolls == ()
    assert [(one.by, one.kind, one.dice, one.total) for one in found.heights] == [
        ("blue", "volley", "2d6", 12), ("red", "rally", "1d6", 1),
    ]  # fmt: skip
    assert [one.luck for one in found.height_tallies if one.kind is None] == pytest.approx([71 / 72 - 1 / 2, -5 / 12])
    assert "only their height can be judged, not whom it served" in found.words


def test_cards_alone_are_not_judged_by_height(games: Games, pack: Pack) -> None:
    games.new(SYSTEMS["freeform"], "blank", "game", pack)
    games.order(REF, "blue", AddDeck(deck="fate", cards=("ace", "king")))
    games.order(REF, "blue", DrawCard(deck="fate"), EnteredChance((), ["ace"]))
    assert (luck_of(games).heights, luck_of(games).judged) == ((), ())


def test_of_a_few_orders_nothing_is_said() -> None:
    found = tossed(*[True] * 9)
    assert found.words == "Only 9 orders could change points or losses: too few to speak of luck."
    assert not any(tally.is_outside for tally in found.tallies)


def test_inside_the_band_no_luck_is_claimed() -> None:
    found = tossed(*[True, False] * 9, True, True)
    assert found.words == (
        "The dice were +0.5 for blue over 20 orders; 19 in 20 games with fair dice end within 2.2 either way, "
        "so this is no more luck than anyone has."
    )


def test_outside_the_band_it_is_said_how_often_fair_dice_do_that() -> None:
    found = tossed(*[True] * 10)
    assert found.words == (
        "The dice were +2.5 for blue over 10 orders; 19 in 20 games with fair dice end within 1.5 either way. "
        "That is uncommon luck: fair dice go so far in about one of 639 games; of many games some are like that."
    )
    assert "fewer than one of 10,000 games" in tossed(*[True] * 40).words


def test_what_stood_out_is_named_with_the_side_it_served() -> None:
    rare = Upshot(None, (0, 0), (0, 1)), Upshot(None, (0, 0), (0, 0))
    seldom = coin(3, won=True)._replace(spread={rare[0]: Fraction(1, 20), rare[1]: Fraction(19, 20)})
    found = judge(Past(SIDES, 9, (coin(1, won=True), seldom, coin(5, won=False)), ()), "game")
    assert [(one.entry, side) for one, side in stood_out(found)] == [(3, "blue")]


def test_the_curve_adds_up_and_its_band_widens() -> None:
    found = tossed(True, True, False)
    points = curve((one.entry, one.sides["blue"]) for one in found.judged)
    assert [(point.entry, point.luck) for point in points] == [(0, 0.0), (1, 0.25), (2, 0.5), (3, 0.25)]
    assert [point.within for point in points] == pytest.approx([1.959964 * (n / 16) ** 0.5 for n in range(4)])


def test_three_sides_have_a_line_each() -> None:
    changes = {Upshot(None, (0, 0, 0), (n == 0, n == 1, n == 2)): Fraction(1, 3) for n in range(3)}
    roll = DiceRolled(by="red", sides=3, faces=(1,), why=said("x"), source="fair")
    one = Weighed(1, 1, "red", "Roll", "", (roll,), next(iter(changes)), changes, 0)
    found = judge(Past(("red", "green", "blue"), 1, (one,), ()), "game")
    assert [round(found.judged[0].sides[side].percentile, 4) for side in ("red", "green")] == [0.1667, 0.6667]
    assert luck_svg.draw(found).count('class="line"') == 3


@pytest.fixture(scope="module")
def july(tmp_path_factory: pytest.TempPathFactory) -> Luck:
    """The refight of 1 July up to the afternoon."""
    with GameLog(str(tmp_path_factory.mktemp("july") / "games.db"), SYSTEMS) as log:
        games = Games(log)
        brought_in(games, FIXTURES / "gettysburg" / "first-of-july.transcript")
        return luck_of(games, REF._replace(entry=1196))


def named(drawn: ElementTree.Element, kind: str) -> Sequence[ElementTree.Element]:
    return [each for each in drawn.iter() if each.get("class") == kind]


def test_a_refight_is_judged_order_by_order(july: Luck) -> None:
    assert all(one.exact for one in july.judged)
    assert july.skipped == ()
    assert {one.kind for one in july.judged} >= {"11.3 combat", "15.4 retreat before combat"}
    assert list(july.sources) == ["entered"]
    totals_of = {tally.side: tally.luck for tally in july.tallies if tally.kind is None}
    assert totals_of["union"] == pytest.approx(-totals_of["confederate"])


def test_a_picture_has_its_line_its_band_and_words_for_those_who_do_not_see_it(july: Luck) -> None:
    drawn = ElementTree.fromstring(luck_svg.draw(july))
    assert drawn.findtext(f"{SVG}title") == "Luck of the dice: game:1196"
    assert drawn.findtext(f"{SVG}desc") == july.words
    assert len(named(drawn, "line")) == 1 + len({one.by for one in july.heights})
    assert len(named(drawn, "edge")) == 2 * len(named(drawn, "line"))
    assert len(named(drawn, "mark")) == len(stood_out(july)) == len(named(drawn, "key"))
    assert luck_svg.draw(july) == luck_svg.draw(july)


def test_a_picture_of_nothing_is_still_one() -> None:
    drawn = ElementTree.fromstring(luck_svg.draw(judge(Past(SIDES, 1, (), ()), "game")))
    assert drawn.findtext(f"{SVG}desc") == "No dice have been rolled, so there is no luck to speak of."
    assert named(drawn, "line") == []


def test_the_tables_are_those_of_the_luck(july: Luck) -> None:
    parts = luck_text.parts(july)
    assert [part.columns[0] for part in parts] == ["side", "for", "side", "entry", "by"]
    assert [row[0] for row in parts[0].rows] == ["confederate", "union"]
    assert luck_text.odds_of(1 / 24) == "1 in 24"
    assert luck_text.odds_of(0.5) == "50 in 100"


def test_luck_may_be_stopped_and_is_then_that_of_the_game_up_to_there(bridge: Games) -> None:
    orders = past(bridge, REF).decided
    found = past(bridge, REF, interrupt(orders[2].entry), may_stop=True)
    assert (found.decided, found.stopped) == (orders[:2], orders[2].entry - 1)
    luck, until = judge(found, "game"), luck_of(bridge, Ref("game", entry=found.stopped))
    assert (luck.judged, luck.tallies, luck.tolls, luck.words) == (
        until.judged, until.tallies, until.tolls, until.words,
    )  # fmt: skip
    assert (luck.stopped, luck.entries, until.stopped) == (found.stopped, past(bridge, REF).entries, None)
    assert luck_text.intro(luck)[0] == f"stopped at entry {luck.stopped} of {luck.entries}: judged so far"
    assert luck_text.intro(luck)[1:] == luck_text.intro(judge(found._replace(stopped=None), "game"))


@pytest.mark.parametrize(
    ("at", "may_stop"), [pytest.param(1, True, id="nothing was judged yet"), pytest.param(9, False, id="not asked for")]
)
def test_ctrl_c_goes_on_to_whoever_asked_for_luck(bridge: Games, at: int, may_stop: bool) -> None:
    with pytest.raises(KeyboardInterrupt):
        past(bridge, REF, interrupt(at), may_stop=may_stop)
