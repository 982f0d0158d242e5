"""Once no line of a game is in play any more, all is open; ending a branch opens nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from cli.shell.packs import load_pack
from domain.games.ask import Ask
from domain.games.audit import audit
from domain.games.branch import close, take_back
from domain.games.games import Games
from domain.games.look import options
from domain.games.order import give
from domain.games.over import LOOKED_AT, in_play, is_all_open, viewing_as
from domain.kernel.errors import BadInput, IllegalOrder, VerificationFailed
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.proof.sheet import check_sheet, sheet_of
from domain.proof.verify import verify_line
from rules import SYSTEMS

END = 'EndGame winner=blue why="the hill is held"'


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Games]:
    """With a clock that goes on from each thing to the next, however fast the machine is."""
    clock = iter(range(10**12, 10**12 + 10**6, 1000))
    with GameLog(str(tmp_path / "games.db"), SYSTEMS) as log:
        monkeypatch.setattr(log, "now", lambda: next(clock))
        yield Games(log)


def ridge(games: Games, *settings: str) -> None:
    games.new(SYSTEMS["freeform"], "blank", "ridge", load_pack("freeform"), settings=settings)
    give(games, Ask(Ref("ridge"), "red", "AddPiece piece=spy side=red at=wood hidden=yes"))
    give(games, Ask(Ref("ridge"), "blue", "AddPiece piece=guard side=blue at=hill"))


def end(games: Games, line: str = "main") -> None:
    give(games, Ask(Ref("ridge", line), "blue", END))


def test_all_is_open_when_the_game_is_over_and_notes_may_follow(games: Games) -> None:
    ridge(games)
    assert viewing_as(games, "ridge", "blue") == "blue"
    end(games)
    games.note(Ref("ridge"), "blue", "well played")
    assert viewing_as(games, "ridge", "blue") is None
    assert viewing_as(games, "ridge", "") is None


def test_the_result_of_a_branch_tells_nothing_that_is_hidden_in_a_line_that_goes_on(games: Games) -> None:
    """Signed before all was open, or after: the log says the same."""
    ridge(games)
    give(games, Ask(Ref("ridge"), "red", "TakeLoss piece=spy kind=men amount=1"))
    games.branch(Ref("ridge"), "aside")
    end(games, "aside")
    aside = Ref("ridge", "aside")
    before = sheet_of(games, aside)
    assert before.ended
    assert (before.forces["red"], before.losses["red"]) == ((), {})
    end(games)
    after = sheet_of(games, aside)
    assert (after.forces["red"], after.losses["red"]) == (("spy",), {"men": 1})
    for sheet in (before, after):
        check_sheet(games, aside, sheet)
    with pytest.raises(VerificationFailed, match="the log says otherwise of forces"):
        check_sheet(games, aside, msgspec.structs.replace(after, forces={"blue": (), "red": ("spy",)}))


def test_the_result_of_a_game_that_keeps_its_secrets_tells_none(games: Games) -> None:
    ridge(games, "secrets=kept")
    end(games)
    assert sheet_of(games, Ref("ridge")).forces == {"blue": ("guard",), "red": ()}


def test_no_number_of_notes_closes_a_game_that_was_over(games: Games) -> None:
    """Before, after 256 of them it was taken for one in play, and all that was hidden was hidden again."""
    ridge(games)
    for n in range(LOOKED_AT + 3):
        games.note(Ref("ridge"), "blue", f"before {n}")
    assert not is_all_open(games, "ridge")
    end(games)
    for n in range(2 * LOOKED_AT + 3):
        games.note(Ref("ridge"), "red", f"unfair {n}")
    assert is_all_open(games, "ridge")


def test_ending_a_branch_opens_nothing_and_a_branch_that_goes_on_keeps_all_closed(games: Games) -> None:
    ridge(games)
    games.branch(Ref("ridge"), "what-if")
    end(games, "what-if")
    assert not is_all_open(games, "ridge")
    end(games)
    assert is_all_open(games, "ridge")
    games.branch(Ref("ridge", "main", 3), "again")
    assert not is_all_open(games, "ridge")


def test_a_line_that_was_taken_back_is_in_play_only_if_somebody_plays_on_there(games: Games) -> None:
    ridge(games)
    take_back(games, Ref("ridge"), ["blue", "red"], name="back")
    end(games, "back")
    assert is_all_open(games, "ridge")
    games.note(Ref("ridge"), "red", "I was cheated")
    assert is_all_open(games, "ridge"), "a note is no move: before, it closed all again"
    give(games, Ask(Ref("ridge"), "blue", "MovePiece piece=guard to=mill"))
    assert not is_all_open(games, "ridge")


def test_a_game_may_keep_its_secrets(games: Games) -> None:
    ridge(games, "secrets=kept")
    end(games)
    assert viewing_as(games, "ridge", "blue") == "blue"


def test_what_was_open_is_not_closed_again_by_a_side_that_tries_something_out(games: Games) -> None:
    """Else a side could take a finished game from all who look at it, until everybody agrees to close that line."""
    ridge(games)
    end(games)
    games.branch(Ref("ridge", "main", 3), "study", by="blue")
    give(games, Ask(Ref("ridge", "study"), "red", "AddPiece piece=second-spy side=red at=mill hidden=yes"))
    games.branch(Ref("ridge", "study"), "deeper", by="red")
    assert viewing_as(games, "ridge", "blue") is None
    assert in_play(games, "ridge") == []
    games.branch(Ref("ridge", "main", 3), "played-on")
    assert in_play(games, "ridge") == ["played-on"], "the umpire has it played on"
    games.branch(Ref("ridge", "study"), "sly", by="blue")
    assert in_play(games, "ridge") == ["played-on", "sly"], "nothing was open then"


def test_a_side_opens_nothing_by_a_line_of_its_own_that_is_older_than_the_end(games: Games) -> None:
    ridge(games)
    games.branch(Ref("ridge", "main", 1), "early", by="red")
    end(games)
    assert in_play(games, "ridge") == ["early"]


def test_all_sides_may_agree_to_play_on_with_what_was_hidden(games: Games) -> None:
    ridge(games)
    end(games)
    take_back(games, Ref("ridge"), ["blue", "red"], name="back")
    assert in_play(games, "ridge") == ["back"]


# Lines that were left


def test_a_branch_that_was_left_keeps_a_finished_game_closed_until_it_is_closed(games: Games) -> None:
    ridge(games)
    games.branch(Ref("ridge"), "what-if")
    games.branch(Ref("ridge"), "other")
    end(games)
    assert in_play(games, "ridge") == ["what-if", "other"]
    close(games, Ref("ridge", "what-if"), why="only a thought")
    assert in_play(games, "ridge") == ["other"]
    assert not is_all_open(games, "ridge"), "one that is still played keeps it closed"
    close(games, Ref("ridge", "other"), by="red", consent=["blue", "red"])
    games.note(Ref("ridge", "other"), "blue", "well played")
    assert viewing_as(games, "ridge", "blue") is None
    assert not audit(games, Ref("ridge", "other")).differences
    verify_line(games, Ref("ridge", "other"))


def test_closing_a_branch_opens_nothing_while_main_is_in_play(games: Games) -> None:
    ridge(games)
    games.branch(Ref("ridge"), "what-if")
    close(games, Ref("ridge", "what-if"))
    assert viewing_as(games, "ridge", "blue") == "blue"


def test_a_line_that_is_closed_is_not_played_on_but_may_be_left_by_another(games: Games) -> None:
    ridge(games)
    close(games, Ref("ridge"))
    assert is_all_open(games, "ridge")
    with pytest.raises(IllegalOrder, match="this line is closed"):
        give(games, Ask(Ref("ridge"), "blue", "MovePiece piece=guard to=mill"))
    with pytest.raises(BadInput, match="nothing to close"):
        close(games, Ref("ridge"))
    assert list(options(games, Ref("ridge"))) == []
    games.branch(Ref("ridge"), "again")
    assert in_play(games, "ridge") == ["again"]
    give(games, Ask(Ref("ridge", "again"), "blue", "MovePiece piece=guard to=mill"))
    end(games, "again")
    assert is_all_open(games, "ridge")


def test_one_side_alone_closes_nothing_and_secrets_that_are_kept_stay_so(games: Games) -> None:
    ridge(games, "secrets=kept")
    for consent in ((), ("blue",)):
        with pytest.raises(BadInput, match="red did not agree"):
            close(games, Ref("ridge"), by="blue", consent=consent)
    assert in_play(games, "ridge") == ["main"]
    close(games, Ref("ridge"), by="blue", consent=("blue", "red"))
    assert viewing_as(games, "ridge", "blue") == "blue"
