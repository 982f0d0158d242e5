"""LL.5 Orders and questions of the Fire phase."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import TypeAlias

from domain.kernel.facts import Await, FoeId, Order, UnitId
from rules.longstreet_lite.tables import Bases, CardId


class FireUnit(Order, frozen=True, kw_only=True):
    """LL.5.gen.1 One unit fires with every base that can.

    Bases with one best target need nothing more. `target` is the unit to prefer where a zone may be turned, and the
    unit to bombard; `aims` turns single bases by whole degrees, right above zero: aims={"1":-20}. `hold` keeps bases
    silent (D18 B only). `use_card` names this unit for the modifier card of the phase.
    """

    unit: UnitId
    target: FoeId = ""
    aims: dict[str, int] = {}
    hold: tuple[Bases, ...] = ()
    use_card: bool = False


class EndFire(Order, frozen=True, kw_only=True):
    """LL.5.seq.3 All that is to fire has fired."""


class AwaitFireReroll(Await, frozen=True, kw_only=True):
    """LL.1.dice.2 `side` may roll the failed to-hit dice of a unit once more."""

    unit: UnitId
    card: CardId


class AwaitFireMorale(Await, frozen=True, kw_only=True):
    """LL.5.morale.1"""


Awaited: TypeAlias = AwaitFireReroll | AwaitFireMorale
