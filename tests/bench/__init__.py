"""What the program must reach, measured beside its peers: ``python -m tests.bench [--quick] [NAME ...]``."""
