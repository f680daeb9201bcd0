"""The tests of Warledger; ``python -m tests.check`` runs them with lint, types and import contracts."""
