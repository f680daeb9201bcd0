"""``python forked_command.py PATH WORDS...``: the program, asked of the process that listens there (see forked). It
imports next to nothing, as it is started as often as a script calls the program."""

import json
import os
import socket
import sys

with socket.socket(socket.AF_UNIX) as line:
    line.connect(sys.argv[1])
    here = os.getcwd()  # noqa: PTH109
    asked: dict[str, object] = {"arguments": sys.argv[2:], "folder": here, "environment": dict(os.environ)}
    asked |= {"terminal": False, "module": "tui"}
    socket.send_fds(line, [json.dumps(asked).encode() + b"\n"], [0, 1, 2])
    told = b""
    while more := line.recv(64):
        told += more
_, code = told.split()
sys.exit(int(code))
