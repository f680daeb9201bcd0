"""Tests of The War, named by rule."""
