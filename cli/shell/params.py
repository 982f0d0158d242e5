"""How commands read refs, sides and dice, and what the shell can complete of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from cli.shell.session import Session

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from domain.log.refs import Ref

    RefBase = click.ParamType[Ref]
    DiceBase = click.ParamType[tuple[int, ...]]
    TextBase = click.ParamType[str]
else:
    RefBase = DiceBase = TextBase = click.ParamType  # older versions of the library cannot be subscripted


class Completed:
    """By the games, lines and entries there are."""

    def shell_complete(
        self,
        ctx: click.Context,
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        return _items(refs_like(ctx.ensure_object(Session), incomplete))


class RefType(Completed, RefBase):
    """GAME, GAME@LINE, GAME:ENTRY or GAME@LINE:ENTRY."""

    name = "ref"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002
        return param.human_readable_name.upper()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Ref:  # noqa: ARG002
        from domain.log.refs import Ref, parse_ref

        return value if isinstance(value, Ref) else parse_ref(value)


class GameType(RefType):
    """A whole game: no line, no entry."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Ref:
        from domain.kernel.errors import BadInput
        from domain.log.refs import Ref

        ref = super().convert(value, param, ctx)
        if ref != Ref(ref.game):
            raise BadInput(f"this command takes a whole game; write {ref.game} instead of {value}")
        return ref


class Scope(NamedTuple):
    """A line or an entry, or all lines of a game where none was named."""

    ref: Ref
    is_whole: bool

    def refs(self, session: Session) -> list[Ref]:
        """Every line that is meant, oldest first."""
        if not self.is_whole:
            return [self.ref]
        return [self.ref._replace(line=name) for name in session.games.log.lines(self.ref.game)]


def scope_of(text: str) -> Scope:
    from domain.log.refs import parse_ref

    ref = parse_ref(text)
    return Scope(ref, "@" not in text and ref.entry is None)


class RefTextType(Completed, TextBase):
    """A ref kept as it was typed: whether it names a line matters."""

    name = "ref"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        return str(value)


class RefOrFileType(RefTextType):
    """A ref or the name of a file; the shell completes both."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return super().shell_complete(ctx, param, incomplete) or _items([incomplete], type="file")


def _items(names: Sequence[str], **how: str) -> list[CompletionItem]:
    """What a shell is offered; loaded late, since it is seldom asked."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(name, **how) for name in names]


def refs_like(session: Session, incomplete: str) -> list[str]:
    """Games that begin so, and the lines of the only one; completion never complains and never makes a database."""
    with suppress(Exception):
        log = session.games.log
        game = incomplete.partition("@")[0]
        found = [name for name in log.games() if name.startswith(game)]
        lines = [f"{found[0]}@{line}" for line in log.lines(found[0])[1:]] if len(found) == 1 else []
        return [name for name in [*found, *lines] if name.startswith(incomplete)]
    return []


def _first(ctx: click.Context) -> Any:
    """The first argument. While an option still waits for its value, the library has words but no arguments yet."""
    given = [ctx.params.get(str(param.name)) for param in ctx.command.params if isinstance(param, click.Argument)]
    return given[0] or ctx.args[0]


def complete_side(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The sides of the game named earlier on the command line."""
    with suppress(Exception):
        session = ctx.ensure_object(Session)
        ref = REF.convert(_first(ctx), None, ctx)
        return [side for side in session.games.line(ref).started.sides if side.startswith(incomplete)]
    return []


def complete_order(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """What may follow in an order of the game named earlier on the command line."""
    with suppress(Exception):
        from domain.games.completing import following
        from domain.games.look import due

        session, ref = ctx.ensure_object(Session), REF.convert(_first(ctx), None, ctx)
        words = ctx.params.get("words") or ctx.args[1:]
        line, state = session.games.line(ref), session.games.position(ref).state
        cut = max(incomplete.rfind("="), incomplete.rfind(",")) + 1
        before = "".join(f"{word} " for word in words) + incomplete[:cut]
        by = ctx.params.get("by") or due(line.system, state)
        found = following(line.system, state, by, before, session.games.names(line))
        return [incomplete[:cut] + one.strip() for one in found if one.startswith(incomplete[cut:])]
    return []


def complete_system(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    from rules import SYSTEMS

    return [key for key in SYSTEMS if key.startswith(incomplete)]


def complete_scenario(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    with suppress(Exception):
        from cli.shell.packs import load_pack
        from cli.shell.session import find_system

        system = find_system(_first(ctx))
        pack = load_pack(system.key, ctx.params.get("pack") or "")
        return [key for key in system.sheets.scenarios(pack) if key.startswith(incomplete)]
    return []


class DiceType(DiceBase):
    """Faces as they lie on the table: 4,5 or 4 5."""

    name = "dice"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:  # noqa: ARG002
        if isinstance(value, tuple):
            return value
        words = [word for word in re.split(r"[,\s]+", value.strip()) if word]
        wrong = next((word for word in words if not (word.isascii() and word.isdigit() and len(word) < 10)), None)
        if wrong is not None or not words:
            from domain.kernel.errors import BadInput

            said = f"{wrong!r} is not the face of a die" if wrong else "no dice were given"
            raise BadInput(f"{said}; write the faces as they lie, for example --dice 4,5")
        return tuple(map(int, words))


def chosen_readings(texts: Sequence[str]) -> dict[str, str]:
    """`D36=b` for each dispute; whether there is such a one the system knows."""
    return _pairs(texts, "chooses no reading; write the dispute and the choice, for example D36=b")


def chosen_players(texts: Sequence[str]) -> dict[str, str]:
    """`union=Anna` for each side that somebody plays."""
    return _pairs(texts, "names no player; write the side and the name, for example union=Anna")


def chosen_shares(texts: Sequence[str]) -> dict[str, str]:
    """`red=9f86…` for each side whose promise was made elsewhere."""
    return _pairs(texts, "is no promise of a side; write the side and what `refight share` printed there: red=9f86…")


def _pairs(texts: Sequence[str], wrong: str) -> dict[str, str]:
    pairs = {text: text.partition("=") for text in texts}
    bad = next((text for text, (name, _, choice) in pairs.items() if not (name and choice)), None)
    if bad is not None:
        from domain.kernel.errors import BadInput

        raise BadInput(f"{bad!r} {wrong}")
    return {name: choice for name, _, choice in pairs.values()}


REF, GAME, DICE = RefType(), GameType(), DiceType()
REF_TEXT, REF_OR_FILE = RefTextType(), RefOrFileType()
ref_argument = click.argument("ref", type=REF)
