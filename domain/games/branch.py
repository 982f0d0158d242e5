"""Lines that leave others: opened to see what if, or by consent to play on from before an order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from domain.games.games import Games
from domain.games.groups import group_at
from domain.games.look import options
from domain.games.terms import known_side
from domain.kernel.errors import BadInput
from domain.kernel.facts import CLERICAL, CardDrawn, DiceRolled, LineClosed, LineOpened, OrderGiven, Side
from domain.kernel.naming import UMPIRE
from domain.log.entry import Entry, Sealed
from domain.log.gamelog import Line
from domain.log.refs import Ref


class LineMade(NamedTuple):
    """A line that was just opened, and how."""

    line: Line
    how: LineOpened
    cuts: tuple[int, ...]  # the ends of orders around the entry, if that lies in the middle of one
    typed: int = 0  # dice and cards that the same luck does not repeat: they were entered or imported


class TakenBack(NamedTuple):
    """A line that goes on from before an order."""

    line: Line
    at: int
    undone: Entry
    later: int  # orders that go with it


def branch(
    games: Games, ref: Ref, name: str, *, luck: Literal["same", "fresh"] = "fresh", why: str = "", by: Side = UMPIRE
) -> LineMade:
    """A new line from any entry; the old one stays as it is."""
    line = games.branch(ref, name, luck=luck, why=why, by=by)
    assert line.opened is not None
    cuts = _clean_cuts(games, games.line(ref), line.opened.at)
    return LineMade(line, line.opened, cuts, _typed(games, line.opened, line.game) if luck == "same" else 0)


def _typed(games: Games, opened: LineOpened, game: str) -> int:
    """Dice and cards of the parent since then that no seed gives again."""
    since = games.log.entries_of(games.log.line(game, opened.parent), (DiceRolled, CardDrawn), opened.at)
    lucks = [entry.fact for entry in since if isinstance(entry.fact, DiceRolled | CardDrawn)]
    return sum(len(one.faces) if isinstance(one, DiceRolled) else 1 for one in lucks if one.source != "fair")


def _clean_cuts(games: Games, line: Line, at: int) -> tuple[int, ...]:
    group = group_at(games.log, line, at)
    first, last = group[0].number, group[-1].number
    return () if at == last else tuple(number for number in (first - 1, last) if number)


def take_back(games: Games, ref: Ref, consent: Sequence[Side], *, name: str = "", why: str = "") -> TakenBack:
    """Undo the last order, or the one an entry belongs to; a line without a name gets the next that is free."""
    old = games.line(ref)
    for side in consent:
        known_side(old, side)
    line = games.take_back(ref, name or take_back_name(games, ref.game), consent, why)
    assert line.opened is not None
    at = line.opened.at
    later = sum(1 for _ in games.log.entries_of(old, (OrderGiven,), at + 1))
    return TakenBack(line, at, games.log.entry(old, at + 1), later)


def take_back_name(games: Games, game: str) -> str:
    taken = set(games.log.lines(game))
    return next(name for i in range(1, len(taken) + 2) if (name := f"take-back-{i}") not in taken)


def opening(games: Games, line: Line) -> Sealed:
    """The entry that opened a line."""
    return next(games.log.each_sealed(line, line.own.base, line.own.base + 1))


def taken_back(games: Games, line: Line) -> Line | None:
    """The newest line that was opened by consent to play on instead of this one."""
    lines = [games.log.line(line.game, name) for name in games.log.lines(line.game)]
    back = [one for one in lines if one.opened and one.opened.parent == line.name and one.opened.consent]
    return back[-1] if back else None


def close(games: Games, ref: Ref, *, by: str = UMPIRE, consent: Sequence[Side] = (), why: str = "") -> list[Entry]:
    """Nobody plays on in this line: by the umpire's word, or by consent of every side, whose last one signs.

    A line that somebody opened and left keeps what is hidden in a game hidden; one that is closed does not.
    """
    line = games.live_line(ref)
    known_side(line, by, UMPIRE)
    missing = [side for side in line.started.sides if by != UMPIRE and side not in consent]
    if missing:
        raise BadInput(f"a line is closed by the umpire or by every side; {', '.join(missing)} did not agree")
    check_closable(games, line)
    table = games.table(line)
    before = table.head.number
    table.clerk(by, LineClosed(by=by, why=why.strip(), consent=tuple(consent)), games.log.now())
    return games.log.entries(line, before, table.head.number)


def check_closable(games: Games, line: Line) -> None:
    if games.position(Ref(line.game, line.name)).state.core.over:
        raise BadInput(f"{line.game}@{line.name} is not played any more: there is nothing to close")


def last_played(games: Games, line: Line) -> int:
    """The last entry that is no note, ruling or the like."""
    entries = games.log.backwards(line, games.log.head(line).number)
    return next((entry.number for entry in entries if not isinstance(entry.fact, CLERICAL)), 0)


def next_giver(games: Games, ref: Ref) -> Side:
    """A side that has an order to give there; the first of the game if none has."""
    choice = next(options(games, ref), None)
    if choice is not None:
        return choice.by
    position = games.position(ref)
    return str(position.state.core.active or position.line.started.sides[0])
