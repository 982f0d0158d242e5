"""A position, orders and dice from a file, decided: under the readings in force and under every other."""
