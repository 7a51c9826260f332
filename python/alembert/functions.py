"""Functions written in Python that expressions of a model can call."""
from __future__ import annotations

import inspect
from typing import Any, Callable, Mapping, Optional, Union

from . import _core
from .errors import UsageError

Gradient = Callable[..., Any]


def count_arguments(name: str, f: Callable[..., Any]) -> int:
    """How many numbers `f` takes."""
    try:
        parameters = list(inspect.signature(f).parameters.values())
    except (TypeError, ValueError):
        raise UsageError(f"function `{name}`: how many arguments it takes cannot be seen; give arguments=") from None
    kinds = inspect.Parameter
    if any(p.kind == kinds.VAR_POSITIONAL for p in parameters):
        raise UsageError(f"function `{name}` takes any number of arguments; give arguments=")
    return sum(p.kind in (kinds.POSITIONAL_ONLY, kinds.POSITIONAL_OR_KEYWORD) and p.default is kinds.empty
               for p in parameters)


def make_function(name: str, f: Callable[..., Any], gradient: Optional[Gradient] = None,
                  arguments: Optional[int] = None) -> _core.Function:
    if not callable(f):
        raise UsageError(f"function `{name}`: expected something that can be called, not {type(f).__name__}")
    return _core.Function(name, count_arguments(name, f) if arguments is None else arguments, f, gradient)


Given = Mapping[str, Union[Callable[..., Any], "tuple[Callable[..., Any], Gradient]"]]


def make_functions(given: Optional[Given]) -> dict[str, _core.Function]:
    """From {name: f} or {name: (f, gradient)}."""
    out = {}
    for name, f in (given or {}).items():
        out[name] = make_function(name, *f) if isinstance(f, tuple) else make_function(name, f)
    return out
