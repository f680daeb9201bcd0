"""How nations fall and the game ends: surrender rolls, the terms of France, victory (16 to 21, 27)."""
