"""The end of a turn, in which every other room clears what counts by the turn (3.10.3)."""
