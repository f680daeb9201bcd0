"""Tests of campaigns on disk."""
