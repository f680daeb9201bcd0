"""The weather of the fronts: its rolls, and what it leaves of battles, movement and ranges (chapter 26)."""
