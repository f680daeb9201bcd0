"""Tests of how nations fall and the game ends."""
