"""Small VASSAL files, built in the test that reads them."""

from __future__ import annotations

from collections.abc import Sequence

from domain.formats.vassal.container import write_container
from domain.formats.vassal.layers import encode_layers
from domain.formats.vassal.listcodec import encode_list
from domain.formats.vassal.metadata import Metadata
from domain.formats.vassal.payload import encode_payload
from domain.formats.vassal.read import read_vassal
from domain.formats.vassal.tree import Node, encode_tree
from domain.hexes.printed import Grid
from domain.kernel.happenings import Happening, Story

# The worked example of the format notes; its two hashes stand there too.
EXAMPLE = (
    (
        r"begin_save␛␛\␛+/1700000000001/mark;Side,Strength⇥rotate;6;221,130;219,130;Rotate CW;Rotate CCW;;;Facing"
        r"\⇥piece;;;blue.png;2\/Cav/Union,4⇥0\⇥Main Map;300;420;17;0"
        r"\␛+/1700000000002/stack/Main Map;300;420;1700000000001;@@0␛PLAYER⇥pw-red⇥Red⇥Union"
        r"␛Main MapBoardPicker⇥Map⇥0⇥0␛end_save"
        r"␛LOG⇥M/1700000000002/Main Map/352/450/null/Main Map/300/420/null/pw-red"
        r"\␛LOG⇥CHAT* 2/Cav moves 1203 &rarr; 1204 *␛LOG⇥CHAT*** 2d6 = 3,5 *** &lt;Red&gt;"
        r"\␛LOG⇥MutableProperty⇥2d6_result⇥1⇥3,5⇥Module␛LOG⇥CHAT&lt;Red&gt; - your turn"
    )
    .replace("␛", "\x1b")
    .replace("⇥", "\t")
)

Step = str | Sequence[str]


def piece(
    id: str, name: str, at: str = "Main Map;300;420", traits: Sequence[tuple[str, str]] = (), slot: str = "17"
) -> str:
    """The command that adds a piece; `traits` are pairs of type and state, outermost first."""
    types = [*(type for type, _ in traits), "piece;;;x.png;" + encode_list([name], ";")]
    return "+/" + encode_list([id, encode_layers(types), states(at, *(state for _, state in traits), slot=slot)], "/")


def states(at: str, *outer: str, slot: str = "17") -> str:
    return encode_layers([*outer, f"{at};{slot}"])


def change(id: str, new: str, old: str | None = None) -> str:
    return "D/" + encode_list([id, new] if old is None else [id, new, old], "/")


def move(id: str, new: str, old: str, player: str = "") -> str:
    """Places as `Main Map;300;420`."""
    to, start = (place.split(";") for place in (new, old))
    return "M/" + encode_list([id, *to, "null", *start, "null", player], "/")


def log(snapshot: Sequence[str], *steps: Step) -> bytes:
    """A file with these commands before the end of the snapshot, and these steps after it."""
    nodes = [Node(0, "begin_save"), *(Node(1, command) for command in snapshot), Node(1, "end_save")]
    for step in steps:
        first, *more = [step] if isinstance(step, str) else step
        nodes += [Node(1, f"LOG\t{first}"), *(Node(2, f"LOG\t{command}") for command in more)]
    return packed(encode_tree(nodes))


def packed(text: str, description: str = "") -> bytes:
    save = Metadata(vassal="3.7.20", description=description)
    return write_container(encode_payload(text, "VCSK", 0x5A), save, Metadata(name="Test Game", version="1.2"))


def told(snapshot: Sequence[str], *steps: Step, grid: Grid | None = None) -> Story:
    return read_vassal(log(snapshot, *steps), grid=grid)


def last(story: Story) -> list[Happening]:
    """What happened in the last step."""
    return list(story.steps[-1].happenings)
