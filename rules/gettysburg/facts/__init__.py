"""What happened, chapter by chapter. Tags are for ever."""
