"""LL.5.volley.2, LL.5.skirm.3, LL.5.artprio.2 The zones of a base by every turn: no short cut finds others."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.longstreet_lite.fire.ground import bar_of_guns, bar_of_volley
from rules.longstreet_lite.fire.modes import Best, canister, choose, in_arc, is_shut, small_arms
from rules.longstreet_lite.fire.view import STRAIGHT, Post, View, Zone, most_turn, post_of, view_of, zone_of
from rules.longstreet_lite.formation import front_bases
from rules.longstreet_lite.rulings import READINGS, reading
from rules.longstreet_lite.state import State, Terrain, Unit
from rules.longstreet_lite.tables import SHORT_RANGE
from tests.longstreet_lite.firing_line import enemy, facing, firer, friend, guns
from tests.longstreet_lite.positions import terrain

easts, norths, headings = st.integers(4_000, 16_000), st.integers(5_100, 12_000), st.integers(0, 359)
Told = tuple[str, Sequence[Zone]]
Reference = Callable[[View, Post, str], Told]
NOTHING: Told = ("", ())
many = settings(deadline=None, max_examples=150)


def place(east: int, north: int) -> str:
    return f"{east / 1_000}:{north / 1_000}"


places = st.builds(place, easts, norths)
enemies = st.builds(
    lambda at, heading, ranks: enemy(at, str(heading), ranks), places, headings, st.sampled_from([(1, 1), (3, 2), (4,)])
)
friends = st.builds(lambda at, heading: friend(at, str(heading), (2,)), places, headings)


def piece(kind: str, east: int, north: int, width: int, depth: int, tilt: int) -> Terrain:
    """Something that lies more or less across the table."""
    ends = place(east - width, north - tilt), place(east + width, north + tilt)
    if kind == "crest":
        return terrain("hill", "2:2", "2:22", "18:22", "18:2", crest=ends)
    if kind == "wall":
        return terrain("wall", *ends)
    return terrain(kind, *ends, place(east + width, north + tilt + depth), place(east - width, north - tilt + depth))


grounds = st.builds(
    piece, st.sampled_from(["crest", "wall", "woods", "field"]), easts, norths,
    st.integers(200, 9_000), st.integers(100, 3_000), st.integers(-2_000, 2_000),
)  # fmt: skip
letters = st.fixed_dictionaries(
    {name: st.sampled_from(sorted(READINGS[name].choices)) for name in ("D19", "D22", "D23", "D49", "D56")}
)


@st.composite
def positions(draw: st.DrawFn, us: Unit) -> State:
    """Half of them as the rules are read by default, since the short cuts are made for that."""
    others = {f"e{i}": each for i, each in enumerate(draw(st.lists(enemies, max_size=2)))}
    others |= {f"f{i}": each for i, each in enumerate(draw(st.lists(friends, max_size=1)))}
    readings = draw(st.just({}) | letters)
    return facing(*draw(st.lists(grounds, max_size=3)), us=us, cs=draw(enemies), others=others, **readings)


def posts(state: State) -> tuple[View, list[Post]]:
    view = view_of(state, "us")
    return view, [post_of(view, base, SHORT_RANGE, most_turn(state)) for base in front_bases(view.body)]


def by_every_turn(view: View, post: Post, bar: Callable[[View, Post, Zone], object]) -> tuple[Sequence[Zone], ...]:
    """The turned zones that meet an enemy, the least turn first; then those of them that nothing bars."""
    turns = sorted(range(-most_turn(view.state), most_turn(view.state) + 1), key=lambda turn: (abs(turn), turn))
    found = (zone_of(post, turn, SHORT_RANGE) for turn in turns if turn != STRAIGHT)
    turned = tuple(in_arc(view, post, [zone for zone in found if zone and zone.is_enemy]))
    return turned, tuple(zone for zone in turned if not bar(view, post, zone))


def best_small_arms(view: View, post: Post, prefer: str) -> Told:
    straight = zone_of(post, STRAIGHT, SHORT_RANGE, prefer)
    if is_shut(view, straight):
        return NOTHING
    ahead = (straight,) if straight and straight.is_enemy else ()
    turned, free = by_every_turn(view, post, bar_of_volley)
    if ahead and not bar_of_volley(view, post, ahead[0]):
        return "volley", ahead
    if ahead and reading(view.state, "D23") == "B":
        return "skirmish", ahead
    return ("volley", free) if free else ("skirmish", ahead or turned)


def best_canister(view: View, post: Post, prefer: str) -> Told:
    straight = zone_of(post, STRAIGHT, SHORT_RANGE, prefer)
    if is_shut(view, straight):
        return NOTHING
    is_free = straight and straight.is_enemy and not bar_of_guns(view, post, straight)
    return "canister", (straight,) if straight and is_free else by_every_turn(view, post, bar_of_guns)[1]


def chosen(zones: Sequence[Zone], prefer: str) -> Zone:
    """The nearest unit by all its zones, unless the preferred one is among them; then its least turn."""
    units = {zone.unit for zone in zones}
    unit = prefer if prefer in units else min(zones, key=lambda zone: zone.near).unit
    return min((z for z in zones if z.unit == unit), key=lambda zone: (abs(zone.turn), zone.turn))


def check(find: Callable[[View, Post, str], Best | None], state: State, prefer: str, expected: Reference) -> None:
    """The choice is made before all zones are known, and again afterwards."""
    view, found = posts(state)
    for post in found:
        mode, zones = expected(view, post, prefer)
        best = find(view, post, prefer)
        assert (best is None) == (not zones)
        if best:
            assert choose(post, best.zones, prefer) == chosen(zones, prefer)
            assert (best.mode, tuple(best.zones), best.zones.first) == (mode, zones, zones[0])
            assert choose(post, best.zones, prefer) == chosen(zones, prefer)


@many
@given(positions(firer(ranks=(3,))), st.sampled_from(["", "cs", "e0"]))
def test_ll_5_skirm_4_small_arms_have_the_zones_that_a_look_at_every_turn_finds(state: State, prefer: str) -> None:
    check(small_arms, state, prefer, best_small_arms)


@many
@given(positions(guns(count=2)), st.sampled_from(["", "cs", "e0"]))
def test_ll_5_artprio_2_canister_has_the_zones_that_a_look_at_every_turn_finds(state: State, prefer: str) -> None:
    check(canister, state, prefer, best_canister)
