"""The three checks of supply: who is named, who contests it, when they come up, what the third one takes (12.6)."""
