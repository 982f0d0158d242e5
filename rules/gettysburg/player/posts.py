"""Which brigade of a defending army holds which hex: the line first, a reserve behind it, the nearest to each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.player.aims import cover, posts
from rules.gettysburg.player.view import View
from rules.gettysburg.rulings import reading
from rules.gettysburg.tables import NEAR

MOST_POSTS: Final = 40
THREAT: Final = 12  # hexes beyond which an enemy makes a post no more urgent


def posts_of(view: View) -> Mapping[PieceId, HexId]:
    """What each brigade of the defender is given in this thought."""
    return view.thought("posts", lambda: Posts(view).of)


class Posts:
    """`of` gives each brigade its hex; brigades in contact keep theirs and are left out."""

    def __init__(self, view: View) -> None:
        self.of: dict[PieceId, HexId] = {}
        if not view.attacks and view.objective:
            self._assign(view)

    def _assign(self, view: View) -> None:
        free = [name for name, unit in view.brigades.items() if unit.kind == "infantry" and not unit.shaken]
        key = "posts", view.state.battle.victory, reading(view.state, "D17")
        line, behind = view.foe.kept(key, lambda: _line_and_behind(view))
        self._fill(view, [name for name in free if not view.is_reserve(name)], line)
        self._fill(view, [name for name in free if name not in self.of], behind)
        self._fill(view, [name for name in free if name not in self.of], line)

    def _fill(self, view: View, names: list[PieceId], hexes: list[HexId]) -> None:
        """Those who stand on a post keep it; then the most urgent post gets the nearest brigade."""
        standing = {view.brigades[name].at: name for name in sorted(names, reverse=True)}
        held = {standing[at]: at for at in hexes if at in standing}
        self.of.update(held)
        open_posts = [at for at in hexes if at not in standing]
        free = (name for name in names if name not in held)
        marching = [name for name in free if view.from_enemy(view.brigades[name].at) > NEAR]
        distance = view.ground.distance
        for at in open_posts:
            if not marching:
                return
            nearest = min(marching, key=lambda name: (distance(view.brigades[name].at, at), name))
            marching.remove(nearest)
            self.of[nearest] = at


def _line_and_behind(view: View) -> tuple[list[HexId], list[HexId]]:
    line = _line(view)
    return line, _behind(view, line)


def _line(view: View) -> list[HexId]:
    """The posts an enemy does not hold, the most threatened and best covered first."""
    open_posts = [at for at in posts(view.state) if at not in view.foe.held]
    open_posts.sort(key=lambda at: (min(THREAT, view.from_enemy(at)) - cover(view.state, at), at))
    return open_posts[:MOST_POSTS]


def _behind(view: View, line: list[HexId]) -> list[HexId]:
    """A hex or two behind the threatened part of the line, on good ground."""
    front, taken = line[: max(1, len(line) // 2)], view.foe.held.union(line)
    found = dict.fromkeys(
        to for at in front for to in view.ground.within(at, NEAR)
        if to not in taken and view.from_enemy(to) > view.from_enemy(at)
    )  # fmt: skip
    return sorted(found, key=lambda at: (-cover(view.state, at), at))
