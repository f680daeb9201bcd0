"""Strategic warfare: the boxes, the U-boat war, the bombing war (chapters 5, 29)."""
