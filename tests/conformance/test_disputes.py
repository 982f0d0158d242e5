"""Every system can be asked for its disputes, ruled on, and played on under another reading."""

from __future__ import annotations

from functools import cache

import pytest

from domain.games.audit import audit
from domain.kernel.chance import SeededChance
from domain.kernel.facts import PointsScored, RulingMade
from domain.kernel.reasons import said
from domain.log.refs import Ref, parse_ref
from domain.proof.verify import verify_line
from domain.study.course import to_the_end
from domain.study.disputes import DisputeReport, disputes
from tests.conformance.played import EVERY, Played

REF = Ref("game")


@cache
def report_on(played: Played) -> DisputeReport:
    return disputes(played.games, REF)


@pytest.fixture
def report(played: Played) -> DisputeReport:
    """Of a copy as well: it is the same game."""
    return report_on(played)


@EVERY
def test_every_order_asks_for_readings_that_can_be_watched(played: Played, report: DisputeReport) -> None:
    assert (report.orders, report.known, report.unclear) == (len(played.given), len(played.system.book.readings), ())
    for one in report.disputes:
        assert set(one.played) <= set(one.choices)
        assert {each.reading for each in one.otherwise} <= set(one.choices) - set(one.played)
        for each in one.otherwise:
            assert (each.kind == "refused") <= bool(each.rule)
            assert each.kind != "stuck", each


@EVERY
def test_the_rest_of_a_game_under_another_reading_audits_and_verifies(own: Played, report: DisputeReport) -> None:
    found = {(one.dispute, each.reading): each for one in report.disputes for each in one.otherwise[::-1]}
    for (dispute, reading), each in [item for item in found.items() if item[1].kind != "start"][:8]:
        course = to_the_end(own.games, parse_ref(each.ref), dispute, reading)
        assert (course.halt is None) == (course.orders == course.of)
        branch = parse_ref(course.ref)
        assert audit(own.games, branch).is_clean
        assert verify_line(own.games, branch).dice_open == 0


@EVERY
def test_a_fact_set_straight_is_audited_as_ruled_and_the_game_goes_on(own: Played) -> None:
    before = next(entry.number for entry in own.log.entries(own.line) if entry.order_no == 20) - 1
    ref = Ref("game", own.games.branch(Ref("game", entry=before), "ruled").name)
    side = own.line.started.sides[0]
    ruling = RulingMade(by="umpire", text="it was forgotten", rule="the table")
    own.games.rule(ref, ruling, [PointsScored(side=side, points=1, why=said("as agreed"))])
    own.games.order(ref, own.given[19].by, own.given[19].order, SeededChance(5))
    report = audit(own.games, ref)
    assert (report.is_clean, report.orders) == (True, 20)
    assert [(one.text, one.rule) for one in report.ruled] == [("it was forgotten", "the table")]
    assert verify_line(own.games, ref).entries == own.log.head(own.games.line(ref)).number
