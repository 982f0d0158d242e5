"""How much of a module is read: more than any that was ever made, and too little to choke on."""

from __future__ import annotations

MAX_MODULE = 1 << 30  # bytes of the file as it lies on the disk: pictures are large
MAX_MEMBERS, MAX_DIRECTORY = 20_000, 8 << 20  # in the archive, and bytes of its list of contents
MAX_BUILD = 32 << 20  # bytes of the build file
MAX_ELEMENTS, MAX_DEPTH = 500_000, 64
MAX_TEXT = 1 << 20  # characters of one attribute or text
MAX_SLOTS, MAX_PROTOTYPES, MAX_REGIONS, MAX_POINTS = 50_000, 5_000, 20_000, 2_000
MAX_LAYERS, MAX_NESTED = 2_000, 20  # of a piece with all its prototypes, and of prototypes in prototypes
MAX_EXPANDED = 64 << 20  # characters of all pieces with their prototypes
MAX_PIXELS = 100_000_000  # of a board, by the head of its picture
MAX_HEAD = 64 << 10  # bytes of a picture that are looked at for its size
