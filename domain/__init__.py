"""The kernel every rule system stands on: facts, play, chance, chain, log; and the geometry libraries."""
