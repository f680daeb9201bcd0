"""Missions, patrols and battles at sea (chapter 7)."""
