"""LL.6.dis What causes disorder, and the second card it takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from domain.kernel.errors import IllegalOrder
from domain.kernel.reasons import Of
from domain.tabletop.swath import Swath
from rules.longstreet_lite import terrain
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.formation import Body
from rules.longstreet_lite.movement.actor import Actor
from rules.longstreet_lite.movement.facts import Disorder
from rules.longstreet_lite.movement.meeting import friends_met, near_enemy, terrain_met
from rules.longstreet_lite.rulings import reading


def on_the_way(actor: Actor, ground: Swath) -> Iterator[Disorder]:
    """LL.6.dis.1 Friends passed through (LL.6.interp.1) and difficult terrain (LL.2.dis.1)."""
    yield from (Disorder(why="friend", what=other.id, rule="LL.6.interp.1") for other in friends_met(actor, ground))
    yield from on_the_ground(actor, ground, "LL.2.dis.1")


def on_the_ground(actor: Actor, ground: Swath, rule: str) -> Iterator[Disorder]:
    """LL.6.dis.1, LL.6.fterr.1, LL.6.aform.4, LL.6.prol.2 Every difficult piece, whatever brought the unit there."""
    for piece in terrain_met(actor, ground):
        yield Disorder(why="line" if terrain.is_line(piece) else "terrain", what=piece.name, rule=rule)


def of_facing_about(actor: Actor) -> Iterator[Disorder]:
    """LL.6.face.4 An about-face within 6 BW of the enemy."""
    if found := near_enemy(actor, actor.body):
        yield Disorder(why="about-face", what=found[0].id, rule="LL.6.face.4", gap=found[1])


def of_forming(actor: Actor, end: Body, rule: str) -> Iterator[Disorder]:
    """LL.6.fnear.1 A change of formation within 6 BW of the enemy, before or after."""
    if found := near_enemy(actor, actor.body, end):
        yield Disorder(why="formation", what=found[0].id, rule=rule, gap=found[1])


def check_disorder(actor: Actor, causes: Iterable[Disorder]) -> tuple[Disorder, ...]:
    """LL.6.dis.2, LL.6.dis.3 With one card none of it, with two any amount by any number of units."""
    found = tuple(causes)
    if not found:
        return ()
    told: Iterator[Of] = chain.from_iterable((cause.why, cause.what, cause.gap) for cause in found)
    if actor.confused:
        raise IllegalOrder("disorder not the enemy's to give", "LL.4.int.6", actor.id, *told)
    cards = actor.state.turn.invoked
    if effects.counts_as_two(actor.state):
        return found
    if reading(actor.state, "D16") == "B":  # LL.4.two.1 the second card may still be added
        raise IllegalOrder("disorder without a card added", "LL.6.dis.2", actor.id, cards, *told)
    raise IllegalOrder("disorder with one card", "LL.6.dis.2", actor.id, cards, *told)
