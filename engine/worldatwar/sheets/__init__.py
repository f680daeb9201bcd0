"""What screens, calculators and statements show of a campaign; no rule stands on them."""
