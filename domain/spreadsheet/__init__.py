"""Spreadsheets of moves and rolls, saved as CSV."""
