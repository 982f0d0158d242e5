"""A counter seen from afar: its side, its sign and its strength, so large that they can be read where no name can."""

from __future__ import annotations

import re
from functools import lru_cache

_TEXT = re.compile(r"<text\b[^>]*>[^<]*</text>")
_BADGE = re.compile(r'<circle class="badge"[^>]*/>')
_SIGN = re.compile(r'<use href="#(?!photo-)[\w-]+"/>(?:<text class="kind"[^>]*>[^<]*</text>)?')
_RATING = re.compile(r'<text class="rating"[^>]*>[^<\d]*(\d+)')
STRENGTH = '<text class="strength" y="17" font-size="21">{0}</text>'


@lru_cache(maxsize=4096)
def brief(face: str) -> str:
    """The face of a card without its words; what is no card, or lies face down, stays as it is."""
    sign, rating = _SIGN.search(face), _RATING.search(face)
    if 'class="counter' not in face or sign is None:
        return face
    bare = _BADGE.sub("", _TEXT.sub("", face.replace(sign[0], "", 1)))
    place = "translate(0,-9) scale(1.3)" if rating else "scale(1.5)"
    shown = f'<g transform="{place}">{sign[0]}</g>{STRENGTH.format(rating[1]) if rating else ""}'
    at = bare.rindex("</g>")
    return f"{bare[:at]}{shown}{bare[at:]}"
