"""What sides have signed: that they vouch for an entry and for all before it. Data beside the chain, never in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from domain.log.apart import Signed
from domain.log.keys import is_signed, sign
from domain.log.links import failed


class Vouched(msgspec.Struct, frozen=True, kw_only=True):
    """The last entry of a line that a side has signed with a key, and how often it has."""

    by: str
    line: str
    entry: int
    key: str
    times: int


def message(game: str, one: Signed) -> bytes:
    """What is signed: the seal of an entry, and who speaks."""
    return f"refight turn\nrefight-seal {game}@{one.line}:{one.entry} {one.hash}\nby {one.by}".encode()


def signed(secret: str, game: str, bare: Signed) -> Signed:
    return bare._replace(signature=sign(secret, message(game, bare)))


def check_signature(game: str, one: Signed) -> None:
    if not is_signed(one.key, message(game, one), one.signature):
        raise failed(one.line, one.entry, f"bears a signature of {one.by} that does not hold")


def vouched(
    game: str, found: Iterable[Signed], sides: Sequence[str], hash_at: Callable[[str, int], str | None]
) -> tuple[Vouched, ...]:
    """All of them checked: each is of an entry that is there as it was signed. VerificationFailed for the first that
    is not; a log that was cut off or made anew shows so too."""
    last: dict[tuple[str, str, str], tuple[int, int]] = {}
    for one in found:
        if one.by not in sides:
            raise failed(one.line, one.entry, f"bears a signature of {one.by!r}, which is no side of this game")
        check_signature(game, one)
        here = hash_at(one.line, one.entry)
        if here is None:
            raise failed(one.line, one.entry, f"was signed by {one.by} and is missing: the log was cut off before it")
        if here != one.hash:
            raise failed(one.line, one.entry, f"is not the one that {one.by} signed: it, or one before it, was changed")
        entry, times = last.get((one.by, one.line, one.key), (0, 0))
        last[one.by, one.line, one.key] = (max(entry, one.entry), times + 1)
    return tuple(
        Vouched(by=by, line=line, key=key, entry=entry, times=times) for (by, line, key), (entry, times) in last.items()
    )
