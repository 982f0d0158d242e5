"""The log of a page: words, what stands behind them, and what the charts are drawn from."""

from __future__ import annotations

import pytest

from cli.shell.rules import book_of
from domain.games.games import Games
from domain.kernel.facts import LossTaken, PointsScored
from domain.kernel.packs import Pack
from domain.log.refs import Ref
from domain.study.explain import explain
from domain.words.tell import say_of, tell
from projections.models import casualties, victory_points
from projections.page.data import ASIDE, HEAD, NONE
from projections.page.story import heading, reckoning
from tests.page.played import RECORDED, Pages, page_data, small_game


@pytest.mark.parametrize("name", RECORDED)
def test_every_entry_is_told_as_the_log_tells_it(pages: Pages, name: str) -> None:
    games, line, data = pages(name)
    texts, names = data.tables.texts, games.names(line)
    for entry, row in zip(games.log.entries(line), data.lines[0].own.rows, strict=True):
        assert texts[row.words] == tell(line.system, entry.fact, names)
        assert (texts[row.by], row.order, texts[row.kind]) == (entry.by, entry.order_no, type(entry.fact).__name__)
        assert (row.to == NONE) is (entry.to is None)


def test_what_stands_behind_an_entry_is_what_explain_tells(pages: Pages) -> None:
    games, line, data = pages("longstreet_lite/brawners-farm.transcript")
    book = book_of(line.system.key)
    rows, notes = data.lines[0].own.rows, data.tables.notes
    for number in (249, 250, 254):
        focus = explain(games, Ref("game", "main", number), book).focus
        assert notes[rows[number - 1].note] == reckoning(focus, say_of(line.system, games.names(line)))
        for rule in focus.rules:
            assert data.tables.rules[rule].text == book[rule]


def test_disputes_touched_by_a_rule_come_with_how_they_are_read(pages: Pages) -> None:
    tables = pages("longstreet_lite/brawners-farm.transcript").data.tables
    named = {dispute for rule in tables.rules.values() for dispute in rule.disputes}
    assert named
    for name in named:
        dispute = tables.disputes[name]
        assert dispute.choice in dispute.choices


def test_points_and_losses_add_up_to_those_of_the_game(pages: Pages) -> None:
    games, line, data = pages("freeform/pegasus-bridge.transcript")
    own, texts = data.lines[0].own, data.tables.texts
    points, lost = dict.fromkeys(line.started.sides, 0), dict[str, dict[str, int]]()
    for scored in own.points:
        points[texts[scored.side]] += scored.points
    for loss in own.losses:
        kinds = lost.setdefault(texts[loss.side], {})
        kinds[texts[loss.kind]] = kinds.get(texts[loss.kind], 0) + loss.amount
    assert points == victory_points.score(games, Ref("game")).totals
    assert lost == casualties.losses(games, Ref("game")).by_side
    facts = games.log.facts(line)
    assert len(own.points) == sum(isinstance(fact, PointsScored) for fact in facts)
    assert len(own.losses) == sum(isinstance(fact, LossTaken) for fact in facts)


def test_orders_and_clerks_open_a_group_and_machinery_is_marked(games: Games, pack: Pack) -> None:
    small_game(games, pack)
    data = page_data(games)
    heads = {data.tables.texts[row.kind] for row in data.lines[0].own.rows if row.flags & HEAD}
    assert heads == {"GameStarted", "OrderGiven", "NoteAdded"}
    assert not any(row.flags & ASIDE for row in data.lines[0].own.rows if row.flags & HEAD)


@pytest.mark.parametrize(("phases", "said"), [
    pytest.param(["2 July, turn 5, union movement", "2 July, turn 5, rally"], "2 July, turn 5", id="shared words"),
    pytest.param(["== 2 July, turn 5: union ==", "2 July, turn 5, a", "2 July, turn 5, b"], "2 July, turn 5",
                 id="one phase is told in another way"),
    pytest.param(["turn 1, 00:16 the gliders (british)"], "turn 1, 00:16 the gliders (british)", id="a single phase"),
    pytest.param(["Fire phase of us", "Move phase of us"], "turn 5", id="words that do not say which turn"),
    pytest.param(["dawn"], "turn 5", id="a single phase without a number"),
])  # fmt: skip
def test_a_turn_is_headed_by_what_its_phases_share(phases: list[str], said: str) -> None:
    assert heading(5, phases) == said
