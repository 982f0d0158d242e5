"""A module or extension from its file: the build file, the sizes of its boards, and nothing of its texts."""

from __future__ import annotations

from collections.abc import Sequence

from domain.formats.vassal.listcodec import decode_list
from domain.formats.vassal.metadata import Metadata, read_metadata
from domain.formats.vmod.archive import ModuleArchive
from domain.formats.vmod.buildfile import EXTENSION, MODULE, BuildFile, ModulePart, read_build_file
from domain.formats.vmod.gridreading import grid_of
from domain.formats.vmod.images import image_size
from domain.formats.vmod.limits import MAX_BUILD, MAX_HEAD
from domain.formats.vmod.model import (
    CounterSlot,
    DicePrinted,
    DrawnImage,
    ModuleBoard,
    ModuleMap,
    PileSpot,
    PropertyPrinted,
    PrototypeSheet,
    TurnLevel,
    TurnTrackPrinted,
    VassalModule,
)
from domain.formats.vmod.values import is_on, number
from domain.kernel.errors import BadInput

MAPS = ("Map", "PrivateMap", "PlayerHand", "WidgetMap")
TRAYS = ("PieceWindow", "TabWidget", "ListWidget", "PanelWidget", "BoxWidget")
SLOTS = ("PieceSlot", "CardSlot")
_FORMATS = ("moveWithinFormat", "moveToFormat", "createFormat")
_STACKS = ("exSepX", "exSepY", "unexSepX", "unexSepY", "disabled")
_OPTIONS = ("autoReport", "playerIdFormat")
_USUAL_BOARD = 500
_METADATA = 1 << 20


def read_module(data: bytes, extensions: Sequence[bytes] = ()) -> VassalModule:
    """A module with its extensions; BadInput for what is neither."""
    archive, about, build = _opened(data)
    if build.root.kind == EXTENSION:
        raise BadInput("this is an extension, not a module: give the module, and this file with --extension")
    reader = _Assembler(archive, build, about)
    for extension in extensions:
        reader.extend(*_opened(extension))
    return reader.module()


def _opened(data: bytes) -> tuple[ModuleArchive, Metadata, BuildFile]:
    archive = ModuleArchive(data)
    about = Metadata()
    for name in ("moduledata", "extensiondata"):
        content = archive.read(name, _METADATA)
        about = read_metadata(content)[0] if content is not None else about
    is_old = "buildFile" in archive and about.vassal != "" and _version(about.vassal) < (3, 5)
    names = ("buildFile", "buildFile.xml") if is_old else ("buildFile.xml", "buildFile")
    content = next((found for name in names if (found := archive.read(name, MAX_BUILD)) is not None), None)
    if content is None:
        raise BadInput("this archive holds no build file: it is no VASSAL module")
    return archive, about, read_build_file(content)


def _version(text: str) -> tuple[int, ...]:
    parts = [part for part in text.split(".")[:2] if part.isdecimal()]
    return tuple(map(int, parts)) or (0,)


class _Assembler:
    """Everything of a module, and what its extensions add."""

    def __init__(self, archive: ModuleArchive, build: BuildFile, about: Metadata) -> None:
        self.root, self.about, self.elements = build.root, about, build.elements
        self.archives = [archive]
        self.roots = [build.root]
        self.extensions: list[str] = []
        self.notes = [f"{name} is taken for {kind}" for name, kind in build.taken_for.items()]
        self._slots: list[CounterSlot] = []
        self._placed: dict[int, int] = {}  # slots by the part they were read from

    def extend(self, archive: ModuleArchive, about: Metadata, build: BuildFile) -> None:
        root = build.root
        if root.kind in MODULE:
            raise BadInput("this is a module, and no extension of one")
        if not is_on(root, "anyModule") and root.get("module") not in ("", self._name):
            raise BadInput(f"this is an extension of {root.get('module')!r}, and the module is {self._name!r}")
        self.archives.append(archive)
        self.roots.append(root)
        self.extensions.append(f"{about.name or root.get('extensionId')} {root.get('version')}".strip())
        self._boards_added(root)

    def _boards_added(self, root: ModulePart) -> None:
        """What an extension adds to a map of the module belongs to that map."""
        for added in root.of("ExtensionElement"):
            target = added.get("target")
            known = next(
                (m for m in self.root.all(*MAPS) if m.get("mapName") and f":{m.get('mapName')}" in target), None
            )
            if known is not None:
                picker = next(known.of("BoardPicker"), known)
                (picker if any(added.of("Board")) else known).parts += added.parts
                added.parts = [part for part in added.parts if part.kind in (*TRAYS, *SLOTS)]

    @property
    def _name(self) -> str:
        return self.about.name or self.root.get("name")

    def module(self) -> VassalModule:
        for root in self.roots:
            self._gather_slots(root, ())
        maps = tuple(self._map(number, part) for number, part in enumerate(self._all(*MAPS)))
        return VassalModule(
            name=self._name,
            version=self.about.version or self.root.get("version"),
            vassal=self.root.get("VassalVersion"),
            elements=self.elements,
            roster=tuple(
                dict.fromkeys(entry.text for roster in self._all("PlayerRoster") for entry in roster.of("entry"))
            ),
            options={
                name: part.get(name) for part in self._all("GlobalOptions") for name in _OPTIONS if part.get(name)
            },
            maps=maps,
            slots=tuple(self._slots),
            prototypes=tuple(
                PrototypeSheet(name=part.get("name"), piece=part.text) for part in self._all("PrototypeDefinition")
            ),
            dice=tuple(map(_dice, self._all("DiceButton", "SpecialDiceButton"))),
            trackers=tuple(
                TurnTrackPrinted(id=f"TurnTracker{n}", name=part.get("name"), levels=_levels(part))
                for n, part in enumerate(self._all("TurnTracker"))
            ),
            properties=tuple(found for root in self.roots for found in _properties(root, "")),
            swatches={part.get("name"): part.get("color") for part in self._all("ColorSwatch")},
            drawn=tuple(map(_drawn, self._all("GamePieceImage"))),
            extensions=tuple(self.extensions),
            notes=tuple(self.notes),
        )

    def _all(self, *kinds: str) -> list[ModulePart]:
        return [part for root in self.roots for part in root.all(*kinds)]

    # Counters

    def _gather_slots(self, part: ModulePart, tray: tuple[str, ...]) -> None:
        if part.kind in SLOTS:
            self._placed[id(part)] = len(self._slots)
            self._slots.append(
                CounterSlot(
                    name=part.get("entryName"), gpid=part.get("gpid"), is_card=part.kind == "CardSlot",
                    width=number(part, "width", 0), height=number(part, "height", 0), tray=tray, piece=part.text,
                )
            )  # fmt: skip
        inner = (*tray, part.get("entryName")) if part.kind in TRAYS and part.get("entryName") else tray
        for child in part.parts:
            self._gather_slots(child, inner)

    # Maps

    def _map(self, place: int, part: ModulePart) -> ModuleMap:
        picker = next(part.of("BoardPicker"), part)
        metrics = next(part.of("StackMetrics"), None)
        return ModuleMap(
            id=part.get("mapName") or f"Map{place}",
            kind=part.kind,
            edge=(number(part, "edgeWidth", 0), number(part, "edgeHeight", 0)),
            formats={name: part.get(name) for name in _FORMATS if part.get(name)},
            sides=tuple(filter(None, (side.strip() for side in decode_list(part.get("side"), ",")))),
            is_visible=is_on(part, "visible", default=part.kind in ("Map", "WidgetMap")),
            boards=tuple(map(self._board, picker.of("Board"))),
            setup="".join(setup.text for setup in picker.of("setup")),
            piles=tuple(map(self._pile, part.of("DrawPile", "SetupStack"))),
            stacks={name: metrics.get(name) for name in _STACKS if metrics.get(name)} if metrics else {},
        )

    def _board(self, part: ModulePart) -> ModuleBoard:
        size = self._size(part.get("image"))
        if size is None:
            if part.get("image"):
                self.notes.append(f"the picture of the board {part.get('name')!r} has no size")
            size = max(number(part, "width", _USUAL_BOARD), 1), max(number(part, "height", _USUAL_BOARD), 1)
        return ModuleBoard(
            name=part.get("name"), width=size[0], height=size[1], image=part.get("image"), colour=part.get("color"),
            reversible=is_on(part, "reversible"), grid=grid_of(part, size),
        )  # fmt: skip

    def _size(self, image: str) -> tuple[int, int] | None:
        for archive in self.archives:
            member = archive.image(image)
            head = archive.read(member, MAX_HEAD, head=True) if member else None
            if head is not None:
                return image_size(head)
        return None

    def _pile(self, part: ModulePart) -> PileSpot:
        return PileSpot(
            name=part.get("name"), x=number(part, "x", 0), y=number(part, "y", 0), board=part.get("owningBoard"),
            at_location=part.get("location") if is_on(part, "useGridLocation") else "",
            is_deck=part.kind == "DrawPile", face_down=part.get("faceDown"), shuffle=part.get("shuffle"),
            draws_face_up=is_on(part, "drawFaceUp"),
            slots=tuple(self._placed[id(slot)] for slot in part.all(*SLOTS)),
        )  # fmt: skip


def _dice(part: ModulePart) -> DicePrinted:
    faces = tuple(
        tuple(face.get("text") or face.get("value") for face in die.of("SpecialDieFace"))
        for die in part.of("SpecialDie")
    )
    return DicePrinted(
        name=part.get("name"), dice=len(faces) or number(part, "nDice", 2),
        sides=max(map(len, faces), default=0) or number(part, "nSides", 6), plus=number(part, "plus", 0),
        add_to_total=number(part, "addToTotal", 0), reports_total=is_on(part, "reportTotal"),
        report_format=part.get("reportFormat") or part.get("format"), faces=faces,
    )  # fmt: skip


def _levels(part: ModulePart) -> tuple[TurnLevel, ...]:
    return tuple(
        TurnLevel(
            name=level.get("property") or level.get("name"), start=number(level, "start", 1),
            step=number(level, "incr", 1),
            loops=is_on(level, "loop"), loop_limit=number(level, "loopLimit", -1),
            entries=tuple(decode_list(level.get("list"), ",")) if level.kind == "ListTurnLevel" else (),
            levels=_levels(level),
        )
        for level in part.of("CounterTurnLevel", "ListTurnLevel")
    )  # fmt: skip


def _properties(part: ModulePart, container: str) -> list[PropertyPrinted]:
    found: list[PropertyPrinted] = []
    for child in part.parts:
        if child.kind == "GlobalProperty":
            found.append(
                PropertyPrinted(
                    name=child.get("name"), value=child.get("initialValue"), is_numeric=is_on(child, "isNumeric"),
                    least=child.get("min"), most=child.get("max"), container=container,
                )
            )  # fmt: skip
        else:
            found += _properties(
                child, child.get("mapName") or child.get("name") if child.kind in (*MAPS, "Zone") else container
            )
    return found


def _drawn(part: ModulePart) -> DrawnImage:
    """`Symbol;…` and `Text;…` of its properties."""
    symbol = text = ""
    for prop in decode_list(part.get("props"), ","):
        fields = decode_list(prop, ";")
        if fields[0] == "Symbol" and len(fields) > 6:
            symbol = symbol or fields[6]
        elif fields[0] == "Text" and len(fields) > 5:
            text = f"{text} {fields[5]}".strip()
    return DrawnImage(name=part.get("name"), background=part.get("bgColor"), symbol=symbol, text=text)
