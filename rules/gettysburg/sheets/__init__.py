"""What a pack gives the game: units, map and scenarios, read and checked."""
