"""Who plays: the log holds salted digests; the names lie apart, and can be withheld or erased without breaking it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple

from domain.kernel.chance import new_salt
from domain.kernel.errors import BadInput, LogConflict, NotFound, RefightError
from domain.kernel.facts import Side
from domain.log.apart import PlayerName
from domain.log.gamelog import GameLog
from domain.log.store import Store

LONGEST_NAME = 100


class Seated(NamedTuple):
    """Somebody who plays a side; without a name where that was withheld or erased."""

    side: Side
    digest: str
    name: str = ""
    salt: str = ""  # with it, anyone can check the name against the log


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


@contextmanager
def kept_apart(store: Store, game: str, names: Mapping[Side, PlayerName]) -> Iterator[None]:
    """Before the game begins, so that none is lost; no name stays where the game does not begin."""
    for player in names.values():
        store.put_player(game, digest(player), player)
    try:
        yield
    except LogConflict:
        for player in names.values():
            store.forget_player(game, digest(player))
        raise


def seated(log: GameLog, game: str) -> tuple[Seated, ...]:
    """Every player the log knows of, with the names that lie here and fit their digests."""
    names = log.store.players(game)
    fitting = {found: player for found, player in names.items() if digest(player) == found}
    return tuple(
        Seated(side, found, fitting[found].name, fitting[found].salt) if found in fitting else Seated(side, found)
        for side, found in log.line(game).started.players.items()
    )


def named(log: GameLog, game: str) -> dict[Side, str]:
    """Who plays each side, as far as names lie here; nobody is given another."""
    return {one.side: one.name for one in seated(log, game) if one.name}


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
    """The name is erased here; the log stays as it is, and verifies."""
    players = log.line(game).started.players
    if side not in players:
        raise NotFound(
            f"{game} names nobody who plays {side}" + (f"; it does for {', '.join(players)}" * bool(players))
        )
    log.store.forget_player(game, players[side])
