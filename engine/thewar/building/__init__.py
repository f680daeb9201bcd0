"""Building, repair, upgrades, yards, installations and the cards that say what there is (chapters 10.8, 15, 28)."""
