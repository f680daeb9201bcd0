"""Tests of The War: battles in the air."""
