"""Strategic bombing: forces, defenders, air combat, what comes of a phase of it (26)."""
