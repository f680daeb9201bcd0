"""Several players on one server, over SSH.

guest      the app and the command line as a player may use them
pokes      how a session hears that another has written
"""
