"""Points over time, and how the dice fell: a few sentences, a table by turn, charts."""

from __future__ import annotations

from collections.abc import Iterator

from domain.words.phrases import headings, phrase
from projections.charts.dice import dice_svg
from projections.charts.score import losses_svg, points_svg
from projections.luck.luck import Luck
from projections.models import dice
from projections.models.casualties import losses
from projections.models.traces import turns_of
from projections.models.victory_points import score, stands
from projections.report.document import Block, Figure, Para, Section, Table
from projections.report.teller import Teller


def points(teller: Teller) -> Section:
    """How it stood at the end of each turn."""
    found, turns = score(teller.games, teller.ref, teller.viewer), turns_of(teller.games, teller.ref)
    title = phrase("Points over time")
    if not found.rows:
        return Section("points", title, (Para(phrase("No points were scored.")),))
    rows = []
    for i, (_, turn) in enumerate(turns or [(1, 0)]):
        until = turns[i + 1][0] if i + 1 < len(turns) else teller.last + 1
        at = {row.side: row.total for row in found.rows if row.entry < until}
        rows.append((turn, *(at.get(side, 0) for side in found.totals)))
    columns = (phrase("turn"), *map(teller.side, found.totals))
    sides, standing = teller.started.sides, stands(teller.system, teller.state, teller.viewer)
    chart = points_svg(teller.started.title, sides, found, turns, standing)
    return Section("points", title, (Table(columns, tuple(rows)), Figure(title, chart)))


def loss_chart(teller: Teller) -> tuple[Block, ...]:
    found = losses(teller.games, teller.ref, teller.viewer)
    turns = turns_of(teller.games, teller.ref)
    if not found.rows:
        return ()
    chart = losses_svg(teller.started.title, teller.started.sides, found, turns)
    return (Figure(phrase("Losses over time"), chart),)


def luck(teller: Teller, judged: Luck | None) -> Section:
    """Whether the dice look even; with `judged`, also for whom they were good."""
    tests = dice.luck(teller.games, teller.ref, teller.viewer)
    told: list[Block] = [Para(dice.in_short(test)) for test in tests if test.side and test.why is None]
    if told:
        every = [test for test in tests if test.why is None]
        told.append(Figure(phrase("How the dice fell"), dice_svg(teller.started.title, teller.started.sides, every)))
    found = tuple(told) or (Para(phrase("no dice have been rolled")),)
    return Section("dice", phrase("Dice and luck"), (*found, *(_judged(teller, judged) if judged else ())))


def _judged(teller: Teller, found: Luck) -> Iterator[Block]:
    yield Para(found.words)
    rows = tuple(
        (teller.side(one.side), one.count, f"{one.luck:+.2f}", f"{one.within:.2f}")
        for one in found.tallies if one.kind is None
    )  # fmt: skip
    if rows:
        yield Table(tuple(map(phrase, headings("side", "orders", "luck", "19 in 20 within"))), rows)
