"""FF.1, FF.2, FF.5 What can be said of pieces: each order says that something happened to one at the table."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.facts import Count, Order, PlaceId, Side, UnitId


class AddPiece(Order, frozen=True, kw_only=True):
    """FF.1 A piece comes on to the board."""

    piece: str
    side: Side = ""
    name: str = ""
    kind: str = ""
    at: PlaceId = ""
    strength: Count | None = None
    marks: dict[str, str] = {}
    hidden: bool = False


class MovePiece(Order, frozen=True, kw_only=True):
    """FF.2 A piece goes from where it is to another place, by way of others."""

    piece: UnitId
    to: PlaceId
    via: tuple[PlaceId, ...] = ()


class ChangePiece(Order, frozen=True, kw_only=True):
    """FF.1 Strength, side or marks of a piece change; an empty mark is taken off."""

    piece: UnitId
    strength: Count | None = None
    side: Side = ""
    marks: dict[str, str] = {}


class RevealPiece(Order, frozen=True, kw_only=True):
    """FF.1 A hidden piece is shown to everyone."""

    piece: UnitId


class HidePiece(Order, frozen=True, kw_only=True):
    """FF.1.6 A piece goes out of the other side's sight: from here on only its own side sees what it does."""

    piece: UnitId


class RemovePiece(Order, frozen=True, kw_only=True):
    """FF.1 A piece leaves the board."""

    piece: UnitId
    why: str = ""


class TakeLoss(Order, frozen=True, kw_only=True):
    """FF.5 A piece suffers: in whatever the game counts losses in."""

    piece: UnitId
    amount: Count = 1
    kind: str = "steps"
    cause: str = ""
    men: Count | None = None
