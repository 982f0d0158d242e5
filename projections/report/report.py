"""An after-action report: what was played, who was there, how it went and what came of it, for one pair of eyes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from domain.games.games import Games
from domain.games.players import Seated
from domain.kernel.facts import Side
from domain.log.refs import Ref
from domain.words.phrases import calling, phrase
from projections.drawing.colours import wearing
from projections.luck.luck import Luck
from projections.models.boards import with_tallies
from projections.models.casualties import losses, said
from projections.models.timeline import moment
from projections.models.victory_points import score, stands
from projections.page.page import against
from projections.pictures.svg import draw_svg
from projections.pictures.text import draw
from projections.report import forces, numbers, settled
from projections.report.course import course, largest
from projections.report.document import Block, Document, Facts, Figure, Items, Para, Section
from projections.report.teller import Teller

COLUMNS = 100  # of a board drawn as text


def report(
    games: Games, ref: Ref, viewer: Side | None = None, players: Sequence[Seated] = (), luck: Luck | None = None
) -> Document:
    """Of a line up to its head or an entry; only what the viewer may see, everything for None."""
    teller = Teller(games, ref, viewer)
    started = teller.started
    sides = against([teller.side(side) for side in started.sides])
    with wearing(partial(games.colours, teller.line)):
        return Document(
            title=started.title,
            subtitle=f"{phrase('After-action report')} · {teller.system.title} · {sides}",
            lead=tuple(_lead(teller, players)),
            sections=tuple(_sections(teller, luck)),
        )


def _lead(teller: Teller, players: Sequence[Seated]) -> Iterator[Block]:
    if teller.viewer:
        yield Para(phrase("Told as {0} may see it.", teller.side(teller.viewer)), strong=True)
    elif teller.is_secret:
        yield Para(phrase("This is the umpire's copy: the game goes on, and this tells what is hidden."), strong=True)
    yield Facts(tuple(_facts(teller, players)))
    ending = stands(teller.system, teller.state, teller.viewer)
    if ending:
        yield Para(ending, strong=True)


def _facts(teller: Teller, players: Sequence[Seated]) -> Iterator[tuple[str, str]]:
    started, log = teller.started, teller.games.log
    pack = log.pack(started.pack)
    yield phrase("System"), f"{teller.system.title} ({started.system}), {started.edition}"
    yield phrase("Scenario"), _scenario(teller)
    yield phrase("Pack"), f"{pack.name} ({started.pack[:12]}…)"
    named = _named(teller, players)
    if named:
        yield phrase("Players"), named
    first, last = (moment(log.entry(teller.line, number).at)[:16] for number in (1, teller.last))
    yield phrase("Played"), phrase("{0} to {1} (UTC)", first, last) if first != last else f"{first} (UTC)"
    yield phrase("Record"), phrase("{0}, {1} entries", f"{teller.line.game}@{teller.line.name}", teller.last)
    scored = score(teller.games, teller.ref, teller.viewer)
    lost = losses(teller.games, teller.ref, teller.viewer)
    if scored.rows:
        yield phrase("Points"), ", ".join(f"{teller.side(side)} {total}" for side, total in scored.totals.items())
    told = "; ".join(f"{teller.side(side)} {said(kinds, lost.men[side])}" for side, kinds in lost.by_side.items())
    yield phrase("Losses"), told


def _named(teller: Teller, players: Sequence[Seated]) -> str:
    """Each side with all who played it, one after the other."""
    told: dict[Side, list[str]] = {}
    for one in players:
        if one.name and one.since <= teller.last:
            since = phrase("from entry {0} {1}", one.since, one.name) if one.since > 1 else one.name
            told.setdefault(one.side, []).append(since)
    return "; ".join(f"{teller.side(side)}: {', '.join(names)}" for side, names in told.items())


def _scenario(teller: Teller) -> str:
    key = teller.started.scenario
    found = teller.system.sheets.scenarios(teller.games.log.pack(teller.started.pack)).get(key)
    return f"{found.title} ({key})" if found else key


def _sections(teller: Teller, luck: Luck | None) -> Iterator[Section]:
    yield forces.start(teller)
    heaviest = largest(teller)
    lead = (Para(phrase("The heaviest losses:")), Items(heaviest)) if heaviest else ()
    yield Section("course", phrase("Course of the battle"), lead)
    yield from course(teller)
    lost = forces.lost(teller)
    yield lost._replace(blocks=(*lost.blocks, *numbers.loss_chart(teller)))
    yield forces.survivors(teller)
    yield numbers.points(teller)
    yield numbers.luck(teller, luck)
    yield _board(teller)
    yield settled.rules(teller)
    yield settled.irregular(teller)
    yield settled.seal(teller)


def _board(teller: Teller) -> Section:
    """The board at the end, as a picture and as text."""
    board, title = teller.board(teller.last), phrase("The board at the end")
    with calling(teller.say):
        svg = draw_svg(with_tallies(board, teller.games, teller.ref, teller.viewer), str(teller.ref))
        text = draw(board, COLUMNS)
    return Section("board", title, (Figure(title, svg, text),))
