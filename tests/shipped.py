"""The packs that come with refight, for tests."""

from __future__ import annotations

from pathlib import Path

from domain.kernel.packs import Pack

RULES = Path(__file__).parent.parent / "rules"


def shipped_packs(system: str) -> list[Pack]:
    return [
        Pack(name=folder.name, files={file.name: file.read_text("utf-8") for file in sorted(folder.glob("*.toml"))})
        for folder in sorted((RULES / system / "packs").iterdir())
        if folder.is_dir()
    ]
