"""Several players on one server, over SSH.

    front, visit, ssh, starting, pumping
               the process that speaks SSH: who may come in, and bytes from there to the sessions
    host_log   what the host can read afterwards
    visits     what front and forker say to each other
    forker     one process without threads that has everything imported and forks a session for each visit
    session, limits
               what such a session is before it runs the app or a command
    packing    what lets sessions share more of their memory
    openssh, forced
               the same over a host's own sshd: what he adds there, and what it forces
    guest      the app and the command line as a player may use them
    access     who a player is and what he may do: what guest hands to both
    words      the words of a command that a player typed
    pokes      how a session hears that another has written
    notice, noticing
               telling who is away, by the host's command

Only ``ssh`` imports asyncssh, and only ``warledger serve`` imports that.
"""
