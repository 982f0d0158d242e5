"""A story into a rule system, by a mapping: on the toy system, where every rule is known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain.formats.importing.mapped import import_mapped
from domain.formats.importing.mapping import read_mapping
from domain.formats.importing.recorder import Imported
from domain.games.audit import audit
from domain.games.games import Games
from domain.kernel import happenings as h
from domain.kernel.errors import BadInput
from domain.kernel.facts import DiceRolled, IrregularPlay, NoteAdded, OrderGiven, RulingMade
from domain.kernel.system import Foreign
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.words.tell import say_of
from tests import mill_bridge as mb
from tests.importing.stories import NOW, story


def as_played(state: mb.State, told: h.Happening) -> tuple[mb.UnitMoved, ...]:
    if isinstance(told, h.Moved) and state.units[told.piece].at != int(told.to):
        return (mb.UnitMoved(unit=told.piece, to=int(told.to)),)
    return ()


SYSTEM = replace(mb.SYSTEM, foreign=lambda: Foreign(as_played=as_played))
MAPPING = """
source = "house"
between = ["Decline"]

[module]
name = "Mill"

[game]
system = "mill_bridge"
scenario = "bridge"

[sides]
"Blue Army" = "blue"
"Red Army" = "red"

[units]
names = { "First Blue" = "b1", "First Red" = "r1" }
ignore = ["^marker"]

[places]
"the mill" = "3"

[[orders]]
on = "move"
order = "MoveUnit unit={unit} path={path}"

[[orders]]
on = "roll"
text = '^volley (?P<unit>\\w+) (?P<target>\\w+)$'
order = "FireVolley unit={unit} target={target}"

[[orders]]
on = "phase"
order = "EndPhase"

[[orders]]
on = "report"
text = '^(?P<side>\\w+): (?P<order>[A-Z].*)$'
order = "{order}"
by = "{side}"

[[orders]]
on = "report"
text = '^ruled (?P<fact>.*)$'
fact = "{fact}"
by = "umpire"
"""
BLUE = h.Appeared(piece="1", name="First Blue", at="0")
RED = h.Appeared(piece="2", name="First Red", at="6")
FIRE = h.Rolled(faces=(6,), sides=6, why="volley b1 r1", by="blue-army")


def move(start: str, to: str, *via: str, piece: str = "1", by: str = "blue-army") -> h.Moved:
    return h.Moved(piece=piece, start=start, to=to, via=via, by=by)


def read(*steps: Any, mapping: str = MAPPING, **more: Any) -> Imported:
    told = story((BLUE, RED), *steps, module="Mill", sides=("blue-army", "red-army"))
    return import_mapped(SYSTEM, mb.PACK, read_mapping(mapping, "mill.toml"), told, NOW, **more)


@pytest.fixture
def kept(tmp_path: Any) -> Any:
    """Stores an import and hands out its games."""

    def keep(read_in: Imported) -> Games:
        games = Games(GameLog(str(tmp_path / "games.db"), {"mill_bridge": SYSTEM}))
        games.log.restore("game", read_in.pack, read_in.rows)
        return games

    return keep


def told(games: Games, *kinds: type[Any]) -> list[Any]:
    return [fact for fact in games.log.facts(games.line(Ref("game"))) if isinstance(fact, kinds)]


def test_moves_and_rolls_become_orders_carried_out_on_the_recorded_dice(kept: Any) -> None:
    games = kept(read(move("0", "1"), FIRE))
    assert [given.order for given in told(games, OrderGiven)] == [
        mb.MoveUnit(unit="b1", path=(1,)),
        mb.FireVolley(unit="b1", target="r1"),
    ]
    (dice,) = told(games, DiceRolled)
    assert (dice.faces, dice.source) == ((6,), "imported")
    assert [fired.hits for fired in told(games, mb.VolleyFired)] == [1]
    report = audit(games, Ref("game"))
    assert (report.is_clean, report.irregular) == (True, ())


def test_dice_rolled_a_step_later_belong_to_the_order_before_them(kept: Any) -> None:
    shot = h.Said(text="blue: FireVolley unit=b1 target=r1")
    read_in = read(shot, h.Said(text="here goes", by="blue-army", typed=True), h.Rolled(faces=(5,), sides=6, why="1d6"))
    games = kept(read_in)
    assert [fired.unit for fired in told(games, mb.VolleyFired)] == ["b1"]
    assert [note.text for note in told(games, NoteAdded)][1:] == ["here goes"]
    assert read_in.account.irregular == []


def test_what_the_rules_refuse_is_kept_as_it_was_played_with_the_rule_it_breaks(kept: Any) -> None:
    read_in = read(move("0", "2"), move("2", "1"))
    games = kept(read_in)
    (play,) = told(games, IrregularPlay)
    assert (play.by, play.why.cite, play.what) == ("blue", "MB.8.1", "MoveUnit unit=b1 path=2")
    assert games.position(Ref("game")).state.units["b1"].at == 1, "the next move begins where this one ended"
    (remark,) = read_in.account.irregular
    assert (remark.place, remark.rule) == ("step 1", "MB.8.1")
    report = audit(games, Ref("game"))
    assert report.is_clean
    (listed,) = report.irregular
    assert (listed.rule, listed.recorded) == ("MB.8.1", "MoveUnit unit=b1 path=2")


def test_dice_that_no_order_asks_for_are_facts_all_the_same(kept: Any) -> None:
    read_in = read(move("0", "1"), h.Rolled(faces=(2, 3), sides=6, why="initiative", by="red-army"))
    games = kept(read_in)
    assert [(dice.by, dice.faces) for dice in told(games, DiceRolled)] == [("red", (2, 3))]
    assert [remark.text for remark in read_in.account.irregular] == [
        "rolls 2d6 for initiative: no order asks for these dice"
    ]
    assert audit(games, Ref("game")).is_clean


def test_an_order_without_its_dice_breaks_off_and_leaves_no_trace_but_a_word(kept: Any) -> None:
    games = kept(read(h.Said(text="blue: FireVolley unit=b1 target=r1"), move("0", "1")))
    (play,) = told(games, IrregularPlay)
    because = say_of(mb.SYSTEM).reason(play.why)
    assert "1d6" in because or "one die" in because
    assert told(games, DiceRolled) == []
    assert games.position(Ref("game")).state.units["b1"].at == 1


def test_orders_nobody_writes_down_are_supplied_and_named(kept: Any) -> None:
    steps = (move("0", "1"), move("1", "2"), move("2", "the mill"), h.PhaseTold(phase="Red Move", by="blue-army"))
    read_in = read(*steps)
    games = kept(read_in)
    assert told(games, mb.ReactionDeclined) != [], "red let it pass, and the file does not say so"
    assert [remark.text for remark in read_in.account.supplied] == ["Decline"]
    assert read_in.account.irregular == []
    assert games.position(Ref("game")).state.core.active == "red"


def test_without_orders_to_supply_what_comes_next_is_irregular() -> None:
    bare = MAPPING.replace('between = ["Decline"]', "")
    steps = (move("0", "1"), move("1", "2"), move("2", "3"), h.PhaseTold(phase="Red Move", by="blue-army"))
    assert [remark.rule for remark in read(*steps, mapping=bare).account.irregular] == ["MB.9.1"]


def test_what_moves_in_a_step_with_an_order_in_words_came_of_it(kept: Any) -> None:
    step = (move("0", "1"), h.Said(text="blue: MoveUnit unit=b1 path=1"))
    read_in = read(step)
    assert [given.order for given in told(kept(read_in), OrderGiven)] == [mb.MoveUnit(unit="b1", path=(1,))]
    assert read_in.account.irregular == []


def test_a_refused_order_in_words_takes_what_moved_from_its_step(kept: Any) -> None:
    games = kept(read((h.Said(text="blue: MoveUnit unit=b1 path=5"), move("0", "5"))))
    assert games.position(Ref("game")).state.units["b1"].at == 5
    assert [play.why.cite for play in told(games, IrregularPlay)] == ["MB.8.1"]


def test_markers_are_ignored_and_other_strangers_are_listed() -> None:
    marker = h.Appeared(piece="9", name="marker 3", at="2")
    ghost = h.Appeared(piece="10", name="Ghost", at="2")
    read_in = read((marker, ghost), move("2", "3", piece="9"), move("2", "4", piece="10"))
    assert [remark.text for remark in read_in.account.unread] == [
        "Ghost, appeared: 2 (no unit of this game)",
        "Ghost, moved: 4 (no unit of this game)",
    ]


def test_typed_words_are_never_orders(kept: Any) -> None:
    """A player who types what looks like a report of the program must not move the other side's units."""
    games = kept(read(h.Said(text="blue: MoveUnit unit=b1 path=1", typed=True, by="red-army")))
    assert told(games, OrderGiven) == []
    assert [note.text for note in told(games, NoteAdded)][1:] == ["blue: MoveUnit unit=b1 path=1"]


def test_an_order_that_cannot_be_read_is_kept_word_for_word(kept: Any) -> None:
    read_in = read((h.Said(text="blue: MarchUnit unit=b1"), h.Rolled(faces=(4,), sides=6, why="1d6")))
    assert read_in.account.unread[0].text.startswith("MarchUnit unit=b1 (")
    assert [dice.faces for dice in told(kept(read_in), DiceRolled)] == [(4,)]


def test_rulings_in_the_file_hold_from_there_on(kept: Any) -> None:
    ruling = h.Said(text='ruled RulingMade by=umpire text="four hits" readings={"D1":"b"}')
    games = kept(read(ruling, move("0", "1"), move("1", "2"), h.Said(text="red: React unit=r1"), FIRE))
    assert [made.readings for made in told(games, RulingMade)] == [{"D1": "b"}]
    assert games.position(Ref("game")).state.core.readings["D1"] == "b"


def test_the_last_position_is_compared_with_the_files() -> None:
    astray = replace(SYSTEM, foreign=None)
    told_story = story((BLUE, RED), move("0", "4"), module="Mill", sides=("blue-army", "red-army"))
    read_in = import_mapped(astray, mb.PACK, read_mapping(MAPPING, "mill.toml"), told_story, NOW)
    assert [remark.text for remark in read_in.account.warnings] == ["b1 ends at 4 in the file and at 0 here"]


def test_a_scenario_must_be_known_from_somewhere() -> None:
    unsaid = MAPPING.replace('scenario = "bridge"', "")
    with pytest.raises(BadInput, match="which scenario was played"):
        read(move("0", "1"), mapping=unsaid)
    assert read(move("0", "1"), mapping=unsaid, scenario="bridge").account.orders == 1


def test_words_that_say_nothing_hide_no_move(kept: Any) -> None:
    silent = MAPPING.replace('on = "phase"\norder = "EndPhase"', 'on = "phase"\nsilent = true')
    games = kept(read((h.PhaseTold(phase="Turn 1", by="blue-army"), move("0", "1")), mapping=silent))
    assert [given.order for given in told(games, OrderGiven)] == [mb.MoveUnit(unit="b1", path=(1,))]


def test_a_unit_that_is_first_spoken_of_when_it_moves_has_moved(kept: Any) -> None:
    """A spreadsheet without a starting position."""
    first = story((), h.Appeared(piece="First Blue", name="First Blue", at="1", by="blue-army"), module="Mill",
                  sides=("blue-army",))  # fmt: skip
    read_in = import_mapped(SYSTEM, mb.PACK, read_mapping(MAPPING, "mill.toml"), first, NOW)
    assert [given.order for given in told(kept(read_in), OrderGiven)] == [mb.MoveUnit(unit="b1", path=(1,))]
    assert read_in.account.warnings == []


def test_an_order_in_the_systems_own_words_comes_with_what_moved(kept: Any) -> None:
    step = (h.Ordered(text="MoveUnit unit=b1 path=1", by="blue-army"), move("0", "1"))
    assert len(told(kept(read(step)), OrderGiven)) == 1


def test_a_unit_that_is_gone_is_not_missed() -> None:
    assert read(h.Vanished(piece="1", by="blue-army")).account.warnings == []


def test_a_mapping_for_another_module_is_remarked_on() -> None:
    other = MAPPING.replace('name = "Mill"', 'name = "Windmill"')
    assert ["Windmill" in remark.text for remark in read(move("0", "1"), mapping=other).account.warnings] == [True]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("MoveUnit unit={unit}", "MveUnit unit={unit}", "did you mean MoveUnit"),
        ('"First Blue" = "b1"', '"First Blue" = "b9"', "there is no such unit"),
    ],
)
def test_a_mapping_that_names_what_is_not_there_is_refused(old: str, new: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        read(move("0", "1"), mapping=MAPPING.replace(old, new))


def test_entries_in_the_account_are_those_of_the_audit(kept: Any) -> None:
    read_in = read(move("0", "2"))
    (listed,) = audit(kept(read_in), Ref("game")).irregular
    assert read_in.account.irregular[0].entry == listed.entry


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('on = "phase"', 'on = "phases"', "orders"),
        ("{unit} path={path}", "{unit} path={road}", "{road}"),
        ("^volley (?P", "^volley ((?P", "regular expression"),
        ('order = "EndPhase"', "", "one of order, fact"),
        ('name = "Mill"', 'name = "Mill', "TOML"),
        ('name = "Mill"', 'title = "Mill"', "title"),
        pytest.param('name = "Mill"', f"name = {'[' * 5000}", "TOML", id="nested without end"),
        pytest.param('name = "Mill"', f"name = {'9' * 5000}", "TOML", id="a number without end"),
        pytest.param("^volley (?P", f"{'(' * 5000}^volley (?P", "regular expression", id="brackets without end"),
        pytest.param("^volley (?P", "x{9999999999}(?P", "regular expression", id="a repetition without end"),
        ('ignore = ["^marker"]', 'ignore = ["("]', "units.ignore"),
    ],
)
def test_a_mapping_with_a_fault_says_where(old: str, new: str, said: str) -> None:
    assert old in MAPPING
    with pytest.raises(BadInput, match=r"mill\.toml") as error:
        read_mapping(MAPPING.replace(old, new, 1), "mill.toml")
    assert said in str(error.value)


def test_where_a_unit_stands_is_not_forgotten_when_its_marks_change() -> None:
    astray = replace(SYSTEM, foreign=None)
    steps = (move("0", "4"), h.Changed(piece="1", marks={"hits": "1"}, by="blue-army"))
    told_story = story((BLUE, RED), *steps, module="Mill", sides=("blue-army", "red-army"))
    read_in = import_mapped(astray, mb.PACK, read_mapping(MAPPING, "mill.toml"), told_story, NOW)
    assert [remark.text for remark in read_in.account.warnings] == ["b1 ends at 4 in the file and at 0 here"]


def test_a_unit_that_comes_back_has_not_moved_from_where_it_began() -> None:
    back = h.Appeared(piece="1", name="First Blue", at="1", by="blue-army")
    read_in = read(h.Vanished(piece="1", by="blue-army"), back)
    assert [remark.text for remark in read_in.account.irregular] == ["b1 is removed: no order in the file explains it"]
