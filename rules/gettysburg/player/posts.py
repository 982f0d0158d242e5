"""Which brigade of a defending army holds which hex: the line first, a reserve behind it, the nearest to each."""

from __future__ import annotations

from typing import Final

from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.player.aims import cover, posts
from rules.gettysburg.player.view import View
from rules.gettysburg.tables import NEAR

MOST_POSTS: Final = 40
THREAT: Final = 12  # hexes beyond which an enemy makes a post no more urgent


class Posts:
    """`of` gives each brigade its hex; brigades in contact keep theirs and are left out."""

    def __init__(self, view: View) -> None:
        self.of: dict[PieceId, HexId] = {}
        if not view.attacks and view.objective:
            self._assign(view)

    def _assign(self, view: View) -> None:
        free = [name for name, unit in view.brigades.items() if unit.kind == "infantry" and not unit.shaken]
        line = _line(view)
        self._fill(view, [name for name in free if not view.is_reserve(name)], line)
        behind = _behind(view, line)
        self._fill(view, [name for name in free if name not in self.of], behind)
        self._fill(view, [name for name in free if name not in self.of], line)

    def _fill(self, view: View, names: list[PieceId], hexes: list[HexId]) -> None:
        """Those who stand on a post keep it; then the most urgent post gets the nearest brigade."""
        left = dict.fromkeys(sorted(names))
        open_posts = []
        for at in hexes:
            holder = next((name for name in left if view.brigades[name].at == at), None)
            if holder is None:
                open_posts.append(at)
            else:
                self.of[holder] = at
                del left[holder]
        marching = [name for name in left if view.from_enemy(view.brigades[name].at) > NEAR]
        distance = view.ground.distance
        for at in open_posts:
            if not marching:
                return
            nearest = min(marching, key=lambda name: (distance(view.brigades[name].at, at), name))
            marching.remove(nearest)
            self.of[nearest] = at


def _line(view: View) -> list[HexId]:
    """The posts an enemy does not hold, the most threatened and best covered first."""
    open_posts = [at for at in posts(view.state) if at not in view.field.held]
    open_posts.sort(key=lambda at: (min(THREAT, view.from_enemy(at)) - cover(view.state, at), at))
    return open_posts[:MOST_POSTS]


def _behind(view: View, line: list[HexId]) -> list[HexId]:
    """A hex or two behind the threatened part of the line, on good ground."""
    front = line[: max(1, len(line) // 2)]
    found = dict.fromkeys(
        to for at in front for to in view.ground.within(at, NEAR)
        if to not in line and to not in view.field.held and view.from_enemy(to) > view.from_enemy(at)
    )  # fmt: skip
    return sorted(found, key=lambda at: (-cover(view.state, at), at))
