"""Tests of the panels and of what they show."""
