"""The War: Europe 1939-1945, one module per chapter of its rulebook."""
