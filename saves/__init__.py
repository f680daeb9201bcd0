"""Campaigns on disk: format, store, library, scenarios, audit, doctor. Front ends talk to ``saves.desk``."""
