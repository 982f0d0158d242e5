"""What the table, its notes and the tables read say, in English."""

from __future__ import annotations

from domain.kernel.reasons import Of
from domain.kernel.say import ReasonTexts, Say
from domain.words.plain import count
from rules.longstreet_lite.formation import said_ranks
from rules.longstreet_lite.tables import DIE

WINS = {"attackers": "the attack wins", "defender": "the defence holds", "nobody": "undecided"}


def _case(_say: Say, of: tuple[Of, ...]) -> str:
    return ", ".join(f"{name} {'yes' if is_so else 'no'}" for name, is_so in zip(of[::2], of[1::2], strict=True))


def _lost(_say: Say, of: tuple[Of, ...]) -> str:
    sides = ", ".join(f"{side} {lost}" for side, lost in zip(of[1::2], of[2::2], strict=True))
    return f"bases lost: {sides}; break point {of[0]}"


def _cards(_say: Say, of: tuple[Of, ...]) -> str:
    """How many it holds; then, as far as they are known, both piles, the card on top of one, and which it holds."""
    said = f"{of[0]}: {count(int(of[1]), 'cards')} in hand"
    if of[2:] and isinstance(of[2], int):
        said += f", {of[2]} in the deck, {of[3]} discarded"
    if "on top" in of:
        said += f", {of[of.index('on top') + 1]} on top"
    held = of[of.index("held") + 1 :] if "held" in of else ()
    named = ", ".join(_copies(card, int(copies)) for card, copies in zip(held[::2], held[1::2], strict=True))
    return said + (f": {named}" if named else "")


def _copies(card: Of, copies: int) -> str:
    return f"{card} ×{copies}" if copies > 1 else str(card)


def _card(_say: Say, of: tuple[Of, ...]) -> str:
    card, copies, morale, modifier, kepi, text = of
    said = ", ".join(str(word) for word in (f"morale {morale}", modifier, kepi) if word)
    return f"- {_copies(card, int(copies))} ({said})" + (f": {text}" if text else "")


def _standing(_say: Say, of: tuple[Of, ...]) -> str:
    sides = zip(of[1::3], of[2::3], of[3::3], strict=True)
    return f"break point {of[0]}; " + "; ".join(_from_winning(side, taken, int(needs)) for side, taken, needs in sides)


def _from_winning(side: Of, taken: Of, needs: int) -> str:
    when = "no die wins yet" if needs > DIE else f"wins at the end of its turn on {needs} or more"
    return f"{side} has taken {taken} bases, and {when}"


REASONS: ReasonTexts = {
    "title of the board": "{0}: turn {1}, {2} {3}",
    "guns on their limbers": lambda _say, of: f"limbered, {count(int(of[0]), 'guns')}",
    "guns in a row": lambda _say, of: f"{count(int(of[0]), 'guns')} in a row",
    "in ranks": lambda _say, of: f"ranks {said_ranks(tuple(map(int, of)))}",
    "hits": lambda _say, of: count(int(of[0]), "hits"),
    "lost": lambda _say, of: f"−{count(int(of[0]), str(of[1]))}",
    "came of it": lambda _say, of: f"{of[0]} to {of[1]}: {WINS[str(of[2])]}",
    "case of the table": _case,
    "without a die": "{0} bases lost",
    "break point of the test": "break point {0}",
    "bases lost": _lost,
    "cards of a side": _cards,
    "card in hand": _card,
    "card in force": "in force: {0} ({1})",
    "no break point yet": "the break point is set when the battle begins",
    "how far from winning": _standing,
}
