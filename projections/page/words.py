"""What a page says of itself, in its head and in its scripts: the English text is the key there too."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.say import ENGLISH, Words, spoken
from domain.words.phrases import SOURCES, phrase


def phrase_of_page(text: str) -> str:
    """In the language spoken; what it has no words for is told in English."""
    return _french().get(text, text) if spoken() != ENGLISH else text


def words_of_page(system: Words) -> dict[str, str]:
    """All that the scripts may have to say: of the page itself, of any board, and the terms of the system."""
    if spoken() == ENGLISH:
        return {}
    from domain.words.french.phrases import VOCABULARY

    return {**VOCABULARY, **{source: phrase(source) for source in SOURCES}, **system.terms, **_french()}


def _french() -> Mapping[str, str]:
    from projections.page.french.phrases import PHRASES

    return PHRASES
