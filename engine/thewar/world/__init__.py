"""What stands in a campaign of The War and what its units are: powers, countries, places, units, wars, dates."""
