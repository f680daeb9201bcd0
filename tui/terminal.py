"""Everything we do because of how terminals and the framework behave, in one place, each with the version that
needs it."""

from __future__ import annotations

import importlib
import importlib.util
import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import asyncio

    from rich.text import Text
    from textual.app import App
    from textual.screen import Screen

SMALLEST = (60, 20)
HANGUP = 129
TERMINATED = 143


def ready() -> str:
    """Why no app can run here, '' where one can: both ends must be terminals.

    Textual 8.2: without a terminal at its input the event loop spins at full load for ever after the other end is gone.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return "the app needs a terminal at both ends (over ssh: ssh -t); the other commands work without one"
    if os.environ.get("TERM", "") in ("", "dumb"):
        return "this terminal cannot place text (TERM is 'dumb' or empty); the other commands work in it"
    return ""


def settle_environment() -> None:
    """Called before the framework is imported.

    Textual 8.2 reads TEXTUAL_ANIMATIONS at import: no animation, over ssh or elsewhere. Its input loop ticks every
    100 ms, and a lone Escape is known by the first tick after ESCDELAY: with 50 that is one tick, not two. It paints at
    once where nothing was painted just before, and what comes of that paint (a page mounted, a bar) with the next
    frame: at its 60 frames a second a key that needs three of them took 50 ms for waiting alone. Frames in which
    nothing changes are not painted, so a higher rate costs nothing while nothing happens.
    """
    os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    os.environ.setdefault("ESCDELAY", "50")
    os.environ.setdefault("TEXTUAL_FPS", "250")
    _without_openssl()


def _without_openssl() -> None:
    """Python 3.11 takes OpenSSL along wherever there is any: asyncio for connections that no app here opens, hashlib
    for the digests that Python has of its own. That is 5 MB and 7 ms of every start. Both do without where they find
    none, as they would with a Python that was built so; who asks for TLS later finds it as ever.

    OpenSSL's SHA-256 is six times as fast: 1 ms of a turn's file."""
    own = ("_md5", "_sha1", "_sha512", "_sha256" if sys.version_info < (3, 12) else "_sha2")
    digests = ("hashlib", "hmac") if all(map(importlib.util.find_spec, own)) else ()
    for user, part in (("asyncio", "ssl"), *((name, "_hashlib") for name in digests)):
        if user in sys.modules or part in sys.modules:
            continue
        # What stands there as None is told to be missing.
        sys.modules[part] = None  # type: ignore[assignment]
        try:
            importlib.import_module(user)
        finally:
            del sys.modules[part]


def end_on_signals(app: App[Any]) -> None:
    """End cleanly when the terminal goes away or somebody asks us to.

    Textual 8.2 handles neither SIGHUP nor SIGTERM: a dropped connection would kill the app without ``on_unmount``.
    """
    import asyncio

    loop = asyncio.get_running_loop()
    for number, code in ((signal.SIGHUP, HANGUP), (signal.SIGTERM, TERMINATED)):
        try:
            loop.add_signal_handler(number, _end, app, code)
        except (NotImplementedError, RuntimeError, ValueError):
            # Not the main thread (tests) or a system without these signals.
            return
    _end_on_hang_up(loop, app)


def _end_on_hang_up(loop: asyncio.AbstractEventLoop, app: App[Any]) -> None:
    """End it also where a terminal goes away without a word.

    Its signal may be lost: with a terminal that is not its session's own nobody sends one, and one that ended while the
    app was being resumed was seen to leave it running. Textual 8.2 then reads the end of its input for ever at full
    load. A poll that waits for nothing is told of a hang-up all the same; where there is none (macOS), the signal has
    to do."""
    if not hasattr(select, "epoll") or not sys.stdin.isatty():
        return
    watch = select.epoll()
    watch.register(sys.stdin.fileno(), 0)

    def gone() -> None:
        loop.remove_reader(watch.fileno())
        watch.close()
        _end(app, HANGUP)

    loop.add_reader(watch.fileno(), gone)


def _end(app: App[Any], code: int) -> None:
    app.exit(return_code=code)


def let_go() -> None:
    """Write nowhere from now on: the interpreter's last flush to a terminal that is gone would change the exit code."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for handle in (0, 1, 2):
        os.dup2(nowhere, handle)


def switchable(screen: Screen[Any]) -> Screen[Any]:
    """The app's first screen, such that another can take its place.

    Textual 8.2: ``switch_screen`` takes away the result callback of the screen it replaces, but the default screen is
    never given one (IndexError).
    """
    screen._push_result_callback(screen, None)
    return screen


def wants_no_colour() -> bool:
    """Whether the player asked all programs for no colour (no-color.org)."""
    return bool(os.environ.get("NO_COLOR"))


@contextmanager
def own_no_colour() -> Iterator[None]:
    """Keep NO_COLOR from the framework while it makes an app: our monochrome theme answers it.

    Textual 8.2 would put a filter to greys over it, which paints the terminal's own background black.
    """
    setting = os.environ.pop("NO_COLOR", None)
    try:
        yield
    finally:
        if setting is not None:
            os.environ["NO_COLOR"] = setting


def too_small(width: int, height: int) -> bool:
    """Whether nothing sensible can be shown."""
    return width < SMALLEST[0] or height < SMALLEST[1]


def farewell(error: BaseException) -> Text:
    """What is said when the program itself is at fault; the particulars go to a file, without anybody's values in it.

    Textual 8.2 would print the traceback with all local values, sealed orders among them, on the player's terminal.
    """
    import traceback
    from pathlib import Path

    from platformdirs import user_state_dir
    from rich.text import Text

    where = Path(user_state_dir("warledger")) / "fault.txt"
    said = "Warledger has met a fault of its own and ends. Everything acknowledged is on disk; open the campaign again."
    try:
        where.parent.mkdir(parents=True, exist_ok=True)
        where.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    except OSError:
        return Text(f"{said}\n{type(error).__name__}: {error}\n")
    return Text(f"{said}\nWhat happened stands in {where}\n")
