"""What a pack gives the game: charts, counters, maps and scenarios, read and checked."""
