"""Single resolutions that need no campaign: the printed tables and what comes of a roll on them."""
