"""Tests of The War: single rolls on the printed tables."""
