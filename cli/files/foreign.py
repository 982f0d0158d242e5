"""Files of other programs: which reader takes them, and into which system they go."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import msgspec

from cli.files.mappings import load_mapping, mapping_for
from cli.files.sniffing import CSV, Found, read_bytes, read_text_file
from cli.shell.output import Progress, progress
from cli.shell.packs import find_pack, load_pack
from cli.shell.session import find_system
from domain.formats.importing.mapped import import_mapped
from domain.formats.importing.mapping import MappingSheet
from domain.formats.importing.recorder import Imported
from domain.formats.importing.retelling import retell
from domain.formats.spreadsheet.reading import read_csv
from domain.formats.vassal.grid import Grid
from domain.formats.vassal.read import read_vassal
from domain.kernel.errors import BadInput
from domain.kernel.happenings import Story
from domain.log.gamelog import GameLog

ANY_GAME = "freeform"  # takes what no mapping is for


@dataclass(frozen=True)
class Wanted:
    """How the user wants a file read."""

    name: str
    mapping: str = ""
    freeform: bool = False
    scenario: str = ""
    pack: str = ""
    players: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    chat: bool = True
    salvage: bool = False


@dataclass
class Foreign:
    """A file of another program; its bytes are read once."""

    found: Found
    wanted: Wanted
    given: MappingSheet | None = field(init=False)

    def __post_init__(self) -> None:
        if self.wanted.mapping and self.wanted.freeform:
            raise BadInput("--mapping and --freeform, which uses none, exclude each other; leave one of them out")
        self.given = load_mapping(self.wanted.mapping) if self.wanted.mapping else None

    def read(self) -> Imported:
        """The game it holds, ready to be stored."""
        story = self._story(self.given.grid if self.given else None)
        mapping = self.given
        if mapping is None and not self.wanted.freeform:
            mapping = mapping_for(story.module, story.version)
            if mapping is not None and mapping.grid is not None:
                story = self._story(mapping.grid)
        with progress(f"import {self.wanted.name}") as step:
            return self._mapped(mapping, story, step) if mapping else self._retold(story, step)

    @cached_property
    def _bytes(self) -> bytes:
        return read_bytes(self.found)

    def _story(self, grid: Grid | None) -> Story:
        wanted = self.wanted
        if self.found.format == CSV:
            columns = {**(self.given.columns if self.given else {}), **_columns(wanted.columns)}
            text = read_text_file(self.found)
            sides = tuple(self.given.sides) if self.given else ()
            return read_csv(text, columns or None, title=wanted.name, players=wanted.players, sides=sides)
        with progress(f"read {wanted.name}") as step:
            story = read_vassal(self._bytes, grid=grid, players=wanted.players, progress=step, salvage=wanted.salvage)
        has_title = story.title not in ("", story.module)
        return (
            story if has_title else msgspec.structs.replace(story, title=f"{wanted.name} ({story.module or 'VASSAL'})")
        )

    def _retold(self, story: Story, step: Progress | None) -> Imported:
        wanted = self.wanted
        if wanted.scenario or wanted.pack:
            raise BadInput("--scenario and --pack go with a mapping; without one the file becomes a freeform game")
        return retell(find_system(ANY_GAME), story, GameLog.now(), chat=wanted.chat, progress=step)

    def _mapped(self, mapping: MappingSheet, story: Story, step: Progress | None) -> Imported:
        system, wanted = find_system(mapping.game.system), self.wanted
        pack = load_pack(system.key, wanted.pack) if wanted.pack else find_pack(system.key, mapping.game.pack)
        return import_mapped(
            system, pack, mapping, story, GameLog.now(), scenario=wanted.scenario, chat=wanted.chat, progress=step
        )


def _columns(given: tuple[str, ...]) -> dict[str, str]:
    """`unit=Regiment`: what a column is to us, and what its header says."""
    columns: dict[str, str] = {}
    for text in given:
        ours, sign, header = text.partition("=")
        if not (sign and ours.strip() and header.strip()):
            raise BadInput(f"--column {text}: write OURS=HEADER, such as --column unit=Regiment")
        columns[ours.strip()] = header.strip()
    return columns
