"""16.1, 20.3 A scenario as a game keeps it: both camps, their Battles, units and leaders, and who comes later."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from rules.wallaces_war.ids import BattleId, HexId, PieceId
from rules.wallaces_war.sheets.rows import BattleRow, LeaderRow, Record, UnitRow


class Camp(Record, frozen=True, kw_only=True):
    """16.1a One side at the start: its commander, its command points and where it sets up.

    D87 In the free set-up of Lewes the first two are those of 20.3.2.
    """

    side: str
    commander: PieceId
    sets_up: int  # 1: first
    points: int  # 4.2a
    posts: dict[PieceId, HexId]  # leader: his hex, the units of his Battle within two of it
    with_any: tuple[PieceId, ...] = ()  # 16.2.3 leaders set up with any leader of their side on the map
    bank: str = ""  # 16.3.3b north or south: the side of the streams, and not next to them
    rows: tuple[int, int] | None = None  # 20.3.3 first and last row
    forced: dict[str, int] = {}  # 20.3.5a value: chits that must be taken


class Reinforcement(Record, frozen=True, kw_only=True):
    """16.2.4, 20.3.6 A Battle that starts off the map."""

    battle: BattleId
    side: str
    points: int  # for its own track
    hexes: tuple[HexId, ...]  # it enters by these
    row: int | None = None  # 20.3.6c or by one hex of this row
    from_turn: int = 0  # 16.2.4d the first turn with a roll
    arrival: int = 0  # 16.2.4d the lowest D10 that brings it; 0: no roll
    after_initiatives: int = 0  # 20.3.6b once each side has had so many
    extra_mp: int = 0  # 16.2.4e in whole points, for each that has entered by the same hex
    one_hex: bool = False  # 20.3.6c all by the same one


class Engagement(Record, frozen=True, kw_only=True):
    """16.1 One scenario; never to be changed."""

    key: str
    title: str
    text: str
    map: str
    sides: tuple[str, str]
    first: str  # initiative on turn 1: 16.2.2b, 16.2.3b, 16.2.4a, 16.3.2a, 16.3.3c
    camps: dict[str, Camp]
    units: tuple[UnitRow, ...]
    leaders: tuple[LeaderRow, ...]
    battles: tuple[BattleRow, ...]
    reinforcements: tuple[Reinforcement, ...] = ()
    barons: bool = False  # 20.1 played by the rules of section 20
    bridge_closed: bool = False  # 16.2.2c
    roving: PieceId = ""  # 16.2.3c, 16.2.4b
    battles_in_turn: bool = False  # 16.3.3a
    within_command_range: bool = False  # 16.3.3b
    in_command_on_arrival: bool = False  # 16.2.4e, 20.3.6b
    closed_until_arrival: str = ""  # 16.2.4f the side kept off the entry hexes and those next to them
    option_target: bool = False  # 20.3.2a is offered
