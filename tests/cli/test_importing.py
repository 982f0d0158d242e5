"""`refight import` of files that other programs wrote, from the command line to the database."""

from __future__ import annotations

import re
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.formats.importing.marks import unpacked_mark
from domain.formats.vassal.bookmark import unpacked
from domain.formats.vassal.container import read_container, write_container
from domain.formats.vassal.metadata import Metadata
from domain.formats.vassal.payload import decode_payload, encode_payload
from domain.formats.vassal.tree import Node, encode_tree
from tests.cli.conftest import ROOT, Run

Value = Callable[..., Any]
SAMPLES = ROOT.parent / "shared" / "samples" / "vassal"
SECRETS = ("xyzzy-17", "hunter2-blue", "Roberta", "Quentin", "quentin@example.org")
EVENING = [
    Node(0, "begin_save"),
    Node(1, ""),
    Node(1, ""),
    Node(2, "+/1001/mark;Side,Strength\tpiece;;;a.png;Archer/Red,4\tMain;100;100;1"),
    Node(2, "+/1002/hide;H;Hide\tpiece;;;b.png;Scout/hunter2-blue\tMain;300;100;2"),
    Node(1, "PLAYER\txyzzy-17\tRoberta\tRed"),
    Node(1, "PLAYER\thunter2-blue\tQuentin\tBlue"),
    Node(1, "SEMAIL\tquentin@example.org"),
    Node(1, "PNOTE\txyzzy-17\tmy secret plan"),
    Node(1, "end_save"),
    Node(1, "LOG\tM/1001/Main/200/100/null/Main/100/100/null/xyzzy-17"),
    Node(2, "LOG\tCHAT* Archer moves 0101 &rarr; 0201 *"),
    Node(1, "LOG\tCHAT*** 2d6 = 3,5 *** &lt;Roberta&gt;"),
    Node(2, "LOG\tMutableProperty\t2d6_result\t1\t3,5\tModule"),
    Node(1, "LOG\tCHAT&lt;Quentin&gt; - well rolled, Roberta; write to quentin@example.org, id hunter2-blue"),
    Node(1, "LOG\tWOBBLE\txyzzy-17\tfizz"),
    Node(1, "LOG\tM/1001/Main/300/100/null/Main/170/100/null/xyzzy-17"),
]


def evening(nodes: list[Node] = EVENING, module: str = "Ridge") -> bytes:
    payload = encode_payload(encode_tree(nodes), "VCSK", 0x21)
    return write_container(payload, Metadata(vassal="3.7.20"), Metadata(name=module, version="2.1"))


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "evening.dat"  # what it is called does not matter
    path.write_bytes(evening())
    return str(path)


def test_a_vassal_log_becomes_a_game_that_can_be_looked_at_at_once(run: Run, value: Value, file: str) -> None:
    said = run("import", file).stdout
    assert "evening: a VASSAL log, Ridge 2.1:" in said
    assert "2 pieces" in said
    assert "1 roll" in said
    assert "next: `refight show evening`" in said
    archer, scout = value("show", "evening")["board"]["counters"]
    assert (archer["name"], scout["name"]) == ("Archer", "Scout")
    assert [counter["name"] for counter in value("show", "evening", "--as", "red")["board"]["counters"]] == ["Archer"]
    assert [roll["faces"] for roll in value("dice", "evening")["rolls"]] == [[3, 5]]
    assert run("audit", "evening").stdout.startswith("evening is clean")


def test_where_an_order_came_from_is_said_once_at_the_order(run: Run, file: str) -> None:
    run("import", file)
    lines = run("log", "evening").stdout.splitlines()
    rolled = next(i for i, line in enumerate(lines) if "RollDice" in line)
    assert lines[rolled].endswith("(imported)")
    assert lines[rolled + 1].endswith("rolls 2d6: 3, 5 = 8 (imported dice)")


def test_the_report_lists_what_was_not_understood_and_what_was_edited(run: Run, value: Value, file: str) -> None:
    found = value("import", file, "--report")
    assert [remark["place"] for remark in found["unread"]] == ["step 4"]
    assert "WOBBLE" in found["unread"][0]["text"]
    assert [remark["place"] for remark in found["warnings"]] == ["step 5"]
    listed = run("import", file, "--name", "again", "--report").stdout
    assert re.search(r"step 4 +\d+ +.*WOBBLE", listed)
    assert "signs of damage or editing: 1" in listed
    assert "--report lists" in run("import", file, "--name", "third").stdout


def test_no_secret_of_the_players_is_stored_or_printed(run: Run, file: str, tmp_path: Path) -> None:
    printed = "".join(run("import", file, "--name", name, *more).output for name, more in (
        ("one", ()), ("two", ("--report",)), ("three", ("--json",)),
    ))  # fmt: skip
    printed += run("log", "one").output + run("show", "one").output + run("export", "one").output
    run("project")
    stored = b"".join(
        path.read_bytes() for path in tmp_path.rglob("*") if path.is_file() and path.name != "evening.dat"
    )
    for secret in SECRETS:
        assert secret not in printed
        assert secret.encode() not in stored
    assert "my secret plan" not in printed
    assert b"my secret plan" not in stored
    assert "well rolled, Player 1" in printed
    assert "[e-mail]" in printed


def test_players_may_be_called_what_they_like(run: Run, file: str) -> None:
    run("import", file, "--player", "Ann", "--player", "Ben")
    assert "well rolled, Ann" in run("log", "evening").stdout


def test_chat_can_be_left_out(run: Run, file: str) -> None:
    assert "left out: " in run("import", file, "--no-chat").stdout
    assert "well rolled" not in run("log", "evening").stdout


def test_a_dry_run_stores_nothing(run: Run, db: Path, file: str) -> None:
    assert "nothing is stored" in run("import", file, "--dry-run").stdout
    assert not db.exists()


@pytest.mark.parametrize("name", sorted(path.name for path in SAMPLES.glob("*.v*")) or ["absent"])
def test_real_files_leave_no_secret_in_the_database(run: Run, tmp_path: Path, name: str) -> None:
    """Reads the sample files, which are not part of the project."""
    if name == "absent":
        pytest.skip("the sample files are not here")
    secrets = secrets_of((SAMPLES / name).read_bytes())
    assert secrets or name.endswith(".vsav"), "somebody recorded it"
    printed = run("import", str(SAMPLES / name), "--name", "real", "--report").output
    printed += run("log", "real", "--all").output + run("export", "real").output
    run("project")
    stored = "\n".join(text for path in tmp_path.glob("*.db") for text in stored_texts(path))
    stored = stored.replace("Too few to test the faces", "")  # our own words; a player is called "test"
    for secret in secrets:
        whole_word = rf"(?<!\w){re.escape(secret)}(?!\w)"
        assert not re.search(whole_word, printed, re.IGNORECASE), secret
        assert not re.search(whole_word, stored, re.IGNORECASE), secret


def stored_texts(path: Path) -> Iterator[str]:
    """Every text in a database. Not its raw bytes: among the hashes of a chain, three letters meet by chance."""
    with closing(sqlite3.connect(path)) as database:
        tables = [name for (name,) in database.execute("select name from sqlite_master where type = 'table'")]
        for table in tables:
            if table.startswith("timeline_fts_"):
                continue  # the full-text index: pieces of words that timeline_fts has whole
            for row in database.execute(f'select * from "{table}"'):
                yield from texts_in([decoded(cell) for cell in row])


def decoded(cell: object) -> object:
    if cell == b"refight":
        return "refight"  # how a log says that it is not encrypted
    if isinstance(cell, bytes) and cell.startswith(b"x\x9c"):  # where a file ended
        mark = unpacked_mark(cell)
        return mark.names, repr(unpacked(mark.read))
    return msgspec.msgpack.decode(cell) if isinstance(cell, bytes) else cell


def texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from texts_in([*value, *value.values()])
    elif isinstance(value, list):
        for part in value:
            yield from texts_in(part)


def test_a_name_in_a_stored_entry_would_be_found(run: Run, file: str, db: Path) -> None:
    run("import", file, "--player", "Ann", "--player", "Ben")
    assert any("well rolled, Ann" in text for text in stored_texts(db))


def secrets_of(data: bytes) -> set[str]:
    """Ids and names as they stand in the raw text, found without the reader's own idea of privacy."""
    text = decode_payload(read_container(data).payload).text
    found = set(re.findall(r"PLAYER\t([^\t\x1b\\]*)\t", text)) | set(
        re.findall(r"PLAYER\t[^\t]*\t([^\t\x1b\\]*)\t", text)
    )
    found |= set(re.findall(r"\*\*\* +<([^<>]+)>", text)) | set(re.findall(r"CHAT<([^<>]+)> - ", text))
    return {secret for secret in found if secret.strip()}


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (("--column", "unit=U"), "--column does nothing for a VASSAL file"),
        (("--roll-missing",), "--roll-missing does nothing for a VASSAL file"),
        (("--mapping", "mine.toml", "--freeform"), "--mapping and --freeform"),
        (("--scenario", "x"), "go with a mapping"),
        (("--mapping", "nowhere.toml"), "nowhere.toml cannot be read"),
    ],
)
def test_an_option_that_does_not_fit_is_said_so(
    run: Run, db: Path, file: str, option: tuple[str, ...], said: str
) -> None:
    assert said in run("import", file, *option, code=2).stderr
    assert not db.exists()


def _bomb(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("savedGame", b"0" * 400_000_000)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda p: p.write_bytes(b"PK\x03\x04 and nothing more"), "nothing could be saved"),
        (lambda p: p.write_bytes(b"!VCSK5a0"), "odd"),
        (lambda p: p.write_bytes(b"!VCSK5azz"), "hex"),
        (_bomb, "MB"),
        (lambda p: p.write_bytes(b"\x89PNG\r\n\0\0"), "no file that refight reads"),
    ],
    ids=["no archive", "half a byte", "no digits", "a bomb", "a picture"],
)
def test_bad_files_say_what_is_wrong_and_store_nothing(
    run: Run, db: Path, tmp_path: Path, damage: Callable[[Path], Any], said: str
) -> None:
    path = tmp_path / "bad.vlog"
    damage(path)
    assert said in run("import", str(path), code=2).stderr
    assert not db.exists()


def test_a_log_cut_short_says_how_much_could_be_saved_and_takes_it_on_request(
    run: Run, value: Value, db: Path, tmp_path: Path
) -> None:
    whole = evening(EVENING[:10] + [Node(1, f"LOG\tCHATline {number}, some more words") for number in range(3000)])
    path = tmp_path / "cut.vlog"
    path.write_bytes(whole[: len(whole) // 2])
    assert "--salvage" in run("import", str(path), code=2).stderr
    assert not db.exists()
    found = value("import", str(path), "--salvage")
    assert 0 < found["understood"]["Said"] < 3000
    assert "cut off" in found["warnings"][0]["text"]


def test_a_second_import_under_one_name_is_refused_and_changes_nothing(run: Run, value: Value, file: str) -> None:
    run("import", file)
    before = value("log", "evening")
    assert "there is a game named evening already" in run("import", file, code=5).stderr
    assert value("log", "evening") == before


def test_a_csv_of_moves_and_rolls(run: Run, value: Value, tmp_path: Path) -> None:
    path = tmp_path / "moves.csv"
    path.write_text(
        "Turn;Side;Regiment;Hex;Dice;Note\n1;red;Guard;0101;;\n1;red;Guard;0102;2d6=3,5;=SUM(A1)\n", "utf-8"
    )
    found = value("import", str(path), "--column", "unit=Regiment")
    assert found["origin"] == "CSV file"
    assert value("show", "moves")["board"]["counters"][0]["at"] == "0102"
    assert "=SUM(A1)" in run("log", "moves").stdout
    assert run("audit", "moves").stdout.startswith("moves is clean")


def test_a_formula_where_a_value_is_needed_names_the_cell(run: Run, db: Path, tmp_path: Path) -> None:
    path = tmp_path / "moves.csv"
    path.write_text("side,unit,to,dice\nred,Guard,0101,=RAND()\n", "utf-8")
    said = run("import", str(path), code=2).stderr
    assert "row 2" in said
    assert "dice" in said
    assert not db.exists()


def test_missing_dice_are_rolled_on_request_and_counted(run: Run, value: Value, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("system: freeform\nscenario: blank\n\nblue> RollDice why=volley dice=2\n", "utf-8")
    assert "line 4, column 1" in run("import", str(path), code=2).stderr
    assert "2 dice were rolled here" in run("import", str(path), "--roll-missing").stdout
    assert [roll["source"] for roll in value("dice", "notes")["rolls"]] == ["fair"]
    run("verify", "notes")


def test_a_file_that_is_called_by_its_players_names_brings_none_of_them_in(
    run: Run, value: Value, tmp_path: Path
) -> None:
    path = tmp_path / "Roberta_vs_quentin-3.vlog"
    path.write_bytes(evening())
    assert value("import", str(path))["ref"] == "player-1-vs-player-2-3"
    assert value("games")[0]["title"] == "Player 1 vs Player 2 3 (Ridge)"
    run("import", str(path), "--name", "ours")
    assert sorted(game["game"] for game in value("games")) == ["ours", "player-1-vs-player-2-3"]


def test_names_that_are_the_same_once_they_are_cut_are_told_apart(value: Value, tmp_path: Path) -> None:
    for last in ("first", "second"):
        (tmp_path / f"{'long-' * 20}{last}.vlog").write_bytes(evening())
    refs = [value("import", str(path))["ref"] for path in sorted(tmp_path.glob("long*.vlog"))]
    assert len(set(refs)) == 2
    assert all(len(ref) <= 63 for ref in refs)


def test_a_transcript_of_an_imported_game_is_read_on_another_machine(
    run: Run, value: Value, file: str, tmp_path: Path
) -> None:
    """Its pack, which nobody else has, lies beside it."""
    run("import", file, "--name", "ours")
    text, elsewhere = tmp_path / "ours.txt", str(tmp_path / "elsewhere.db")
    assert value("export", "ours", "--format", "transcript", "-o", str(text))["pack"] == str(tmp_path / "ours.pack")
    run("import", str(text), "--db", elsewhere)
    facts = [
        [{key: entry[key] for key in ("entry", "order", "by", "source", "to", "fact")} for entry in value(*asked)]
        for asked in (("log", "ours", "--all"), ("log", "ours", "--all", "--db", elsewhere))
    ]
    assert facts[0] == facts[1]
    assert "clean" in run("audit", "ours", "--db", elsewhere).stdout


def test_a_pack_that_is_shipped_is_not_laid_beside_a_transcript(run: Run, value: Value, tmp_path: Path) -> None:
    run("new", "freeform", "--scenario", "blank", "--name", "ridge", "--setting", "no_take_back_after_dice=no")
    text, elsewhere = tmp_path / "ridge.txt", str(tmp_path / "elsewhere.db")
    assert value("export", "ridge", "--format", "transcript", "-o", str(text))["pack"] is None
    assert not (tmp_path / "ridge.pack").exists()
    run("import", str(text), "--db", elsewhere)  # what has its usual value, and was said, is said there too
    assert value("log", "ridge", "--db", elsewhere)[0]["fact"]["settings"] == {"no_take_back_after_dice": False}


def mail(tmp_path: Path) -> Path:
    """Three logs of one game in a folder, the third of which tells the second again; and what is no log."""
    folder = tmp_path / "by-mail"
    folder.mkdir()
    start = EVENING[:10]
    second = [*start, Node(1, "LOG\tCHAT*** 2d6 = 6,6 *** &lt;Quentin&gt;")]
    third = [*second, Node(1, "LOG\tCHAT*** 2d6 = 1,1 *** &lt;Roberta&gt;")]
    for number, nodes in ((2, [*start, *EVENING[12:13]]), (10, second), (11, third)):
        (folder / f"turn-{number}.vlog").write_bytes(evening(nodes))
    (folder / "README.md").write_text("not a log")
    return folder


def test_a_folder_of_logs_is_one_game(run: Run, value: Value, tmp_path: Path) -> None:
    folder = mail(tmp_path)
    found = value("import", str(folder))
    assert (found["ref"], found["counts"]["files"], found["counts"]["steps told twice"]) == ("by-mail", 2, 1)
    assert [roll["faces"] for roll in value("dice", "by-mail")["rolls"]] == [[3, 5], [6, 6], [1, 1]]
    names = [str(folder / f"turn-{number}.vlog") for number in (2, 10, 11)]
    assert value("import", *names, "--name", "again")["facts"] == found["facts"]
    assert "here begins turn-11" in run("log", "again").stdout


@pytest.mark.parametrize("other", ["README.md", "nothing.vlog"])
def test_only_logs_are_imported_together(run: Run, tmp_path: Path, other: str) -> None:
    folder = mail(tmp_path)
    run("import", str(folder / "turn-2.vlog"), str(folder / other), code=2)
    run("import", str(folder / "README.md"), str(folder / "turn-2.vlog"), code=2)
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "no VASSAL log or save" in run("import", str(empty), code=2).stderr
    assert run("games").stdout.count("turn") == 0
