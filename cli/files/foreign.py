"""Files of other programs: which reader takes them, and into which system they go."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from cli.files.mappings import load_mapping, mapping_for
from cli.files.sniffing import CHAT, CSV, JSON, Found, read_bytes, read_text_file
from cli.shell.output import Progress, progress
from cli.shell.packs import find_pack, load_pack
from cli.shell.session import find_system
from domain.formats.importing.mapped import import_mapped
from domain.formats.importing.mapping import MappingSheet
from domain.formats.importing.recorder import Imported
from domain.formats.importing.retelling import Ending, retell, retell_on
from domain.formats.spreadsheet.reading import read_csv, read_json
from domain.formats.vassal.chattext import read_chat
from domain.formats.vassal.read import read_chain
from domain.formats.vmod.limits import MAX_MODULE
from domain.formats.vmod.lore import ReadModule
from domain.formats.vmod.reading import read_module
from domain.formats.vmod.store import with_module
from domain.hexes.printed import Grid
from domain.kernel.errors import BadInput
from domain.kernel.happenings import Story
from domain.log.gamelog import GameLog

Named = tuple[str, bytes]  # what a file is called, and all of it
ANY_GAME = "freeform"  # takes what no mapping is for


@dataclass(frozen=True)
class Wanted:
    """How the user wants a file read."""

    name: str = ""  # chosen by the user; else one is made from the file's
    file: str = ""  # what the file is called
    mapping: str = ""
    freeform: bool = False
    scenario: str = ""
    pack: str = ""
    players: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    chat: bool = True
    salvage: bool = False
    module: str = ""  # the file of the VASSAL module, and those of its extensions
    extensions: tuple[str, ...] = ()
    any_module: bool = False

    @property
    def called(self) -> str:
        return self.name or self.file


@dataclass
class Foreign:
    """A file of another program; its bytes are read once."""

    found: Found
    wanted: Wanted
    more: tuple[Named, ...] = ()  # the files that follow, of the same game
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
        if mapping is not None and mapping.game.system == ANY_GAME and not mapping.orders:
            mapping = None  # it only says what the map is like
        with progress("import") as step:
            read = self._mapped(mapping, story, step) if mapping else self._retold(story, step)
        return read._replace(name=story.name)

    def join(self, ending: Ending) -> Imported:
        """What the files add to a game that was imported before."""
        story = self._story(None, ending.mark.read)
        with progress("import") as step:
            return retell_on(ending, story, GameLog.now(), chat=self.wanted.chat, progress=step)

    @cached_property
    def _bytes(self) -> bytes:
        return read_bytes(self.found)

    def _story(self, grid: Grid | None, mark: bytes = b"") -> Story:
        wanted = self.wanted
        if self.found.format == CHAT:
            return read_chat(read_text_file(self.found), players=wanted.players, name=wanted.called)
        if self.found.format in (CSV, JSON):
            columns = {**(self.given.columns if self.given else {}), **_columns(wanted.columns)}
            sides = tuple(self.given.sides) if self.given else ()
            if self.found.format == JSON:
                how: dict[str, Any] = {"players": wanted.players, "sides": sides, "name": wanted.called}
                return read_json(self._bytes, columns or None, path=self.given.rows if self.given else "", **how)
            text = read_text_file(self.found)
            return read_csv(text, columns or None, name=wanted.called, players=wanted.players, sides=sides)
        with progress("read") as step:
            first = Path(self.found.name).stem if self.more or mark else wanted.called
            story = read_chain(
                [(first, self._bytes), *self.more], grid=grid, players=wanted.players, progress=step,
                salvage=wanted.salvage, name=wanted.called, module=self._module,
                mark=mark,
            )  # fmt: skip
        return with_module(story, self._module) if self._module and not mark else story

    @cached_property
    def _module(self) -> ReadModule | None:
        wanted = self.wanted
        if not wanted.module:
            return None
        extensions = [whole_file(name) for name in wanted.extensions]
        return ReadModule(read_module(whole_file(wanted.module), extensions), wanted.any_module)

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


def whole_file(name: str) -> bytes:
    """A module or extension, within bounds."""
    path = Path(name)
    try:
        if path.stat().st_size > MAX_MODULE:
            raise BadInput(f"{name} is larger than {MAX_MODULE >> 20} MB; no module is")
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"{name} cannot be read: {error.strerror}") from None


def _columns(given: tuple[str, ...]) -> dict[str, str]:
    """`unit=Regiment`: what a column is to us, and what its header says."""
    columns: dict[str, str] = {}
    for text in given:
        ours, sign, header = text.partition("=")
        if not (sign and ours.strip() and header.strip()):
            raise BadInput(f"--column {text}: write OURS=HEADER, such as --column unit=Regiment")
        columns[ours.strip()] = header.strip()
    return columns
