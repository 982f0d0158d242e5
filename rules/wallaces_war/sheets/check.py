"""Whether a pack can be played: each fault is named with its file, table and key."""

from __future__ import annotations

from domain.kernel.packs import Pack


def check_pack(pack: Pack) -> None:
    """BadPack with every fault found; later checks may rely on earlier ones."""
