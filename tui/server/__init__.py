"""Several players on one server, over SSH.

guest      the app and the command line as a player may use them
access     who a player is and what he may do: what guest hands to both
words      the words of a command that a player typed
pokes      how a session hears that another has written
"""
