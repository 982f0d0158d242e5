"""A whole log copied while it is played on: its entries, and what lies apart from it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from domain.kernel.errors import BadInput
from domain.log.store import Store, is_postgres

ROWS = 2_000  # copied at once
Step = Callable[[int, int], None] | None  # rows copied, of how many about


def back_up(store: Store, file: Path, key: str, step: Step) -> int:
    """Into a file of its own, which is a log like any other and holds all or does not come to be; how many rows."""
    if file.exists():
        raise BadInput(f"{file} is there already; nothing was written over. Give another name")
    file.parent.mkdir(parents=True, exist_ok=True)
    begun = file.with_name(file.name + ".part")
    for left in _files(begun):
        left.unlink(missing_ok=True)
    with closing(Store(str(begun), durable=True, key=key)) as copy:
        count = copied(store, copy, step)
    for part, whole in zip(_files(begun), _files(file), strict=True):
        if part.exists():
            part.rename(whole)
    return count


def restore(file: Path, url: str, key: str, step: Step) -> int:
    """A log that holds nothing yet becomes the one that was backed up."""
    if not file.is_file():
        raise BadInput(f"there is no backup at {file}")
    if not is_postgres(url) and not Path(url).exists():
        with closing(Store(str(file), key=key)) as source:
            return back_up(source, Path(url), key, step)
    with closing(Store(str(file), key=key)) as source, closing(Store(url, durable=True, key=key)) as target:
        if target.latest():
            where = "that database" if is_postgres(url) else url
            raise BadInput(f"{where} holds games already; restore into a log that is new")
        return copied(source, target, step)


def copied(source: Store, target: Store, step: Step) -> int:
    """All that was in the log when it began, in its order; what lies apart last, since it is put by before entries."""
    end, mark, count = source.latest(), 0, 0
    while mark != end:
        rows = source.since(mark, ROWS)
        last = next((place for place, row in enumerate(rows) if row.id == end), len(rows) - 1)
        rows = rows[: last + 1]
        damaged = next((row.stream for row in rows if not row.state), None)
        if damaged is not None:
            raise BadInput(f"{damaged} holds an entry that cannot be opened; `refight verify` says more")
        target.put([(row.stream, row.version, row.topic, row.state) for row in rows])
        mark, count = rows[-1].id, count + len(rows)
        if step:
            step(count, end)
    target.apart.take(source.apart.all_rows())
    return count


def _files(log: Path) -> tuple[Path, Path]:
    """What lies apart first: a log that is there has its seeds."""
    return apart_from(log), log


def apart_from(log: Path) -> Path:
    """The file beside a log, with what does not stand in it."""
    return log.with_name(log.name + ".seeds")
