"""Who may go from which box, base or front to which, and when (24.5, 25.1 to 25.3, 26.2)."""
