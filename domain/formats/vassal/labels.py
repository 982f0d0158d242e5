"""Labels on counters: plain words out of what a player typed or a program laid out as a page."""

from __future__ import annotations

import html
import re

LONGEST_NAME = 60
_LOOKED_AT = 20_000  # characters of a label; a page of an order of battle has some thousand
_TAG = re.compile(r"<[^<>]{0,2000}+>")
_UNSEEN = (("<!--", "-->"), ("<style", "</style>"), ("<head", "</head>"), ("<script", "</script>"))


def label_text(state: str) -> str:
    """What the label shows, on one line."""
    text = state[:_LOOKED_AT]
    if "<" in text:
        for begins, ends in _UNSEEN:
            text = _without(text, begins, ends)
        text = _TAG.sub(" ", text)
    if "&" in text:
        text = html.unescape(text)
    return " ".join(text.split())


def label_name(text: str) -> str:
    """A label that is all the name a counter has; a number, or what the program fills in, is none."""
    if not any(sign.isalpha() for sign in text) or "$" in text:
        return ""
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1].rstrip() + "…"


def _without(text: str, begins: str, ends: str) -> str:
    """Without what stands between two signs; one that is never closed goes on to the end."""
    folded, kept, at = text.lower(), [], 0
    while (start := folded.find(begins, at)) >= 0:
        kept.append(text[at:start])
        end = folded.find(ends, start)
        at = end + len(ends) if end >= 0 else len(text)
    return " ".join([*kept, text[at:]])
