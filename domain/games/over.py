"""When all is open: once no line of a game is in play any more, unless the game was begun otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from domain.games.branch import opening, taken_back
from domain.games.games import Games
from domain.games.settings import KEPT, SECRETS
from domain.kernel.facts import GameEnded, LineClosed, OrderGiven, OrderWaits, Side
from domain.log.entry import KERNEL
from domain.log.gamelog import Line, Span

ENDED, CLOSED, GIVEN = (f"{KERNEL}/{fact.__name__}" for fact in (GameEnded, LineClosed, OrderGiven))
LOOKED_AT = 256  # entries at once, from the end of a line


def viewing_as(games: Games, game: str, viewer: Side | None) -> Side | None:
    """The viewer, or None, who sees everything, where nothing is hidden from anybody any more."""
    return None if viewer is not None and is_all_open(games, game) else viewer


def is_all_open(games: Games, game: str) -> bool:
    """Ending a branch opens nothing while another line goes on: what is hidden there may be the same.

    Nor does a side close a game again by opening a line to see what would have been.
    """
    main = games.log.line(game)
    if main.started.settings.get(SECRETS) == KEPT:
        return False
    return not any(_each_in_play(games, game))


def in_play(games: Games, game: str) -> list[str]:
    """The lines that keep what is hidden in a game hidden."""
    return list(_each_in_play(games, game))


def _each_in_play(games: Games, game: str) -> Iterator[str]:
    """In the order they were opened. What was open stays so: a line that one side opens then, alone, hides nothing."""
    left: list[int | None] = []
    for name in games.log.lines(game):
        line = games.log.line(game, name)
        if not left or not _is_study(games, line, left):
            left.append(_left_at(games, line))
            if left[-1] is None:
                yield name


def _is_study(games: Games, line: Line, left: Sequence[int | None]) -> bool:
    """Whether nobody else asked for it, when all others had been left: the umpire, or all by consent, play on."""
    assert line.opened is not None
    first = opening(games, line)
    is_alone = first.by in line.started.sides and not line.opened.consent
    return is_alone and all(at is not None and at < first.at for at in left)


def is_in_play(games: Games, line: Line) -> bool:
    return _left_at(games, line) is None


def played_on(games: Games, line: Line) -> Line:
    """Where play goes on: in the newest line opened by consent from this one, and so forth, unless somebody has given
    an order in the old one since. What is only written there, such as a note, keeps nobody back."""
    back = taken_back(games, line)
    while back is not None and not _was_played_since(games, line, back):
        line, back = back, taken_back(games, back)
    return line


def _was_played_since(games: Games, line: Line, back: Line) -> bool:
    assert back.opened is not None
    then = opening(games, back).at
    return any(entry.at > then for entry in games.log.entries_of(line, (OrderGiven, OrderWaits), back.opened.at))


def _left_at(games: Games, line: Line) -> int | None:
    """When a line ended or was closed, or was taken back by consent of all and left at that; None while it goes on."""
    if _has_ended(games, line):
        return max(entry.at for entry in games.log.entries_of(line, (GameEnded, LineClosed)))
    back = taken_back(games, line)
    if back is None:
        return None
    return None if _was_played_since(games, line, back) else opening(games, back).at


def _has_ended(games: Games, line: Line) -> bool:
    """Whether an order ended it, or it was closed; only notes and the like can stand behind that, however many.

    By what the entries are filed under: this is asked often, and nothing need be read for it.
    """
    last = games.log.head(line).number
    while last > 0:
        first = max(0, last - LOOKED_AT)
        if _has_any(games, line, first, last, lambda part: [ENDED, CLOSED] if part is line.own else [ENDED]):
            return True  # a line may leave one that was closed, and play on
        if not first or _has_any(games, line, first, last, lambda _part: [GIVEN]):
            return False
        last = first
    return False


def _has_any(games: Games, line: Line, first: int, last: int, kinds: Callable[[Span], Sequence[str]]) -> bool:
    """Whether an entry there is filed under one of the kinds that are asked for of its part of the line."""
    parts = line.within(first, last)
    found = (games.log.store.filed_under(kinds(part), part.stream, low, high) for part, low, high in parts)
    return any(next(rows, None) is not None for rows in found)
