"""The tables and views of a read database. Change anything here and raise VERSION: older files are made anew."""

from __future__ import annotations

import sqlite3

from projections.models import boards as board
from projections.models import casualties, dice, games_list, timeline, victory_points

APPLICATION_ID = 0x52464752  # «RFGR» in the file header: a read database of ours
VERSION = 4

VIEWS = {
    # Which entries of which lines make up a line: its own, and its parents' up to where it left them.
    "lineage": """
        WITH RECURSIVE walk(game, line, part, upto) AS (
            SELECT game, line, line, entries FROM lines
            UNION ALL
            SELECT walk.game, walk.line, lines.parent, min(walk.upto, lines.base)
            FROM walk JOIN lines ON lines.game = walk.game AND lines.line = walk.part
            WHERE lines.parent IS NOT NULL
        ) SELECT game, line, part, upto FROM walk""",
    "latest_points": """
        SELECT lines.game, lines.line, side.value AS side, coalesce((
            SELECT sum(points.points) FROM lineage JOIN points
            ON points.game = lineage.game AND points.line = lineage.part AND points.entry <= lineage.upto
            WHERE lineage.game = lines.game AND lineage.line = lines.line AND points.side = side.value
        ), 0) AS points
        FROM lines JOIN games ON games.game = lines.game, json_each(games.sides) AS side""",
    "losses_by_unit": """
        SELECT lineage.game, lineage.line, losses.side, losses.unit, losses.kind,
            sum(losses.amount) AS amount, sum(losses.men) AS men, count(*) AS times, max(losses.entry) AS last_loss
        FROM lineage JOIN losses
        ON losses.game = lineage.game AND losses.line = lineage.part AND losses.entry <= lineage.upto
        GROUP BY lineage.game, lineage.line, losses.side, losses.unit, losses.kind""",
    "dice_summary": """
        SELECT game, line, coalesce(side, 'all sides') AS side, 'd' || die AS die, source, dice, mean, expected, low,
            high, chi_square, p_value, words
        FROM dice_tests WHERE why IS NULL""",
    "orders": """
        SELECT given.game, given.line, given.order_no, given.entry, given.by, given.at, given.text AS ordered, (
            SELECT group_concat(text, '; ') FROM (
                SELECT text FROM timeline AS fact
                WHERE fact.game = given.game AND fact.line = given.line AND fact.entry > given.entry
                AND fact.entry < coalesce((
                    SELECT entry FROM timeline AS later
                    WHERE later.game = given.game AND later.line = given.line AND later.entry > given.entry
                    AND later.order_no <> given.order_no ORDER BY entry LIMIT 1
                ), given.entry + 1000000000) ORDER BY fact.entry
            )
        ) AS followed
        FROM timeline AS given WHERE given.tag = 'OrderGiven'""",
    "games_list": """
        SELECT games.game, games.title, games.system, games.scenario,
            (SELECT group_concat(value, ', ') FROM json_each(games.sides)) AS sides,
            (SELECT count(*) FROM lines WHERE lines.game = games.game) AS lines,
            (SELECT sum(entries - base) FROM lines WHERE lines.game = games.game) AS entries,
            games.started, (SELECT max(last_entry) FROM lines WHERE lines.game = games.game) AS last_entry,
            main.turn, main.phase, main.winner,
            (SELECT group_concat(side || ' ' || points, ', ') FROM latest_points
                WHERE latest_points.game = games.game AND latest_points.line = 'main') AS points
        FROM games JOIN lines AS main ON main.game = games.game AND main.line = 'main'""",
}


def create(connection: sqlite3.Connection) -> None:
    """All tables and views, within the transaction that is open."""
    from sqlite_utils import Database

    db = Database(connection)
    for model in (games_list, timeline, victory_points, casualties, dice, board):
        model.create(db)
    db.table("tracking").create({"name": str, "mark": int, "digest": str}, pk="name")
    connection.execute("INSERT INTO tracking VALUES ('log', 0, '')")
    for name, sql in VIEWS.items():
        db.create_view(name, sql)
    connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version={VERSION}")


def drop(connection: sqlite3.Connection) -> None:
    """Everything, within the transaction that is open."""
    for kind in ("view", "table"):
        found = connection.execute(
            "SELECT name FROM sqlite_schema WHERE type=? AND name NOT LIKE 'sqlite_%' "
            "ORDER BY sql LIKE 'CREATE VIRTUAL%' DESC",
            (kind,),
        )
        for (name,) in found.fetchall():
            quoted = name.replace('"', '""')
            connection.execute(f'DROP {kind} IF EXISTS "{quoted}"')
