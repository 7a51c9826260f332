"""What can go wrong, and what is warned of. Texts are those of the command line."""
from __future__ import annotations

from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from .run import Run


class Error(Exception):
    """Base of all errors that this package raises on purpose."""

    run: Optional["Run"] = None  # what there was when it failed


class ModelError(Error, ValueError):
    """The model says something impossible; `file`, `line` and `column` say where."""

    def __init__(self, message: str, file: Optional[str] = None, line: Optional[int] = None,
                 column: Optional[int] = None) -> None:
        super().__init__(message)
        self.file, self.line, self.column = file, line, column


class AssemblyError(Error):
    """The mechanism cannot be put together, or has contradictory constraints."""


class IntegrationError(Error):
    """A run failed. `time` (s) and `equation` say where, `run` holds the results until then."""

    time: Optional[float] = None
    equation: Optional[str] = None


class UsageError(Error, ValueError):
    """A function was asked for something that cannot be."""


class UnknownName(UsageError, KeyError):
    """There is nothing of this name; the text has the nearest one."""

    def __str__(self) -> str:  # KeyError would put it in quotation marks
        return str(self.args[0])


class DerivativesLost(TypeError):
    """A Dual was asked for a plain number, as by math.sin."""


class AccuracyWarning(UserWarning):
    """Something is less accurate than it could be."""


class RunWarning(UserWarning):
    """What the command line prints after `warning:`."""
