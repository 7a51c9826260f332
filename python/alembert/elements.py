"""Models as data: sections such as `bodies`, and their elements, by the keys of the model file."""
from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Iterator, MutableMapping

import numpy as np

from . import _core
from .errors import UnknownName

if TYPE_CHECKING:
    from .model import Model

PACKAGE = __name__.rpartition(".")[0]


def caller() -> tuple[str, int]:
    """File and line of the program outside this package."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(PACKAGE + "."):
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


def depth() -> int:
    """The `stacklevel` of warnings.warn, called by the function that calls this, for that program."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(PACKAGE + "."):
        frame, level = frame.f_back, level + 1
    return level


def shown(value: Any) -> Any:
    """Lists of numbers as arrays that cannot be written to: a model is changed by its keys."""
    if isinstance(value, list) and value and all(isinstance(each, (float, list)) for each in value):
        array = np.array(value, dtype=np.float64)
        array.setflags(write=False)
        return array
    return value


class Element:
    """A body, joint, force, ...: its keys are attributes, evaluated, in the model's units; None where not given."""

    def __init__(self, model: "Model", section: str, name: str) -> None:
        object.__setattr__(self, "_model", model)
        object.__setattr__(self, "_section", section)
        object.__setattr__(self, "name", name)

    def _said(self) -> Any:
        return self._model._said(self._section, self.name)

    def keys(self) -> dict[str, str]:
        """The keys that it can have, with what they mean."""
        said = self._said()
        return _core.keys(self._section, said.get("type", "") if isinstance(said, dict) else "")

    def _check(self, key: str) -> None:
        known = self.keys()
        if key not in known:
            nearest = _core.did_you_mean(key, list(known))
            raise AttributeError(f"`{self.name}` of `{self._section}` has no key `{key}`{nearest}")

    def __getattr__(self, key: str) -> Any:
        if key.startswith("_"):
            raise AttributeError(key)
        self._check(key)
        said = self._said()
        if key in said:
            return shown(said[key])
        return shown(self._model._found(self._section, self.name, key))

    def __setattr__(self, key: str, value: Any) -> None:
        self._check(key)
        self._model._change(self._section, self.name, key, value)

    def __delattr__(self, key: str) -> None:
        self._check(key)
        self._model._remove(self._section, self.name, key)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.keys()})

    def __repr__(self) -> str:
        return f"<{self._section}/{self.name}: {self._said()}>"


class Section(MutableMapping[str, Any]):
    """The elements of a section by name. section[NAME] = {...} adds or replaces one; del removes it."""

    def __init__(self, model: "Model", name: str) -> None:
        self._model, self._name = model, name

    def __getitem__(self, name: str) -> Any:
        self._known(name)
        said = self._model._said(self._name, name)
        return Element(self._model, self._name, name) if isinstance(said, dict) else shown(said)

    def __setitem__(self, name: str, value: Any) -> None:
        self._model._define(self._name, name, value)

    def __delitem__(self, name: str) -> None:
        self._known(name)
        self._model._remove(self._name, name, "")

    def __iter__(self) -> Iterator[str]:
        return iter(self._model._names(self._name))

    def __len__(self) -> int:
        return len(self._model._names(self._name))

    def _known(self, name: str) -> None:
        names = self._model._names(self._name)
        if name not in names:
            raise UnknownName(f"the model has no `{name}` in `{self._name}`{_core.did_you_mean(name, names)}")

    def __repr__(self) -> str:
        return f"<{self._name}: {', '.join(self)}>"


class Parameters(Section):
    """Numbers by name that expressions use. A new value is used from the next question on, without parsing anew."""

    def __init__(self, model: "Model") -> None:
        super().__init__(model, "parameters")

    def __getitem__(self, name: str) -> float:
        self._known(name)
        return self._model._engine.parameters[name]

    def __setitem__(self, name: str, value: Any) -> None:
        if name in self._model._names("parameters") and not isinstance(value, str):
            self._model._set({name: float(value)})
            return
        if self._model.file:
            self._known(name)
        self.define(name, value)

    def define(self, name: str, value: Any) -> None:
        """A new parameter, a number or an expression of others."""
        self._model._define("parameters", name, value)

    def __repr__(self) -> str:
        return repr(self._model._engine.parameters)
