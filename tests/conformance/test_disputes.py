"""Every system can be asked for its disputes, ruled on, and played on under another reading."""

from __future__ import annotations

from domain.audit import audit
from domain.chance import SeededChance
from domain.dispute.course import to_the_end
from domain.dispute.disputes import disputes
from domain.facts import PointsScored, RulingMade
from domain.refs import Ref, parse_ref
from domain.verify import verify_line
from tests.conformance.test_systems import EVERY, Played, played

__all__ = ["played"]
REF = Ref("game")


@EVERY
def test_every_order_asks_for_readings_that_can_be_watched(played: Played) -> None:
    report = disputes(played.games, REF)
    assert (report.orders, report.known, report.unclear) == (len(played.given), len(played.system.readings), ())
    for one in report.disputes:
        assert set(one.played) <= set(one.choices)
        assert {each.reading for each in one.otherwise} <= set(one.choices) - set(one.played)
        for each in one.otherwise:
            assert (each.kind == "refused") <= bool(each.rule)
            assert each.kind != "stuck", each


@EVERY
def test_the_rest_of_a_game_under_another_reading_audits_and_verifies(played: Played) -> None:
    report = disputes(played.games, REF)
    found = {(one.dispute, each.reading): each for one in report.disputes for each in one.otherwise[::-1]}
    for (dispute, reading), each in [item for item in found.items() if item[1].kind != "start"][:8]:
        course = to_the_end(played.games, parse_ref(each.ref), dispute, reading)
        assert (course.halt is None) == (course.orders == course.of)
        branch = parse_ref(course.ref)
        assert audit(played.games, branch).is_clean
        assert verify_line(played.games, branch).dice_open == 0


@EVERY
def test_a_fact_set_straight_is_audited_as_ruled_and_the_game_goes_on(played: Played) -> None:
    before = next(entry.number for entry in played.log.entries(played.line) if entry.order_no == 20) - 1
    ref = Ref("game", played.games.branch(Ref("game", entry=before), "ruled").name)
    side = played.line.started.sides[0]
    ruling = RulingMade(by="umpire", text="it was forgotten", rule="the table")
    played.games.rule(ref, ruling, [PointsScored(side=side, points=1, why="as agreed")])
    played.games.order(ref, played.given[19].by, played.given[19].order, SeededChance(5))
    report = audit(played.games, ref)
    assert (report.is_clean, report.orders) == (True, 20)
    assert [(one.text, one.rule) for one in report.ruled] == [("it was forgotten", "the table")]
    assert verify_line(played.games, ref).entries == played.log.head(played.games.line(ref)).number
