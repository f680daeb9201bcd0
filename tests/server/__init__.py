"""The server: who may come in, and what a visit is."""
