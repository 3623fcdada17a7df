"""Sabaki's own GTP library, from npm, against the installed program, driven by sabaki/client.mjs.

The library is installed into a temporary folder by the lock file beside it, once per run; npm caches its downloads.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.installed import PROGRAM

CLIENT = Path(__file__).parent / "sabaki"
UNREACHABLE = re.compile(r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the library in a temporary folder; return the client script there."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        pytest.skip("node and npm are not installed")
    folder = tmp_path_factory.mktemp("sabaki")
    for name in ("package.json", "package-lock.json", "client.mjs"):
        shutil.copy(CLIENT / name, folder)
    install = [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", "--fetch-retries=1"]
    done = subprocess.run(install, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode and UNREACHABLE.search(done.stderr):
        pytest.skip("npm's registry cannot be reached")
    assert done.returncode == 0, done.stderr
    return folder / "client.mjs"


@pytest.mark.skipif(PROGRAM is None, reason="the console script mokusan is not installed")
def test_sabaki(client: Path) -> None:
    command = ["node", str(client), str(PROGRAM), "gtp"]
    done = subprocess.run(command, cwd=client.parent, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "ok detached"
