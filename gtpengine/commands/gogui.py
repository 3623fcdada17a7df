"""Commands of GoGui."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arguments import Arguments
from ..registry import REGISTRY, Response, command

if TYPE_CHECKING:
    from ..session import Session


@command("gogui-analyze_commands", returns=Response.LINES)
def analyze_commands(session: Session, arguments: Arguments) -> str:
    """GoGui's menu of analyses, `type/label/command` a line: every command here that has something to show."""
    return REGISTRY.analyse_commands()
