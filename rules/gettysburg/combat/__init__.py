"""11.0 to 15.0, 19.0 The Combat Phase."""
