"""Battles in the air over a base or a hex (chapter 11)."""
