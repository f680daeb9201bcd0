"""What may be bombed and what damage does to it: places, facilities, rocket bases, yards (26.3, 26.6 to 26.8)."""
