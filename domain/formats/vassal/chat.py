"""Lines of the chat window: who says what, and which lines are dice, moves, turns or take-backs.

The raw layer: `who` is a player's own name.
"""

from __future__ import annotations

import html
import re
from typing import Literal

import msgspec

from domain.formats.vassal.dice import DiceClaimed, dice_in
from domain.formats.vassal.limits import MAX_LINE
from domain.words.scan import whole

Kind = Literal["talk", "report", "system", "dice", "move", "created", "turn", "undo"]
ANONYMOUS = "anonymous"


class ChatLine(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A line as plain text, and what it tells."""

    kind: Kind
    text: str
    who: str = ""
    dice: DiceClaimed | None = None
    piece: str = ""  # of a move: the names of what moved
    start: str = ""
    to: str = ""
    turn: int = 0


_MOST_MARKED = 100_000  # characters of a line that may have mark-up; no line of a game is that long
_COLOURS = "|!?~`"
_TAGS = re.compile(
    r"</?+(?P<name>a|b|big|body|br|center|code|div|em|font|h[1-6]|hr|html|i|img|li|ol|p|pre|s|small|span|strike|strong"
    r"|style|sub|sup|table|tbody|td|th|tr|tt|u|ul)(?P<more>\s[^<>]*+)?/?>",
    re.IGNORECASE,
)
_SAID = re.compile(r"<[^<>]*+> - ")  # whatever the name is: Strong and Big are tags too
_SPEAKER = re.compile(r"<(?P<who>[^<>]*+)>\s*+-?\s?")
_ARROW = re.compile(r" (?:->|→) ")
_MOVED = re.compile(r" moved? (?:from )?(?P<start>\S++) (?:to|->|→) (?P<to>\S++)")
_CREATED = re.compile(r" (?:created|placed) in ")
_TURN_UPDATED = re.compile(r"(?:<(?P<who>[^<>]*+)> )?+Turn Updated from (?P<change>.*)", re.DOTALL)
_TURN = re.compile(r"\bturn (?P<turn>[0-9]{1,6})\b", re.IGNORECASE)
_SHORT_TURN = re.compile(  # no sign both parts words and begins one: a ruled line of dashes would be tried for ever
    r"(?:[\w'’.-]++ ){0,3}turn [0-9]{1,6}\b(?:[\s:,.;–-]++[\w'’()/][\w'’()/.-]*+){0,6}+[\s:,.;–-]*+!?", re.IGNORECASE
)
_SHORT_PHASE = re.compile(r"(?:[\w'’-]+ ){1,4}phase(?: (?:begins|starts))?[.!]?", re.IGNORECASE)
_NEW = "New: "
_UNDO = "UNDO: "


def read_line(text: str) -> ChatLine:
    """The text after `CHAT`."""
    shown = plain(text)
    if shown[:1] == "<":
        return _talk(shown)
    if shown[:1] not in ("*", "-"):
        return ChatLine(kind="talk", text=shown)
    if shown[0] == "-":
        return ChatLine(kind="system", text=_body(shown))
    return _report(shown) if len(shown) <= MAX_LINE else ChatLine(kind="report", text=_body(shown))


def plain(text: str) -> str:
    """Without blanks in front, mark-up and entities; names in angle brackets are not mark-up."""
    text = text.lstrip()
    if "<" in text and len(text) <= _MOST_MARKED:
        said = _SAID.match(text)
        start = said.end() if said else 0
        text = text[:start] + _without_tags(text[start:])
    return html.unescape(text).strip() if "&" in text else text.strip()


def _without_tags(text: str) -> str:
    """A letter in brackets is mark-up only if it is closed again or has attributes: players are called A or B Jones."""
    folded = text.casefold()
    closed = {letter for letter in "abipsu" if f"</{letter}>" in folded}

    def kept(found: re.Match[str]) -> str:
        name = found["name"].casefold()
        is_name = len(name) == 1 and name not in closed and "=" not in (found["more"] or "")
        return found[0] if is_name else ""

    return _TAGS.sub(kept, text)


def _talk(shown: str) -> ChatLine:
    found = _SPEAKER.match(shown)
    if not found:
        return ChatLine(kind="talk", text=shown)
    who = found["who"].strip()
    return ChatLine(kind="talk", text=shown[found.end() :], who="" if is_anonymous(who) else who)


def is_anonymous(who: str) -> bool:
    return who.strip("()").casefold() in ("", ANONYMOUS)


def _body(shown: str) -> str:
    """A message without its sign, its colour and the star it may end with."""
    body = shown[1:]
    if body[:1] and body[0] in _COLOURS:
        body = body[1:]
    return body.removesuffix("*").strip() if shown[0] == "*" else body.strip()


def _report(shown: str) -> ChatLine:
    body = _body(shown)
    if body.startswith(_UNDO):
        return ChatLine(kind="undo", text=body)
    dice = dice_in(shown)
    if dice:
        return ChatLine(kind="dice", text=body, who="" if is_anonymous(dice.who) else dice.who, dice=dice)
    return _turn(body) or _move(body) or ChatLine(kind="report", text=body)


def _turn(body: str) -> ChatLine | None:
    """A turn tracker's own line, a module's `New: …`, or a line that says nothing but a turn or a phase."""
    updated = _TURN_UPDATED.match(body)
    if updated:
        phase = updated["change"].rpartition(" to ")[2] or updated["change"]
        who = updated["who"] or ""
        return _turned(phase, "" if is_anonymous(who) else who)
    if body.startswith(_NEW) and _TURN.search(body):
        return _turned(body.removeprefix(_NEW))
    if len(body) <= 120 and (_SHORT_TURN.fullmatch(body) or _SHORT_PHASE.fullmatch(body)):
        return _turned(body)
    return None


def _turned(phase: str, who: str = "") -> ChatLine:
    found = _TURN.search(phase)
    return ChatLine(kind="turn", text=phase.strip(), who=who, turn=(whole(found["turn"]) or 0) if found else 0)


def _move(body: str) -> ChatLine | None:
    piece, moves, places = body.partition(" moves ")
    ways = _ARROW.split(places, maxsplit=1) if moves and piece else []
    if len(ways) == 2 and all(ways):
        return ChatLine(kind="move", text=body, piece=piece, start=ways[0].strip(), to=ways[1].strip())
    found = _MOVED.search(body)
    if found and found.start():
        return ChatLine(kind="move", text=body, piece=body[: found.start()], start=found["start"], to=found["to"])
    made = _CREATED.search(body)
    if made and made.start() and made.end() < len(body):
        return ChatLine(kind="created", text=body, piece=body[: made.start()], to=body[made.end() :])
    return None
