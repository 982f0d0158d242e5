"""All that a process of the service is started with: the same for each of several."""

from __future__ import annotations

from pathlib import Path

import msgspec

from cli.service.bounds import Bounds
from cli.service.figures import Figures
from cli.service.monitor import write_access
from cli.service.notices import Notices
from cli.service.post import Post
from cli.service.service import Service
from cli.service.tokens import TokenBox
from domain.games.games import Games
from domain.kernel.errors import BadInput, NotFound
from domain.words.scan import nearest


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    url: str
    read_db: Path
    own_token: str
    durable: bool = False
    bounds: Bounds = Bounds()
    players: bool = False
    pictures: bool = False  # of modules, as their owner kept them
    host: str = "127.0.0.1"
    port: int = 0
    hosts: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    post: Post = Post()
    access_log: str = ""
    figures: Path | None = None  # where several processes say theirs
    pin: bool = False  # each keeps to a core of its own

    def service(self, games: Games) -> Service:
        tokens = TokenBox(games.log.store)
        made = Service(
            games, tokens, self.bounds, self.read_db, players=self.players, own_token=self.own_token,
            pictures=self.pictures,
        )  # fmt: skip
        made.help()
        made.figures = Figures(self.figures)
        if self.access_log:
            write_access(self.access_log)
        if self.post.ways:
            made.notices = Notices(made, self.post)
        return made


def limited(bounds: Bounds, limits: tuple[str, ...]) -> Bounds:
    """`followers=200`: each bound by its name."""
    known = {field.name: field for field in msgspec.structs.fields(Bounds)}
    found: dict[str, object] = {}
    for text in limits:
        name, _, value = text.partition("=")
        if name not in known:
            raise NotFound(f"there is no limit {name!r}{nearest(name, known)}; there are {', '.join(known)}")
        try:
            found[name] = msgspec.convert(value, known[name].type, strict=False)
        except msgspec.ValidationError:
            found[name] = 0
        if not found[name] > 0:  # type: ignore[operator]
            raise BadInput(f"the limit {name} is a number above 0, not {value!r}")
    return msgspec.structs.replace(bounds, **found)


def shared_out(bounds: Bounds, workers: int) -> Bounds:
    """What there is of everything for one of several processes."""
    whole = ("connections", "followers", "reserved", "heavy", "clients")
    parts = {name: max(1, -(-getattr(bounds, name) // workers)) for name in whole}
    return msgspec.structs.replace(bounds, **parts)
