"""6.0, 8.0 to 10.0 The Movement Phase: marches, entries, declarations."""
