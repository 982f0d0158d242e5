"""Odds: every way the dice can fall, counted exactly; sampled and said so where that is too much."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games.games import Games
from domain.kernel.chance import EnteredChance
from domain.kernel.copying import copier, digest
from domain.kernel.errors import BadInput, IllegalOrder, NotFound
from domain.kernel.facts import DiceRolled, OrderGiven
from domain.kernel.packs import Pack
from domain.kernel.play import Counting, Recorded, Roll, at_most, carry_out, reaching
from domain.kernel.reasons import Reason, said
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.odds.detail import Detail, shared, without
from domain.odds.ends import Upshot, change
from domain.odds.explore import Plan, explore
from domain.odds.moment import moment, recorded
from domain.odds.reckon import Odds, odds
from domain.odds.sample import SAMPLES, SEED, wilson
from domain.odds.script import AskedOf, DiceAsked, Script, Way, kinds_of, throws
from domain.odds.tree import ToTry
from rules import SYSTEMS
from rules.freeform.luck import AddDeck, DrawCard, RollDice
from rules.gettysburg.combat.asks import ResolveAttack
from tests import mill_bridge as mb
from tests.replay_fixtures import FIXTURES, brought_in

REF = Ref("game")
VOLLEY = mb.FireVolley(unit="b1", target="r1")


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[Games]:
    with GameLog(str(tmp_path / "games.db"), {"mill_bridge": mb.SYSTEM}) as log:
        games = Games(log)
        games.new(mb.SYSTEM, "bridge", "game", mb.PACK)
        yield games


@pytest.fixture
def table(games: Games, pack: Pack) -> Games:
    """An empty freeform game of blue against red."""
    games.new(SYSTEMS["freeform"], "blank", "game", pack)
    return games


@pytest.fixture(scope="module")
def july(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Games]:
    """The refight of 1 July."""
    with GameLog(str(tmp_path_factory.mktemp("july") / "games.db"), SYSTEMS) as log:
        games = Games(log)
        brought_in(games, FIXTURES / "gettysburg" / "first-of-july.transcript")
        yield games


def asked(games: Games, order: Any, by: str = "", *then: ToTry, ref: Ref = REF, **more: Any) -> Odds:
    return odds(moment(games, ref), [ToTry(by, order), *then], **more)


def shares(found: Odds) -> dict[tuple[str, ...], str]:
    return {outcome.words: outcome.fraction for outcome in found.outcomes}


def brute_force(system: Any, state: Any, by: str, order: Any) -> dict[Upshot, Fraction]:
    """Every script from the very start, nothing taken together: slow, and simple enough to believe."""
    found: dict[Upshot, Fraction] = {}
    waiting: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        script, chance = waiting.pop()
        after = copier(system)(state)
        try:
            carry_out(system, after, by, order, Script(script))
        except AskedOf as more:
            waiting += [((*script, way.answer), chance * way.chance) for way in more.ways()]
            continue
        came = change(system, state, after)
        found[came] = found.get(came, Fraction(0)) + chance
    return found


def test_a_volley_at_long_range_hits_on_a_six(bridge: Games) -> None:
    found = asked(bridge, VOLLEY)
    assert (found.exact, found.seed, found.apart, found.orders) == (
        True, None, "outcome", ("blue> FireVolley unit=b1 target=r1",),
    )  # fmt: skip
    hit = ("r1 (red) loses 1 step to volley", "blue gains 1 point for a step [MB.12.1]")
    assert shares(found) == {(): "5/6", hit: "1/6"}
    assert [(one.points, one.losses, one.winner) for one in found.outcomes] == [({}, {}, None), ({"blue": 1}, {"red": 1}, None)]  # fmt: skip  # noqa: E501
    assert found.mean_losses == {"blue": 0.0, "red": pytest.approx(1 / 6)}


def test_the_reading_in_force_counts(tmp_path: Path) -> None:
    with GameLog(str(tmp_path / "games.db"), {"mill_bridge": mb.SYSTEM}) as log:
        games = Games(log)
        games.new(mb.SYSTEM, "bridge", "game", mb.PACK, readings={"D1": "b"})
        assert [one.fraction for one in asked(games, VOLLEY).outcomes] == ["2/3", "1/3"]


def test_a_later_order_goes_on_where_it_is_allowed(bridge: Games) -> None:
    """The march is stopped by the enemy, who fires or declines; alone it leaves nothing to chance."""
    march = mb.MoveUnit(unit="b1", path=(1, 2, 3))
    assert asked(bridge, march).apart == "nothing"
    found = asked(bridge, march, "", ToTry("", mb.React(unit="r1")))
    assert found.orders[1] == "red> React unit=r1"
    assert [one.fraction for one in found.outcomes] == ["2/3", "1/3"]
    never = asked(bridge, march, "", ToTry("", mb.React(unit="b1")))
    assert (never.apart, never.orders[1]) == ("nothing", "React unit=b1")


def test_a_volley_that_may_destroy_tells_who_wins(bridge: Games) -> None:
    for _ in range(3):
        bridge.order(REF, "blue", VOLLEY, EnteredChance([6]))
    assert [(one.fraction, one.winner) for one in asked(bridge, VOLLEY).outcomes] == [("5/6", None), ("1/6", "blue")]


def test_an_illegal_order_is_refused_with_its_rule(bridge: Games) -> None:
    with pytest.raises(IllegalOrder) as refused:
        asked(bridge, VOLLEY, "red")
    assert refused.value.rule == "MB.4.1"
    with pytest.raises(IllegalOrder) as refused:  # as its owner would be told, not as a bystander
        asked(bridge, mb.MoveUnit(unit="b1", path=(5,)))
    assert refused.value.rule == "MB.8.1"
    with pytest.raises(NotFound, match="no side 'green'"):
        asked(bridge, VOLLEY, "green")


def test_dice_without_a_rule_are_told_apart_by_their_total(table: Games) -> None:
    found = asked(table, RollDice(why="volley", dice=2), "blue")
    assert found.apart == "dice"
    ways = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    totals = [(f"the dice total {total}",) for total in range(2, 13)]
    assert list(shares(found).items()) == [
        (said, str(Fraction(n, 36))) for said, n in zip(totals, ways, strict=True)
    ]  # fmt: skip


def test_an_order_both_sides_may_give_needs_a_side(table: Games) -> None:
    with pytest.raises(BadInput, match="may be ordered by blue or red: say by whom"):
        asked(table, RollDice(why="volley"))


def test_a_card_that_lies_in_the_pile_twice_has_twice_the_chance(table: Games) -> None:
    table.order(REF, "blue", AddDeck(deck="fate", cards=("ace", "ace", "ace", "king")))
    drawn = asked(table, DrawCard(deck="fate"), "blue")
    assert [one.fraction for one in drawn.outcomes] == ["3/4", "1/4"]
    assert drawn.outcomes[1].words == ("blue draws king from fate (entered)",)


def test_two_cards_are_drawn_without_putting_back(table: Games) -> None:
    """Of three aces and a king: two aces with 3/4 times 2/3, else the king first or second."""
    table.order(REF, "blue", AddDeck(deck="fate", cards=("ace", "ace", "ace", "king")))
    found = asked(table, DrawCard(deck="fate", count=2), "blue")
    ace, king = (f"blue draws {card} from fate (entered)" for card in ("ace", "king"))
    assert found.always == (ace,)
    assert shares(found) == {(ace,): "1/2", (king,): "1/2"}
    assert [one.positions for one in found.outcomes] == [1, 2]


def test_an_attack_comes_out_as_when_every_throw_is_tried_from_the_start(july: Games) -> None:
    at, given = recorded(july, REF._replace(entry=417))
    found = explore(at.system, at.state, [given])
    assert found.ends.changes() == brute_force(at.system, at.state, given.by, given.order)
    assert sum(end.chance for end in found.ends) == 1


def test_the_attack_on_archer_is_told_in_eight_outcomes_with_what_happened_marked(july: Games) -> None:
    at, given = recorded(july, REF._replace(entry=420))
    assert (at.ref, given) == ("game:416", ToTry("union", ResolveAttack(unit="U-1")))
    found = odds(at, [given])
    assert [one.fraction for one in found.outcomes] == [
        "7/24",
        "13/54",
        "1/6",
        "7/72",
        "17/216",
        "5/72",
        "1/24",
        "1/72",
    ]
    assert found.always == ("Meredith (Iron, U-1) attacks 1827, held by Archer (C-41)",)
    (happened,) = [one for one in found.outcomes if one.happened]
    assert happened.words[0] == "Archer (C-41) is Disrupted (combat result, 12.2)"
    assert happened.words[-1] == "confederate to retreat Archer (C-41) (12.4a)"
    assert not [word for one in found.outcomes for word in one.words if "CRT" in word or "test:" in word]


def test_every_position_can_be_told_apart_with_the_dice_of_its_likeliest_way(july: Games) -> None:
    at, given = recorded(july, REF._replace(entry=417))
    told = [word for one in odds(at, [given], every=True).outcomes for word in one.words]
    assert any("1+6 = 7: D4" in word for word in told)


def test_what_happened_is_among_the_outcomes_of_every_order_with_dice(july: Games) -> None:
    facts = july.entries(REF)
    rolled = {entry.order_no for entry in facts if isinstance(entry.fact, DiceRolled)}
    orders = [e.number for e in facts if isinstance(e.fact, OrderGiven) and e.order_no in rolled]
    for number in orders[::4]:
        at, given = recorded(july, REF._replace(entry=number))
        found = odds(at, [given], every=True)
        assert [one.happened for one in found.outcomes].count(True) == 1, number
        assert sum(Fraction(one.fraction) for one in found.outcomes) == 1, number


def test_asking_changes_neither_the_position_nor_the_log(july: Games) -> None:
    at, given = recorded(july, REF._replace(entry=417))
    before, head = digest(at.state), july.log.head(july.line(REF))
    odds(at, [given])
    odds(at, [given], plan=Plan(samples=5, is_sampled=True))
    assert (digest(at.state), july.log.head(july.line(REF))) == (before, head)


def test_too_many_ways_are_sampled_and_that_is_said(table: Games) -> None:
    found = asked(table, RollDice(why="storm", dice=9), "blue")
    assert (found.exact, found.ways, found.seed) == (False, SAMPLES, SEED)
    assert sum(Fraction(one.fraction) for one in found.outcomes) == 1
    for outcome in found.outcomes:
        assert outcome.low is not None
        assert outcome.high is not None
        assert outcome.low < outcome.share < outcome.high
    assert asked(table, RollDice(why="storm", dice=9), "blue") == found
    assert not asked(table, RollDice(why="storm", dice=200, sides=10_000), "blue", plan=Plan(samples=3)).exact


def test_samples_lie_about_the_exact_shares(july: Games) -> None:
    at, given = recorded(july, REF._replace(entry=417))
    exact = explore(at.system, at.state, [given]).ends.changes()
    sampled = explore(at.system, at.state, [given], Plan(samples=800, is_sampled=True)).ends.changes()
    assert set(sampled) == set(exact)
    for came, share in sampled.items():
        error = math.sqrt(exact[came] * (1 - exact[came]) / 800)
        assert abs(share - exact[came]) < 3 * error


def test_a_budget_that_is_spent_in_midst_of_counting_leads_to_samples_as_well(bridge: Games) -> None:
    """Six faces and the question for them, then one more step from each of two positions."""
    for budget in (6, 8):
        found = asked(bridge, VOLLEY, plan=Plan(budget=budget, samples=600))
        assert (found.exact, found.ways) == (False, 600)
    assert (asked(bridge, VOLLEY, plan=Plan(budget=9)).exact, asked(bridge, VOLLEY).ways) == (True, 9)


def test_a_step_with_far_too_many_ways_is_given_up_before_they_are_tried(table: Games) -> None:
    cards = tuple(f"card-{n}" for n in range(40))
    table.order(REF, "blue", AddDeck(deck="fate", cards=cards))
    found = asked(table, DrawCard(deck="fate", count=12), "blue", plan=Plan(samples=20))
    assert (found.exact, found.ways, len(found.outcomes)) == (False, 20, 20)


def test_the_interval_of_a_share_is_that_of_wilson() -> None:
    assert wilson(Fraction(1, 10), 100) == pytest.approx((0.05523, 0.17437), abs=1e-5)
    assert wilson(Fraction(0), 100) == pytest.approx((0.0, 0.03699), abs=1e-5)
    assert wilson(Fraction(1), 100) == pytest.approx((0.96301, 1.0), abs=1e-5)


def test_an_order_is_tried_between_orders_and_not_in_their_midst(july: Games) -> None:
    with pytest.raises(BadInput, match="entry 418 lies in the midst of an order, which begins after entry 416"):
        moment(july, REF._replace(entry=418))
    with pytest.raises(BadInput, match="there is nothing before it"):
        recorded(july, REF._replace(entry=1))


def test_what_a_ruling_or_a_note_wrote_has_no_odds(bridge: Games) -> None:
    bridge.order(REF, "blue", VOLLEY, EnteredChance([6]))
    bridge.note(REF, "umpire", "what a shot")
    head = bridge.log.head(bridge.line(REF)).number
    with pytest.raises(BadInput, match="follows from no order"):
        recorded(bridge, REF._replace(entry=head))


def test_what_only_one_side_may_see_is_not_told_to_the_other(table: Games) -> None:
    table.order(REF, "red", AddDeck(deck="fate", cards=("ace", "king"), hidden=True))
    own = asked(table, DrawCard(deck="fate"), "red")
    assert {one.words for one in own.outcomes} == {
        (f"red draws {card} from fate (entered)",) for card in ("ace", "king")
    }
    other = asked(table, DrawCard(deck="fate"), "red", viewer="blue")
    assert [(one.fraction, one.words, one.positions) for one in other.outcomes] == [("1", (), 2)]


class Shot(mb.VolleyFired, frozen=True, kw_only=True):
    """Reports its die."""

    die: int


def test_a_report_that_differs_in_numbers_alone_is_told_without_them() -> None:
    def story(die: int, hits: int) -> list[Recorded]:
        roll = DiceRolled(by="blue", sides=6, faces=(die,), why=said("x"), source="entered")
        return [Recorded(roll), Recorded(Shot(unit="b1", target="r1", modifiers=(), hits=hits, die=die))]

    detail = Detail(mb.SYSTEM)
    detail.compare(story(1, 0), story(2, 0))
    (told,) = detail.words(story(1, 0), None, every=False, hide=False)
    assert told == "Shot unit=b1 target=r1 modifiers=() hits=0 die=…"
    assert next(detail.words(story(1, 0), None, every=True, hide=False)).endswith("die=1")


class Examined(mb.VolleyFired, frozen=True, kw_only=True):
    """Passed or failed, and why it was tested."""

    passed: bool
    why: Reason


def test_nothing_is_told_of_an_outcome_that_is_not_true_of_every_way_to_it() -> None:
    def story(passed: bool, why: str, *more: bool) -> list[Recorded]:
        tests = (
            Examined(unit="b1", target="r1", modifiers=(), hits=0, passed=p, why=Reason(why)) for p in (passed, *more)
        )
        return [Recorded(fact) for fact in tests]

    assert shared(story(True, "shaken"), story(True, "shaken")) == story(True, "shaken")
    assert shared(story(True, "shaken"), story(False, "shaken")) == []
    assert shared(story(True, "shaken", False), story(False, "shaken")) == story(False, "shaken")
    (kept,) = shared(story(False, "shaken"), story(False, "routed"))
    assert kept.fact == msgspec.structs.replace(story(False, "")[0].fact, why=said("…"))


def test_faces_of_many_dice_can_be_left_out_of_what_is_told() -> None:
    assert without("fires: 2, 4, 6: 2 hits", (2, 4, 6)) == "fires: …: 2 hits"
    assert without("2+6 = 8: DR", (2, 6)) == "…: DR"
    assert without("12, 61", (2, 6)) == "12, 61"
    assert without("a 6", (6,)) == "a 6"


def test_outcomes_are_one_json_value(bridge: Games) -> None:
    value = msgspec.json.decode(msgspec.json.encode(asked(bridge, VOLLEY)))
    assert [one["fraction"] for one in value["outcomes"]] == ["5/6", "1/6"]


def test_throws_taken_alike_are_tried_by_their_first_and_weighed_by_their_number() -> None:
    asked = DiceAsked(2, 6)
    assert asked.kinds() == asked.ways()
    assert len(asked.ways()) == 36
    alike = DiceAsked(2, 6, at_most(3))
    assert alike.kinds() == [Way((1, 1), Fraction(3, 36), (2, 1)), Way((1, 3), Fraction(33, 36), (6, 6))]
    counted = DiceAsked(2, 6, reaching(5))
    assert counted.kinds() == [
        Way((1, 1), Fraction(16, 36), (4, 4)),
        Way((1, 5), Fraction(16, 36), (6, 4)),
        Way((5, 5), Fraction(4, 36), (6, 6)),
    ]


def test_dice_that_are_counted_are_taken_together_however_many() -> None:
    def kind(place: int, face: int) -> object:
        return (place < 2) if face >= 4 + place % 2 else None

    by_hand: dict[object, int] = {}
    for faces in throws(4, 6):
        came = Counting(kind)(Roll(faces))
        by_hand[came] = by_hand.get(came, 0) + 1
    found = kinds_of(4, 6, Counting(kind))
    assert {key: one.many for key, one in found.items()} == by_hand
    assert all(Counting(kind)(Roll(one.first)) == key == Counting(kind)(Roll(one.last)) for key, one in found.items())
    assert [way.chance for way in DiceAsked(60, 6, reaching(4)).kinds()] == [
        Fraction(math.comb(60, hits), 2**60) for hits in range(61)
    ]


class Interrupt:
    """Ctrl-C at the n-th report of progress."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self, done: int, of: int) -> None:
        assert done <= of
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt


def attack(july: Games, plan: Plan) -> Odds:
    at, given = recorded(july, Ref("game", entry=417))
    return odds(at, [given], plan=plan)


def of_a_loss(found: Odds, side: str) -> float:
    return sum(one.share for one in found.outcomes if side in one.losses)


@pytest.mark.parametrize("left", range(1, 6))
def test_counting_may_be_stopped_and_the_true_chances_lie_between_the_bounds(july: Games, left: int) -> None:
    whole = attack(july, Plan())
    found = attack(july, Plan(may_stop=True, progress=Interrupt(whole.ways - left)))
    assert (found.stopped, found.exact, found.seed, found.apart) == (True, False, None, "outcome")
    assert (whole.stopped, whole.counted, found.ways) == (False, 1.0, whole.ways - left + 1)
    assert found.counted == pytest.approx(sum(one.share for one in found.outcomes))
    assert 0 < found.counted < 1
    for side in ("confederate", "union"):
        least = of_a_loss(found, side)
        assert least - 1e-9 <= of_a_loss(whole, side) <= least + 1 - found.counted + 1e-9
    for one in found.outcomes:
        assert (one.low, one.high) == (one.share, pytest.approx(one.share + 1 - found.counted))


@pytest.mark.parametrize("tried", [7, 99])
def test_sampling_may_be_stopped_and_the_shares_are_those_of_as_many_samples(july: Games, tried: int) -> None:
    plan = Plan(samples=100, is_sampled=True, may_stop=True, progress=Interrupt(tried - 1))
    stopped, whole = attack(july, plan), attack(july, Plan(samples=tried, is_sampled=True))
    assert (stopped.stopped, whole.stopped, stopped.ways) == (True, False, tried)
    assert (stopped.outcomes, stopped.mean_losses) == (whole.outcomes, whole.mean_losses)


@pytest.mark.parametrize(
    "plan",
    [
        pytest.param(Plan(may_stop=True, progress=Interrupt(3)), id="nothing was found yet"),
        pytest.param(Plan(samples=9, is_sampled=True, progress=Interrupt(5)), id="nobody asked for a part"),
    ],
)
def test_ctrl_c_goes_on_to_whoever_asked(july: Games, plan: Plan) -> None:
    with pytest.raises(KeyboardInterrupt):
        attack(july, plan)


def test_a_part_of_the_ways_does_not_pass_for_certainty(table: Games) -> None:
    """One outcome alone was found: that is not to say that nothing is left to chance."""
    plan = Plan(samples=10, is_sampled=True, may_stop=True, progress=Interrupt(2))
    found = asked(table, RollDice(why="rally", dice=2), "blue", plan=plan)
    assert (found.stopped, found.apart, found.ways) == (True, "outcome", 3)
