"""Dice that nobody alone can foresee or choose: each party adds a share that it promised before the first order.

A party's shares are the links of a chain of hashes, spent from its end: the promise is the last link, and each share is
hashed into the one before it, so that anyone can check a share and nobody can compute the next.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from hashlib import sha256

import msgspec

from domain.kernel.facts import HOST, Side

LINKS = 4_096  # orders with dice that a line can have
Shares = Mapping[str, str]  # by party: a side, or whoever keeps the log


def linked(value: str, times: int = 1) -> str:
    """So many links nearer to the promise."""
    link = bytes.fromhex(value)
    for _ in range(times):
        link = sha256(link).digest()
    return link.hex()


def place_of(promise: str, value: str) -> int:
    """Which link of the chain this is, counted from the promise; 0 if it is none."""
    try:
        link = bytes.fromhex(value)
    except ValueError:
        return 0
    for place in range(1, LINKS + 1):
        link = sha256(link).digest()
        if link.hex() == promise:
            return place if len(value) == 64 else 0
    return 0


def is_shared(commitments: Mapping[str, str]) -> bool:
    """Whether sides promised shares; else the seed of whoever keeps the log makes the dice."""
    return any(party != HOST for party in commitments)


def bound(by: Side, order: object) -> str:
    """What the dice of an order that stands hang on, so that it cannot be exchanged for another."""
    return sha256(msgspec.msgpack.encode((by, order))).hexdigest()


def sealed_seed(secret: str, seed: str) -> str:
    """The seed of an order's cards, where the host's secret is mixed in."""
    return hmac.digest(bytes.fromhex(secret), f"refight sealed cards\n{seed}".encode(), "sha256").hex()


def order_seed(game: str, line: str, stood: str, shares: Shares) -> str:
    """The seed of an order's dice, out of the shares of all; `stood` binds the order if it had to wait for one."""
    told = "\n".join(f"{party} {shares[party]}" for party in sorted(shares))
    return sha256(f"refight shared dice\n{game}\n{line}\n{stood}\n{told}".encode()).hexdigest()
