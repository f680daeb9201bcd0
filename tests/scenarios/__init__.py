"""Tests of the packaged scenarios."""
