"""The one codec all structure in a VASSAL file is made with: text joined by a delimiter, which a backslash escapes.

Exactly as the original does it, its known defect too: an element that ends in a backslash swallows what follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

_MARK = "\0"  # stands for an escaped delimiter while the text is split; text that holds one goes the slow way


def encode_list(elements: Iterable[str], delimiter: str) -> str:
    return delimiter.join([encode_element(element, delimiter) for element in elements])


def encode_element(element: str, delimiter: str) -> str:
    """One element, escaped, and quoted where its first sign would otherwise be misread."""
    escaped = element.replace(delimiter, "\\" + delimiter)
    return f"'{escaped}'" if is_quoted_when_written(element[:1], element[-1:]) else escaped


def is_quoted_when_written(first: str, last: str) -> bool:
    return first == "\\" or (first == "'" and last == "'")


def decode_list(text: str, delimiter: str) -> list[str]:
    """The elements; the empty text is one empty element."""
    escaped = "\\" + delimiter
    if escaped not in text:
        tokens = text.split(delimiter)
    elif _MARK not in text:
        tokens = text.replace(escaped, _MARK).split(delimiter)
        tokens = [token.replace(_MARK, delimiter) for token in tokens]
    else:
        tokens = [token.replace(escaped, delimiter) for token in _splitter(delimiter).split(text)]
    return [unquoted(token) for token in tokens] if "'" in text else tokens


def unquoted(token: str) -> str:
    return token[1:-1] if len(token) >= 2 and token[0] == "'" == token[-1] else token


@cache
def _splitter(delimiter: str) -> re.Pattern[str]:
    return re.compile(r"(?<!\\)" + re.escape(delimiter))
