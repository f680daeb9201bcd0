"""The War: Europe 1939-1945.

Its rules stand in rooms, one above the other, each knowing only those below it (pyproject.toml holds them to it):
``world``, ``rolls``, ``economy``, ``countries``, ``moving``, ``building``, ``combat``, ``air``, ``sea``, ``ground``,
``strategic`` and ``sheets``. Above them are the sequence of play (``steps``), the orders that there are (``orders``),
the ``calculators`` and the ``ruleset`` by which the kernel knows the game.
"""
