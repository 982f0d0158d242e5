"""Orders of the Move phase that must be refused: I21 to I29."""

from __future__ import annotations

from typing import Any

from rules.longstreet_lite.movement.asks import LimberBattery, QuarterTurn, ReformUnit, UnlimberBattery
from rules.longstreet_lite.state import State
from tests.longstreet_lite.illegal import Cases, after
from tests.longstreet_lite.marching import field, march
from tests.longstreet_lite.positions import terrain, unit

STREAM = terrain("stream", "0:8", "36:8", "36:8.5", "0:8.5")
RIVER = terrain("river", "0:8", "36:8", "36:9", "0:9")
MARSH = terrain("marsh", "10:7.5", "14:7.5", "14:9", "10:9")
LIMBER = unit("us", "12:7", kind="ART", limbered=True, bases=3)
GUNS = unit("us", "12:7", ranks=(3,), kind="ART")
TURN = QuarterTurn(unit="u", to="left")


def alone(*pieces: Any, ranks: tuple[int, ...] = (4,), **more: Any) -> State:
    return field({"u": unit("us", "12:7", ranks=ranks)}, *pieces, **more)


def beside(other: Any, **more: Any) -> State:
    return field({"u": unit("us", "12:7"), "other": other}, **more)


def friend(at: str) -> Any:
    return unit("us", at)


def enemy(at: str) -> Any:
    return unit("cs", at, "180")


def reform(guide: int, left: int, *ranks: int) -> ReformUnit:
    return ReformUnit(unit="u", guide=guide, ranks=ranks, left=left)


def battery(found: Any, *pieces: Any, **others: Any) -> State:
    return field({"u": found, **others}, *pieces, invoked=2)


def unlimber(heading: str, left: int = 0) -> UnlimberBattery:
    return UnlimberBattery(unit="u", heading=heading, left=left)


MOVES: Cases = {
    "I21 moved and formed": lambda: (after(alone(), ("us", march("u", "ahead:1"), ())), "us", TURN),
    "I21 formed and moved": lambda: (after(alone(), ("us", TURN, ())), "us", march("u", "ahead:1")),
    "I21 moved twice": lambda: (after(alone(), ("us", march("u", "ahead:1"), ())), "us", march("u", "ahead:1")),
    "I22 touching": lambda: (beside(enemy("12:9.36")), "us", march("u", "ahead:2.36")),
    "I22 through": lambda: (beside(enemy("12:8.5"), invoked=2), "us", march("u", "ahead:4")),
    "I23 through a friend": lambda: (beside(friend("12:10")), "us", march("u", "ahead:4")),
    "I23 difficult terrain": lambda: (alone(STREAM), "us", march("u", "ahead:1.5")),
    "I23 about-face": lambda: (beside(enemy("12:12")), "us", march("u", "about")),
    "I23 a new formation": lambda: (beside(enemy("12:12")), "us", reform(2, 0, 2, 2)),
    "I24 too far": lambda: (alone(), "us", march("u", "ahead:4.001")),
    "I24 too far in a difficult move": lambda: (alone(), "us", march("u", "back:2.001", difficult=True)),
    "I24 oblique beyond 45 degrees": lambda: (alone(), "us", march("u", "oblique-left:45.01:4")),
    "I24 mixed": lambda: (alone(), "us", march("u", "ahead:1", "back:1", difficult=True)),
    "I24 undeclared": lambda: (alone(), "us", march("u", "back:1")),
    "I25 a column": lambda: (alone(ranks=(1, 1, 1)), "us", march("u", "back:1", difficult=True)),
    "I25 not linear": lambda: (alone(ranks=(1, 1)), "us", march("u", "about")),
    "I25 after moving": lambda: (alone(), "us", march("u", "ahead:1", "about")),
    "I26 no such guide": lambda: (alone(), "us", reform(5, 0, 2, 2)),
    "I26 ahead of it": lambda: (alone(ranks=(2, 2)), "us", reform(2, 2, 2, 2)),
    "I26 three files": lambda: (alone(ranks=(6,)), "us", reform(3, 2, 3, 3)),
    "I27 a move": lambda: (beside(friend("12:9"), invoked=2), "us", march("u", "ahead:2.9")),
    "I27 a formation": lambda: (
        field({"u": unit("us", "12:7", ranks=(6,)), "other": unit("us", "11:6", ranks=(2,))}, invoked=2),
        "us",
        reform(3, 1, 4, 2),
    ),
    "I28 too far": lambda: (battery(GUNS), "us", march("u", "ahead:1.001")),
    "I28 unlimbered in a marsh": lambda: (
        battery(LIMBER, terrain("marsh", "13:6", "15:6", "15:7", "13:7")), "us", unlimber("0")
    ),
    "I28 limbered in a marsh": lambda: (
        battery(GUNS, terrain("marsh", "10.6:6", "13.4:6", "13.4:6.9", "10.6:6.9")),
        "us",
        LimberBattery(unit="u", gun=2, heading="0"),
    ),
    "I28 onto a unit": lambda: (battery(LIMBER, other=unit("us", "14:7", ranks=(2,))), "us", unlimber("0", 1)),
    "I28 ahead of its front line": lambda: (battery(LIMBER), "us", unlimber("90", 1)),
    "I29 guns in a marsh": lambda: (battery(GUNS, MARSH), "us", march("u", "ahead:1")),
    "I29 a limber in a marsh": lambda: (battery(LIMBER, MARSH), "us", march("u", "ahead:2")),
    "I29 a river": lambda: (alone(RIVER, invoked=2), "us", march("u", "ahead:2")),
}  # fmt: skip
