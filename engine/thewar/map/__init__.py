"""The map board as values that know no campaign: the grid of hexes, the graph of Sea Areas, what lies where."""
