"""LL.6.gen.2, LL.6.interp.1, LL.6.path, LL.6.dis Whom and what a unit meets on its way, and what disorders it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from domain.kernel.errors import IllegalOrder
from domain.kernel.reasons import Of
from domain.tabletop.bodies import are_within, do_overlap, gap_squared, is_on_table
from domain.tabletop.bounds import are_apart
from domain.tabletop.measure import root
from domain.tabletop.polygons import Polygon
from domain.tabletop.swath import Swath, covers, leaves_table, runs_over, touches, way_to
from rules.longstreet_lite import terrain
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.formation import Body
from rules.longstreet_lite.movement.actor import Actor, Other
from rules.longstreet_lite.movement.facts import Disorder
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import Terrain
from rules.longstreet_lite.tables import NEAR_ENEMY, TOUCH


def check_contact(actor: Actor, ground: Swath, end: Body) -> None:
    """LL.6.gen.2, LL.6.interp.1 No enemy is touched, still less passed through."""
    for other in actor.enemies:
        if not touches(ground, other.body, TOUCH):
            continue
        if are_within(actor.body, other.body, TOUCH):
            _check_parting(actor, ground, end, other)
        else:
            after = 0 if actor.brief else way_to(ground, end, other.body, TOUCH)
            raise IllegalOrder("makes contact", "LL.6.gen.2", actor.id, other.id, after)


def _check_parting(actor: Actor, ground: Swath, end: Body, other: Other) -> None:
    """LL.6.gen.2 Whoever stands in contact may go, not stay in it."""
    if runs_over(ground, other.body, TOUCH) or are_within(end, other.body, TOUCH):
        raise IllegalOrder("stays in contact", "LL.6.gen.2", actor.id, other.id)


def friends_met(actor: Actor, ground: Swath) -> Iterator[Other]:
    """LL.6.interp.1 Friends passed through; to touch one is not enough."""
    return (other for other in actor.friends if runs_over(ground, other.body, TOUCH))


def check_free(actor: Actor, end: Body, rule: str) -> None:
    """LL.6.interp.1, LL.6.finterp.1, LL.6.aform.3 Nobody stops on a friend."""
    for other in actor.friends:
        if do_overlap(end, other.body, TOUCH):
            raise IllegalOrder("stands on a friend", rule, actor.id, other.id)


def _covered(actor: Actor, ground: Swath, pieces: Iterator[Terrain]) -> Iterator[Terrain]:
    def test(area: Polygon) -> bool:
        return terrain.is_in(actor.state, piece, area)

    for piece in pieces:
        if not are_apart(ground.extent, terrain.ground_of(piece).extent) and covers(ground, test):
            yield piece


def terrain_met(actor: Actor, ground: Swath) -> Iterator[Terrain]:
    """LL.2.dis.1, LL.2.dis.3 Difficult terrain anywhere on the way, lines crossed or stood on included."""
    return _covered(actor, ground, terrain.hindering(actor.state, actor.unit.kind))


def check_passable(actor: Actor, ground: Swath, rule: str = "") -> None:
    """LL.2.imp.1, LL.2.table No unit enters a river but by bridge or ford; no battery a marsh."""
    kind = actor.unit.kind
    for piece in _covered(actor, ground, terrain.barring(actor.state, kind)):
        if piece.kind == "river":
            raise IllegalOrder("river in the way", rule or "LL.2.imp.1", actor.id, piece.name, kind)
        raise IllegalOrder("impassable to it", rule or "LL.2.table", actor.id, piece.name, piece.kind, kind)


def check_table(actor: Actor, ground: Swath, end: Body, *, may_leave: bool) -> bool:
    """LL.6.path.2 (D52) Whether the unit leaves the table, which some readings and no formation change allow.

    Swept ground is measured a little too wide, an end is not: charges and retreats start from it, on the table.
    """
    battle = actor.state.battle
    leaves = leaves_table(ground, battle.width, battle.height, TOUCH)
    if leaves and may_leave and reading(actor.state, "D52") == "B" and not actor.confused:
        return True
    if leaves or not is_on_table(end, battle.width, battle.height):
        raise IllegalOrder("leaves the table", "LL.6.path.2", actor.id)
    return False


def near_enemy(actor: Actor, *bodies: Body) -> tuple[Other, int] | None:
    """LL.6.dis.1, LL.6.fnear.1, LL.G.4 The nearest enemy within 6 BW of where it stands or would, and how near."""
    found = [
        (gap_squared(body, other.body), i, other)
        for i, other in enumerate(actor.enemies)
        for body in bodies
        if are_within(body, other.body, NEAR_ENEMY)
    ]
    if not found:
        return None
    gap, _, other = min(found)
    return other, root(gap)


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
