"""17.0, 18.0 Hidden movement, and units that the enemy takes over."""
