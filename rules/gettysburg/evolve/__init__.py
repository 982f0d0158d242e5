"""How facts change the state, chapter by chapter."""
