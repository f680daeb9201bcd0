"""Money, oil and effort: what a year brings, what a power holds and may spend (chapters 4, 14, 24)."""
