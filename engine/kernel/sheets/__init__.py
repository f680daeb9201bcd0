"""What a panel may ask of a game, typed: one module for each kind of panel, with the values that it shows."""
