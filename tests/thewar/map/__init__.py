"""Tests of the map board as values, and of what is drawn of it."""
