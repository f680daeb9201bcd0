"""A World at War: strategic warfare (chapters 24 to 26 of its rulebook) in three editions."""

CALCULATOR_PREFIX = "awaw-"
