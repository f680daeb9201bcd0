"""Force pools, production and construction: what there is of each unit, and what it costs (24.2 to 24.4)."""
