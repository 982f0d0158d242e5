"""A whole game as a file, for one viewer."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cli.service.service import Service
from domain.jsonlines import export_game
from domain.transcript import export_transcript

Format = Literal["jsonl", "transcript", "html"]


class File(NamedTuple):
    name: str
    data: bytes


def exported(service: Service, game: str, format: Format, viewer: str | None) -> File:
    """The formats that one thread makes; a page is made where pages are kept."""
    service.line(game, "main")
    if format == "jsonl":
        text = "".join(f"{line}\n" for line in export_game(service.games, game, viewer))
        return File(named(game, format, viewer), text.encode())
    assert viewer is None, "a transcript shows everything"
    return File(named(game, format, None), export_transcript(service.games, game).encode())


def named(game: str, format: Format, viewer: str | None) -> str:
    return f"{game}{f'-for-{viewer}' if viewer else ''}.{format}"
