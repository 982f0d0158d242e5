"""Which room may import what: the table at the end of the house style, enforced."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
IMPURE = {
    "datetime", "io", "os", "pathlib", "random", "secrets", "shutil", "socket", "sqlite3", "subprocess",
    "tempfile", "threading", "time", "uuid",
}  # fmt: skip
PURE = set(sys.stdlib_module_names) - IMPURE | {"msgspec"}
ROOMS: dict[str, set[str]] = {
    "domain": PURE | {"domain"},
    "rules": PURE | {"domain", "rules"},
    "projections": set(sys.stdlib_module_names) | {"msgspec", "sqlite_utils", "domain", "rules", "projections"},
    "cli": set(sys.stdlib_module_names)
    | {"click", "rich", "platformdirs", "msgspec", "domain", "rules", "projections", "cli"},
}
EXCEPTIONS: dict[str, set[str]] = {
    "domain/kernel/chance.py": {"random", "secrets"},  # entropy, or a seed given to it
    "domain/log/": IMPURE | {"eventsourcing", "psycopg"},  # the store, and the salt of secret facts
    "domain/log/keys.py": {"cryptography"},  # an extra: loaded only when something is signed or checked
    "domain/formats/vassal/container.py": {"io"},  # bytes in memory only: an archive that was handed in
    "domain/formats/vmod/archive.py": {"io"},  # the same
    "domain/formats/importing/patterns.py": {"regex", "time"},  # other people's patterns, within bounds
    "cli/shell/film.py": {"av", "PIL"},  # an extra: loaded only when a film is asked for
    "cli/commands/film.py": {"PIL"},  # its types alone
    "cli/shell/png.py": {"resvg_py", "font_source_sans_pro"},  # an extra: loaded only when a PNG is asked for
    "cli/service/": {"litestar"},
    "cli/service/server.py": {"uvicorn"},
    "cli/service/people.py": {"argon2"},
    "cli/commands/serve.py": {"litestar", "uvicorn"},  # to say what is missing
}
# Which folder imports which: those it names, and what these import. Nothing imports a folder further down.
FOLDERS: dict[str, tuple[str, ...]] = {
    "domain.tabletop": (),
    "domain.kernel": ("domain.tabletop",),
    "domain.hexes": ("domain.kernel",),
    "domain.words": ("domain.kernel",),
    "domain.log": ("domain.kernel",),
    "domain.games": ("domain.log", "domain.words"),
    "domain.proof": ("domain.games",),
    "domain.study": ("domain.games",),
    "domain.odds": ("domain.games",),
    "domain.cases": ("domain.study",),
    "domain.packs": ("domain.words",),
    "domain.formats.jsonlines": ("domain.games", "domain.proof"),
    "domain.formats.mail": ("domain.formats.jsonlines",),
    "domain.formats.transcript": ("domain.games", "domain.proof"),
    "domain.formats.vassal": ("domain.games", "domain.proof", "domain.hexes"),
    "domain.formats.vmod": ("domain.formats.vassal",),
    "domain.formats.spreadsheet": ("domain.games", "domain.proof"),
    "domain.formats.importing": ("domain.formats.transcript", "domain.formats.vassal"),
    "rules": ("domain.kernel",),
    "rules.black_powder": ("rules", "domain.words", "domain.hexes"),
    "rules.freeform": ("rules", "domain.words", "domain.hexes"),
    "rules.gettysburg": ("rules", "domain.words", "domain.hexes"),
    "rules.longstreet_lite": ("rules", "domain.words", "domain.hexes"),
    "rules.musket_and_pike": ("rules", "domain.words", "domain.hexes"),
    "rules.wallaces_war": ("rules", "domain.words", "domain.hexes"),
    "projections.models": ("domain.games",),
    "projections.luck": ("projections.models", "domain.odds"),
    "projections.drawing": ("domain.words", "domain.hexes"),
    "projections.hexmap": ("projections.drawing", "projections.models"),
    "projections.tabletop": ("projections.drawing",),
    "projections.pictures": ("projections.hexmap", "projections.tabletop"),
    "projections.charts": ("projections.luck", "projections.drawing"),
    "projections.page": ("projections.pictures", "projections.charts", "domain.study"),
    "projections.film": ("projections.page",),
    "projections.report": ("projections.page", "domain.proof"),
    "cli.shell": (
        "domain.formats.vmod",
        "projections.film",
        "projections.report",
        "domain.cases",
        "domain.packs",
        "domain.proof",
        "rules",
    ),
    "cli.files": (
        "cli.shell",
        "domain.formats.vmod",
        "domain.formats.importing",
        "domain.formats.mail",
        "domain.formats.spreadsheet",
    ),
    "cli.prompt": ("cli.shell", "domain.formats.transcript"),
    "cli.service": ("cli.files",),
    "cli.commands": ("cli.service", "cli.prompt"),
    "cli.hotseat": ("cli.commands",),
    "cli.main": ("cli.shell",),
}
MODULES = sorted(path.relative_to(ROOT) for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def parsed(path: Path) -> ast.Module:
    return ast.parse((ROOT / path).read_text("utf-8"))


@cache
def imports(path: Path) -> frozenset[str]:
    """Full names of what a module imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports say where they come from"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(found)


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_module_imports_only_what_its_room_may(module: Path) -> None:
    allowed = set(ROOMS[module.parts[0]])
    for place, extra in EXCEPTIONS.items():
        if str(module).startswith(place):
            allowed |= extra
    assert {name for name in imports(module) if name.split(".")[0] not in allowed} == set()


@pytest.mark.parametrize("module", [m for m in MODULES if m.parts[0] == "rules" and len(m.parts) > 2], ids=str)
def test_a_system_sees_neither_another_system_nor_the_log(module: Path) -> None:
    others = {f"rules.{name.name}" for name in (ROOT / "rules").iterdir() if name.is_dir()} - {
        f"rules.{module.parts[1]}"
    }
    for name in imports(module):
        assert not name.startswith(("domain.log", "domain.games", *others)), f"{module} imports {name}"


def folder_of(module: str) -> str:
    """The folder of the table a module lies in: the longest name it begins with."""
    found = [name for name in FOLDERS if module == name or module.startswith(f"{name}.")]
    return max(found, key=len, default="")


def below(folder: str) -> set[str]:
    return {folder}.union(*(below(name) for name in FOLDERS[folder]))


def test_every_module_lies_in_a_folder_of_the_table_and_every_folder_holds_some() -> None:
    named = {".".join(module.with_suffix("").parts) for module in MODULES if module.stem != "__init__"}
    assert sorted(name for name in named if not folder_of(name)) == []
    assert {folder_of(name) for name in named} | {"rules"} == set(FOLDERS)


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_module_imports_only_from_the_folders_its_own_may(module: Path) -> None:
    own = folder_of(".".join(module.with_suffix("").parts).removesuffix(".__init__"))
    used = {folder_of(name): name for name in imports(module) if name.split(".")[0] in ROOMS}
    assert not own or {folder: name for folder, name in used.items() if folder not in below(own)} == {}


def test_no_folder_comes_to_import_itself() -> None:
    """The table is read downwards: each row names only rows above it."""
    rows = list(FOLDERS)
    for at, (folder, named) in enumerate(FOLDERS.items()):
        assert set(named) <= set(rows[:at]), f"{folder} names a folder below it"


@pytest.mark.parametrize("system", [path.parent.name for path in sorted((ROOT / "rules").glob("*/book.py"))])
def test_the_chapters_of_a_system_import_each_other_in_one_direction(system: str) -> None:
    within = [module for module in MODULES if module.parts[:2] == ("rules", system) and len(module.parts) > 3]
    edges = {(module.parts[2], name.split(".")[2]) for module in within for name in imports(module)
             if name.startswith(f"rules.{system}.")}  # fmt: skip
    folders = {module.parts[2] for module in within}
    left = {(folder, other) for folder, other in edges if other in folders and other != folder}
    while bottom := folders - {folder for folder, _ in left}:
        folders -= bottom
        left = {(folder, other) for folder, other in left if other not in bottom}
    assert left == set()


def is_a_whole(package: Path) -> bool:
    """The register, a system, and its words in a language: asked for by their folder's name."""
    return package.parts[0] == "rules" and (len(package.parts) < 4 or package.parts[2] == "words")


@pytest.mark.parametrize("module", [m for m in MODULES if m.name == "__init__.py" and not is_a_whole(m)], ids=str)
def test_a_package_is_only_a_folder(module: Path) -> None:
    assert not parsed(module).body[1:], "what it holds stands in modules"


def test_no_family_of_modules_stands_together_by_its_prefix() -> None:
    """Three of a kind are a folder."""
    found = Counter((str(module.parent), module.stem.partition("_")[0]) for module in MODULES if "_" in module.stem[1:])
    assert sorted(family for family, members in found.items() if members > 2) == []


def test_every_module_is_used_by_another() -> None:
    """What only tests import is written ahead of its use; commands are named in a table, pictures by their package."""
    used = {name for module in MODULES for name in imports(module)} | {"cli.main"}
    table = (ROOT / "cli" / "main.py").read_text("utf-8")
    for module in MODULES:
        name = ".".join(module.with_suffix("").parts)
        if module.stem != "__init__":
            named = f'"{name.removeprefix("cli.")}:' in table
            assert named or any(each == name or each.startswith(f"{name}.") for each in used), f"nobody uses {name}"


def test_no_name_of_a_class_stands_for_two_things_in_the_domain() -> None:
    """But for the two engines of the store, which have the same parts, and private ones."""
    found = Counter(
        node.name
        for module in MODULES
        if module.parts[0] == "domain"
        for node in ast.walk(parsed(module))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert {name for name, times in found.items() if times > 1} == {"Direct", "EntryRecorder", "Factory"}


def test_no_module_asks_which_system_it_serves() -> None:
    systems = [folder.name for folder in (ROOT / "rules").iterdir() if (folder / "__init__.py").exists()]
    for module in MODULES:
        if module.parts[0] in ("domain", "projections"):
            text = (ROOT / module).read_text("utf-8")
            assert not [name for name in systems if f'"{name}"' in text], f"{module} names a system"


def test_the_kernel_does_not_know_the_rooms_above_it() -> None:
    for module in MODULES:
        if module.parts[0] == "domain":
            assert not [n for n in imports(module) if n.startswith(("rules", "projections", "cli"))]
