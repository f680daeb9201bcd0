"""Who wins which country over without a war, and who declares one: points, chits, influence (chapters 6 and 16)."""
