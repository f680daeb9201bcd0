"""Opening positions: one folder per game, one TOML file per scenario. Data only."""
