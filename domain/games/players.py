"""Who plays: the log holds salted digests; the names lie apart, and can be withheld or erased without breaking it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple

from domain.kernel.chance import new_salt
from domain.kernel.errors import BadInput, NotFound, RefightError
from domain.kernel.facts import RulingMade, Side
from domain.log.apart import PlayerName
from domain.log.gamelog import GameLog
from domain.log.refs import MAIN
from domain.log.store import Store

LONGEST_NAME = 100
_DIGEST = re.compile(r"[0-9a-f]{64}")


class Seated(NamedTuple):
    """Somebody who plays a side from an entry on; without a name where that was withheld or erased."""

    side: Side
    digest: str
    name: str = ""
    salt: str = ""  # with it, anyone can check the name against the log
    since: int = 1  # the entry that names him: the first, or a ruling


def digest(player: PlayerName) -> str:
    return hashlib.sha256(bytes.fromhex(player.salt) + player.name.encode()).hexdigest()


def named_apart(sides: Sequence[Side], players: Mapping[Side, str]) -> dict[Side, PlayerName]:
    """Each name with a salt of its own, so that it cannot be guessed from the log."""
    for side, name in players.items():
        if side not in sides:
            raise NotFound(f"there is no side {side} for {name} to play; there are {' and '.join(sides)}")
        if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise BadInput(f"the player of {side} needs a name of 1 to {LONGEST_NAME} letters on one line")
    return {side: PlayerName(new_salt(), name.strip()) for side, name in players.items()}


def check_digests(sides: Sequence[Side], players: Mapping[Side, str]) -> None:
    """What stands in a log for players: nobody's name comes to stand there because somebody typed it."""
    for side, found in players.items():
        if side not in sides:
            raise NotFound(f"there is no side {side} for anybody to play; there are {' and '.join(sides)}")
        if not _DIGEST.fullmatch(found):
            raise BadInput(
                f"who plays {side} stands in a log as 64 hexadecimal digits, never by name; "
                f"leave it out, and name {side}'s player with `refight ruling GAME --player {side}=NAME`"
            )


@contextmanager
def kept_apart(store: Store, game: str, names: Mapping[Side, PlayerName]) -> Iterator[None]:
    """Before they stand in the log, so that none is lost; no name stays where they come to stand in none."""
    for player in names.values():
        store.put_player(game, digest(player), player)
    try:
        yield
    except RefightError:
        for player in names.values():
            store.forget_player(game, digest(player))
        raise


def seated(log: GameLog, game: str, line: str = MAIN) -> tuple[Seated, ...]:
    """Every player a line knows of, one after the other, with the names that lie here and fit their digests."""
    names = log.store.players(game)
    fitting = {found: player for found, player in names.items() if digest(player) == found}
    return tuple(
        Seated(side, found, *_known(fitting.get(found)), since) for side, found, since in _digests(log, game, line)
    )


def _known(player: PlayerName | None) -> tuple[str, str]:
    return (player.name, player.salt) if player is not None else ("", "")


def _digests(log: GameLog, game: str, name: str) -> Iterator[tuple[Side, str, int]]:
    line = log.line(game, name)
    yield from ((side, found, 1) for side, found in line.started.players.items())
    for entry in log.entries_of(line, (RulingMade,)):
        assert isinstance(entry.fact, RulingMade)
        yield from ((side, found, entry.number) for side, found in entry.fact.players.items())


def named(log: GameLog, game: str, line: str = MAIN) -> dict[Side, str]:
    """Who plays each side now, as far as names lie here; nobody is given another."""
    now = {one.side: one.name for one in seated(log, game, line)}
    return {side: name for side, name in now.items() if name}


def all_named(log: GameLog) -> dict[str, dict[Side, str]]:
    """The same by game, of those that have any; of none for a reader who may see the log and not what lies apart."""
    found: dict[str, dict[Side, str]] = {}
    with suppress(RefightError):
        for game in log.store.games_with_players():
            with suppress(RefightError):  # damaged, or a name that was put by for a game that never began
                found[game] = named(log, game)
    return {game: names for game, names in found.items() if names}


def played_by(sides: Mapping[Side, str], players: Mapping[Side, str]) -> list[str]:
    """Sides as they are called, each with its player where one is named: `union (Anna)`."""
    return [f"{called} ({players[side]})" if side in players else called for side, called in sides.items()]


def forget(log: GameLog, game: str, side: Side) -> None:
    """The names of all who play or played it are erased here; the log stays as it is, and verifies."""
    found = [seat for line in log.lines(game) for seat in _digests(log, game, line)]
    players = dict.fromkeys(one for one, _, _ in found)
    if side not in players:
        raise NotFound(
            f"{game} names nobody who plays {side}" + (f"; it does for {', '.join(players)}" * bool(players))
        )
    for digest in dict.fromkeys(digest for one, digest, _ in found if one == side):
        log.store.forget_player(game, digest)
