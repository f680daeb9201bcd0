"""Submarine warfare: attacks, codebreaking, modifiers, losses of transports (24.6, 25)."""
