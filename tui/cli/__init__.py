"""The command line: the same engine calls as the screens, as text or JSON. Nothing here imports Textual."""
