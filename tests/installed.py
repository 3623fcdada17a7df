"""Where the installed console script is: the one of this Python first, then the one on the path."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

PROGRAM = shutil.which("mokusan", path=str(Path(sys.executable).parent)) or shutil.which("mokusan")
