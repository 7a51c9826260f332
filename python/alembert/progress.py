"""How far an analysis has come, on the standard error, terminal or notebook alike."""
from __future__ import annotations

import sys
from typing import Callable, Optional, Union

Progress = Union[bool, Callable[[float, float], object]]
Listener = Callable[[float, float, str], None]


class Line:
    """One line, shown over and over in the same place."""

    def __init__(self) -> None:
        self._width = 0

    def show(self, time: float, end: float, text: str) -> None:
        print("\r" + text.ljust(self._width), end="", file=sys.stderr, flush=True)
        self._width = len(text)

    def clear(self) -> None:
        if self._width:
            print("\r" + " " * self._width + "\r", end="", file=sys.stderr, flush=True)


def listener(progress: Progress, line: Line) -> Optional[Listener]:
    """What the engine calls, at most five times a second."""
    if progress is True:
        return line.show
    if not progress:
        return None
    call = progress
    return lambda time, end, text: (call(time, end), None)[1]
