"""Tests of The War: strategic warfare."""
