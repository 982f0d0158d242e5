"""The file of a log by its name, whatever that is made of."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.log import place
from domain.log.store import Store

NAMES = ["games.db", "the ridge.db", "50%.db", "who?.db", "no#1.db", "Éléonore-雨.db", "a&b=c;d.db", "~tilde+plus.db"]


@pytest.mark.parametrize("name", NAMES)
def test_a_log_lies_under_the_very_name_it_was_given(name: str, tmp_path: Path) -> None:
    file = tmp_path / "deep" / "er" / name
    store = Store(str(file))
    store.put([("ridge@main", 0, "kernel/GameStarted", b"x")])
    store.close()
    assert file.stat().st_size > 0
    assert {found.name.partition(".db")[0] for found in file.parent.iterdir()} == {name.partition(".db")[0]}
    assert place.address(str(file)) == file.as_uri()


def test_a_name_is_read_from_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert place.address("games.db") == (tmp_path / "games.db").as_uri()
    assert place.folder_of("games.db") == str(tmp_path)


def test_a_new_file_is_for_its_owner_alone_and_one_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "new" / "games.db"
    place.make(str(file))
    assert file.stat().st_mode & 0o777 == 0o600
    file.write_bytes(b"kept")
    file.chmod(0o640)
    place.make(str(file))
    assert (file.read_bytes(), file.stat().st_mode & 0o777) == (b"kept", 0o640)
