"""Which room may import what: the table at the end of the house style, enforced."""

from __future__ import annotations

import ast
import sys
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
    "domain/chance.py": {"random", "secrets"},  # entropy, or a seed given to it
    "domain/entry.py": {"secrets"},  # the salt of secret facts
    "domain/vassal/container.py": {"io"},  # bytes in memory only: an archive that was handed in
    "cli/png.py": {"resvg_py", "font_source_sans_pro"},  # an extra: loaded only when a PNG is asked for
    "domain/gamelog": IMPURE | {"eventsourcing", "psycopg"},
    "cli/service/": {"litestar"},
    "cli/serve.py": {"litestar", "uvicorn"},
}
MODULES = sorted(path.relative_to(ROOT) for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def imports(path: Path) -> set[str]:
    """Full names of what a module imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports say where they come from"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


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
        assert not name.startswith(("domain.gamelog", "domain.games", *others)), f"{module} imports {name}"


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
