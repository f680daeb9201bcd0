"""The games, pure: no files, no clock, no randomness of their own, no screen."""
