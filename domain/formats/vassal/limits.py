"""How much of a file is read: enough for any game that was ever played, and too little to choke on."""

from __future__ import annotations

MAX_FILE = 256 << 20  # bytes of the file as it lies on the disk
MAX_TEXT = 64 << 20  # characters and bytes of the decoded command text; real logs reach some 30 million
MAX_PACKED = 2 * MAX_TEXT + 64  # bytes of the obfuscated text: two hex digits a byte
MAX_METADATA = 1 << 20  # bytes of one of the two XML members
MAX_COMMANDS = 1_000_000
MAX_DEPTH = 500  # of commands within commands; real files go four deep
MAX_LAYERS = 2_000  # of traits round one piece; real pieces have up to 40
MAX_HAPPENINGS = 1_000_000  # a stack of thousands that moves thousands of times is no game
MAX_PLAYERS = 200  # ids and names together
MAX_LINE = 4_000  # characters of a chat line that is still looked through for dice and moves
