"""Run the GTP engine: `python -m gtpengine [flags]` is `mokusan gtp [flags]`."""

from __future__ import annotations

import sys

from .cli import main

sys.exit(main(["gtp", *sys.argv[1:]]))
