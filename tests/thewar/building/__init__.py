"""Tests of The War: building, repair and installations."""
