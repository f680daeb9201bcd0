"""Who declares war on whom, what becomes of countries, and what falls to whom (chapters 6, 14, 16 to 23)."""
