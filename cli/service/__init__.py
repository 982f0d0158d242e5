"""The web service: another front door to the same games, for browsers and programs."""
