"""The maps: what lies in hexes and on hexsides, and where a unit looks."""
