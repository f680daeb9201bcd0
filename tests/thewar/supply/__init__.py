"""Tests of supply: sources, graces, checks (chapter 12)."""
