"""How a game is played, whatever its rules: settings chosen at its start, recorded in its first entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from domain.kernel.chance import Chance, FairChance
from domain.kernel.errors import BadInput, NotFound
from domain.kernel.facts import CardDrawn, Chosen, DiceRolled, GameStarted
from domain.log.gamelog import GameLog, Line
from domain.words.scan import nearest

NO_TAKE_BACK = "no_take_back_after_dice"
DICE = "dice"
MAIL = "mail"
DEPOSITS = "deposits"
SECRETS = "secrets"
SEALED = "sealed"
OPENED, KEPT = "opened", "kept"
FAIR, TABLE, EITHER, SHARED = "fair", "table", "either", "shared"


class Setting(NamedTuple):
    """On or off, or one of several values."""

    text: str
    values: tuple[str, ...] = ()


SETTINGS: Mapping[str, Setting] = {
    NO_TAKE_BACK: Setting("an order is not taken back once dice were rolled or cards drawn in it, or after it"),
    DICE: Setting(
        "fair takes none that are typed in; table takes no others, and each side types its own; shared are made of "
        "what every side has promised, so that nobody alone foresees them; either is usual",
        (FAIR, TABLE, EITHER, SHARED),
    ),
    DEPOSITS: Setting("no: with dice=shared nobody hands over shares beforehand, and a roll waits for whoever is away"),
    SEALED: Setting(
        "with dice=shared, as is usual: cards hang on a secret of the host too, which is told when all is over, so "
        "that nobody reckons back from later dice what was drawn unseen"
    ),
    MAIL: Setting("each side keeps the log itself, and sends its turns signed (`refight send`); nothing is hidden"),
    SECRETS: Setting(
        "opened, as is usual, shows all to whoever may see the game once no line is in play any more; kept does not",
        (OPENED, KEPT),
    ),
}
_ON = {"": True, "yes": True, "no": False}


def checked_settings(settings: Sequence[str]) -> dict[str, Chosen]:
    """`no_take_back_after_dice`, or with `=yes` or `=no`; `dice=fair`."""
    found: dict[str, Chosen] = {}
    for text in settings:
        name, _, value = text.partition("=")
        if name not in SETTINGS:
            raise NotFound(f"there is no setting {name!r}{nearest(name, SETTINGS)}; known: {', '.join(SETTINGS)}")
        found[name] = _chosen(name, value)
    if found.get(MAIL) is True and found.get(DICE) not in (SHARED, TABLE):
        raise BadInput(f"by mail nobody rolls for the other: add {DICE}={SHARED}, or {DICE}={TABLE} to type your own")
    has_host = found.get(DICE) == SHARED and not found.get(MAIL)
    if found.get(SEALED) and not has_host:
        raise BadInput(f"cards are sealed in games with {DICE}={SHARED} and a host; leave {SEALED} out")
    return dict(sorted(({SEALED: True} | found if has_host else found).items()))


def is_by_mail(started: GameStarted) -> bool:
    """Each side keeps a log of its own, and there is no host."""
    return started.settings.get(MAIL) is True


def makes_together(started: GameStarted) -> bool:
    """Its dice are made of shares of all."""
    return started.settings.get(DICE) == SHARED


def seals_cards(started: GameStarted) -> bool:
    """Of dice that all make together every share tells those before it, once it is spent: cards need more."""
    return started.settings.get(SEALED) is True


def _chosen(name: str, value: str) -> Chosen:
    values = SETTINGS[name].values
    if values and value not in values:
        raise BadInput(f"the setting {name} is {', '.join(values[:-1])} or {values[-1]}, not {value!r}")
    if not values and value not in _ON:
        raise BadInput(f"the setting {name} is on or off: write {name}=yes or {name}=no, not {value!r}")
    return value if values else _ON[value]


def setting_texts(settings: Mapping[str, Chosen]) -> tuple[str, ...]:
    """As they are typed."""
    said = {True: "yes", False: "no"}
    return tuple(f"{name}={said[on] if isinstance(on, bool) else on}" for name, on in settings.items())


def takes_turns_at_dice(started: GameStarted) -> bool:
    """Each side rolls its own dice and types them."""
    return started.settings.get(DICE) == TABLE


def check_dice(started: GameStarted, chance: Chance | None) -> None:
    """Whether a game takes its dice from there; None: fair ones are rolled."""
    is_fair = chance is None or isinstance(chance, FairChance)
    how = started.settings.get(DICE)
    if how in (FAIR, SHARED) and not is_fair:
        raise BadInput(f"this game is played with {DICE}={how}: refight rolls and draws, and nothing is typed in")
    if takes_turns_at_dice(started) and is_fair:
        raise BadInput(f"this game is played with {DICE}={TABLE}: roll at the table, and type what the dice show")


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
