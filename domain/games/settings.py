"""How a game is played, whatever its rules: settings chosen at its start, recorded in its first entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.kernel.errors import BadInput, NotFound
from domain.kernel.facts import CardDrawn, Chosen, DiceRolled
from domain.log.gamelog import GameLog, Line
from domain.words.scan import nearest

NO_TAKE_BACK = "no_take_back_after_dice"
SETTINGS: Mapping[str, str] = {
    NO_TAKE_BACK: "an order is not taken back once dice were rolled or cards drawn in it, or after it",
}
_ON = {"": True, "yes": True, "no": False}


def checked_settings(settings: Sequence[str]) -> dict[str, Chosen]:
    """`no_take_back_after_dice`, or with `=yes` or `=no`; all there are so far are on or off."""
    found: dict[str, Chosen] = {}
    for text in settings:
        name, _, value = text.partition("=")
        if name not in SETTINGS:
            raise NotFound(f"there is no setting {name!r}{nearest(name, SETTINGS)}; known: {', '.join(SETTINGS)}")
        if value not in _ON:
            raise BadInput(f"the setting {name} is on or off: write {name}=yes or {name}=no, not {value!r}")
        found[name] = _ON[value]
    return dict(sorted(found.items()))


def setting_texts(settings: Mapping[str, Chosen]) -> tuple[str, ...]:
    """As they are typed."""
    said = {True: "yes", False: "no"}
    return tuple(f"{name}={said[on] if isinstance(on, bool) else on}" for name, on in settings.items())


def check_take_back(log: GameLog, line: Line, before: int) -> None:
    """Whether all that was played after that entry may be undone."""
    if line.started.settings.get(NO_TAKE_BACK) is not True:
        return
    luck = next(log.entries_of(line, (DiceRolled, CardDrawn), before), None)
    if luck is not None:
        what = "rolled dice" if isinstance(luck.fact, DiceRolled) else "drew a card"
        raise BadInput(
            f"entry {luck.number} {what}, and {line.game} is played with {NO_TAKE_BACK}: nothing before it is taken "
            "back any more; a branch shows what would have been"
        )
