"""The end of player turns and turns, in which every other room clears what counts by them (24.66, 25.12)."""
