"""One roll on each printed combat table: odds, columns, modifiers and result. No campaign is needed."""
