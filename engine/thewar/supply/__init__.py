"""Supply by declaration: its sources, who is in grace, the three checks (chapter 12)."""
