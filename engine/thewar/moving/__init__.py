"""Strategic movement, rail moves, NARF grants and the ships that carry them (chapters 8, 9.1, 14.8)."""
