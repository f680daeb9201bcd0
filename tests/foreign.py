"""Programs that are not ours and that a few tests want besides: OpenSSH's and systemd's.

Where CI runs (``CI=true``) one that is missing fails its tests, so that nothing goes unlooked at without a word;
``.ci/run`` fetches what it may. On anybody's own machine such a test is skipped.
"""

from __future__ import annotations

import os
import shutil

import pytest

PACKAGES = {
    "ssh": "openssh-client",
    "scp": "openssh-client",
    "sftp": "openssh-client",
    "sshd": "openssh-server",
    "systemd-analyze": "systemd",
}
"""Which package of Debian has each program that tests want."""
_SYSTEMS = "/usr/sbin:/usr/local/sbin"
"""Where programs of the system stand that are in nobody's PATH."""


def found(program: str) -> str | None:
    """Where one of these programs is, None where it is not."""
    assert program in PACKAGES
    return shutil.which(program) or shutil.which(program, path=_SYSTEMS)


def missing(*programs: str) -> str:
    """Why these programs cannot be used here, '' where all are there."""
    lacking = [program for program in programs if found(program) is None]
    return ", ".join(f"NO {program} HERE (package {PACKAGES[program]})" for program in lacking)


def wanted(why_not: str) -> None:
    """Go on where there is nothing against it; else skip the test, or fail it in CI."""
    if not why_not:
        return
    if os.environ.get("CI") == "true":
        pytest.fail(f"{why_not}: in CI this is to be tested")
    pytest.skip(why_not)
