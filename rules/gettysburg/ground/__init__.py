"""The map: terrain, hexsides, roads, and what can be seen across it."""
