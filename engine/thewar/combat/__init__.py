"""What all battles of a campaign share: who may fight, under what circumstances and sky (chapters 7, 9 to 11, 26)."""
