"""Luck for the replay page: reckoned only when it is asked for."""

from __future__ import annotations

from functools import partial

from litestar import get

from cli.service.access import Caller
from cli.service.asked import Asker, GameName, OnLine, TheService
from cli.service.judging import in_time, open_line
from cli.service.service import Service
from domain.odds.past import past
from domain.words.phrases import calling
from domain.words.tell import say_of
from projections.drawing.colours import wearing
from projections.luck.luck import judge
from projections.page.data import Luck
from projections.page.luck import shown


@get("/games/{game:str}/page/luck", include_in_schema=False)
async def page_luck(service: TheService, caller: Asker, game: GameName, line: OnLine) -> Luck:
    """How lucky each side was on a line, for whoever may see all of it; only when it is asked for, as it takes long."""
    async with service.heavy(caller.who(game)):
        return await service.run(_lucky, service, game, line, caller)


def _lucky(service: Service, game: str, name: str, caller: Caller) -> Luck:
    ref, line = open_line(service, game, name, None, caller)
    viewers = (None, *line.started.sides) if caller.viewer is None else (caller.viewer,)
    with calling(say_of(line.system)), wearing(partial(service.games.colours, line)):
        found = shown(service.games, line, judge(past(service.games, ref, in_time(service)), str(ref)), viewers)
    assert found is not None, "a line that is open to the caller"
    return found


HANDLERS = (page_luck,)
