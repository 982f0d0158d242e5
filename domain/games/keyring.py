"""Whose key is whose: one's own, those of others as they were handed over, and which speaks for a side of a game."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.players import LONGEST_NAME
from domain.kernel.errors import BadInput, NotFound
from domain.kernel.facts import GameStarted, Side
from domain.log.apart import KeyKept
from domain.log.keys import check_key, new_secret, public_of
from domain.log.store import Store


def make_key(store: Store, name: str, now: int) -> KeyKept:
    """A key of one's own; its secret half stays here."""
    secret = new_secret()
    return _put(store, KeyKept(public_of(secret), _checked(name), secret, now))


def trust(store: Store, key: str, name: str, now: int) -> KeyKept:
    """The key of somebody else, as he has handed it over: from here on it speaks for him."""
    return _put(store, KeyKept(check_key(key), _checked(name), "", now))


def _put(store: Store, kept: KeyKept) -> KeyKept:
    there = keys(store)
    for one in there:
        if one.key == kept.key and one.name == kept.name:
            return one
        if one.key == kept.key:
            raise BadInput(f"this is the key of {one.name}; `refight key forget {one.name}` first, if that is wrong")
        if one.name == kept.name:
            raise BadInput(f"{one.name} has another key here ({short(one.key)}); `refight key forget {one.name}` first")
    with store.beside() as beside:
        beside.put_key(kept)
    return kept


def _checked(name: str) -> str:
    name = name.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadInput(f"whose key it is takes a name of 1 to {LONGEST_NAME} letters on one line")
    return name


def keys(store: Store) -> list[KeyKept]:
    with store.beside() as beside:
        return beside.keys()


def key_of(store: Store, name: str) -> KeyKept:
    """By the name of its player, or by itself."""
    found = [one for one in keys(store) if name in (one.name, one.key)]
    if not found:
        raise NotFound(f"no key of {name!r} is known here; `refight key trust KEY --name NAME` takes one in")
    return found[0]


def forget_key(store: Store, name: str) -> KeyKept:
    """Only somebody else's: what was signed with one's own could never be gone on with."""
    found = key_of(store, name)
    if found.secret:
        raise BadInput(f"{found.name} is a key of your own; games that are signed with it could not go on")
    with store.beside() as beside:
        beside.drop_key(found.key)
    return found


def short(key: str) -> str:
    return f"{key[:12]}…"


# Seats


def check_seats(store: Store, begun: GameStarted, players: Mapping[Side, str]) -> dict[Side, str]:
    """By side, the key of its player; each must be known before a game by mail begins."""
    found: dict[Side, str] = {}
    for side in begun.sides:
        if side not in players:
            raise BadInput(f"who plays {side}? By mail each side has a player with a key: add --player {side}=NAME")
        found[side] = key_of(store, players[side]).key
    if len(set(found.values())) < len(found):
        raise BadInput("two sides have the same key; by mail each is played by another")
    return found


def seats(store: Store, game: str) -> dict[Side, str]:
    """By side, the key that speaks for it; `game` is the id of the game."""
    with store.beside() as beside:
        return beside.seats(game)


def own_seat(store: Store, started: GameStarted, wanted: Side | None) -> tuple[Side, str]:
    """The side that is played here, and the secret half of its key."""
    secrets = {one.key: one.secret for one in keys(store) if one.secret}
    mine = {side: secrets[key] for side, key in seats(store, started.game).items() if key in secrets}
    if wanted is not None:
        if wanted not in mine:
            raise BadInput(f"the key of {wanted} is not yours; {', '.join(mine) or 'no side'} is played here")
        return wanted, mine[wanted]
    if len(mine) != 1:
        raise BadInput(f"say for which side with --by: {', '.join(mine)}" if mine else "no side is played here")
    return next(iter(mine.items()))
