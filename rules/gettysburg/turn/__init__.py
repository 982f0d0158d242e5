"""The frame of a game: set-up, sequence, command, unit states, returns, victory."""
