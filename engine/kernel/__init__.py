"""What every game stands on: campaign, orders, transaction, procedures, dice, sequence, seats, forecast.

Knows no game.
"""
