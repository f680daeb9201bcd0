"""Tests of The War: battles at sea."""
