"""Models: loaded from a file, or built in code; asked for everything that the command line can be asked for."""
from __future__ import annotations

import os
import warnings
from typing import Any, Callable, Iterator, Mapping, MutableMapping, Optional, Sequence, Union

from . import _core
from .analyses import Check, Comparison, LinearModel, Modes, Verification
from .errors import RunWarning, UnknownName
from .functions import Given, Gradient, make_function, make_functions

Method = Union[str, Mapping[str, Any]]
About = Union[str, float]
Names = Union[str, Sequence[str]]


def _warn(text: str) -> None:
    warnings.warn(text, RunWarning, stacklevel=3)


def _given(**settings: Any) -> dict[str, Any]:
    """Those settings that are not None."""
    return {name: value for name, value in settings.items() if value is not None}


class Parameters(MutableMapping[str, float]):
    """The parameters of a model by name. A new value is used from the next question on."""

    def __init__(self, model: "Model") -> None:
        self._model = model

    def __getitem__(self, name: str) -> float:
        self._known(name)
        return self._model._engine.parameters[name]

    def __setitem__(self, name: str, value: float) -> None:
        self._known(name)
        self._model._set({name: float(value)})

    def __delitem__(self, name: str) -> None:
        raise TypeError("parameters belong to the model: they can be set, not removed")

    def __iter__(self) -> Iterator[str]:
        return iter(self._model._engine.parameters)

    def __len__(self) -> int:
        return len(self._model._engine.parameters)

    def __repr__(self) -> str:
        return repr(self._model._engine.parameters)

    def _known(self, name: str) -> None:
        names = list(self._model._engine.parameters)
        if name not in names:
            raise UnknownName(f"the model has no parameter `{name}`{_core.did_you_mean(name, names)}")


class Model:
    """A mechanism: bodies, joints, forces, and what is to be done with them."""

    def __init__(self, engine: _core.Model, functions: Optional[dict[str, _core.Function]] = None) -> None:
        self._made = engine
        self._functions = functions or {}
        self._pending: dict[str, float] = {}
        self._given: dict[str, float] = {}

    @property
    def _engine(self) -> _core.Model:
        if self._pending:
            self._given.update(self._pending)
            self._pending = {}
            self._made = _core.read_text(self._made.text, self._made.file, self._given, list(self._functions.values()))
        return self._made

    def _set(self, values: dict[str, float]) -> None:
        self._pending.update(values)

    @property
    def parameters(self) -> Parameters:
        return Parameters(self)

    @property
    def title(self) -> str:
        return self._engine.title

    @property
    def file(self) -> str:
        return self._engine.file

    @property
    def units(self) -> dict[str, str]:
        """Units of the model by quantity: length, mass, time, angle, force."""
        return self._engine.units

    @property
    def outputs(self) -> list[str]:
        return self._engine.names["outputs"]

    def check(self) -> Check:
        """Degrees of freedom, redundant constraints, initial violations, masses; prints as `alembert check` does."""
        return Check(_core.check(self._engine))

    def modes(self, about: Optional[About] = None, count: Optional[int] = None, frame: Optional[str] = None) -> Modes:
        """Natural frequencies, damping and shapes about `initial`, `equilibrium`, or a time of the run."""
        settings = _given(about=about, modes=count, frame=frame)
        return Modes(_core.small_motions(self._engine, settings, False, _warn))

    def linearise(self, inputs: Optional[Names] = None, outputs: Optional[Names] = None, about: Optional[About] = None,
                  frame: Optional[str] = None) -> LinearModel:
        """Matrices A, B, C, D of small motions; inputs are variables, all of them unless given."""
        settings = _given(about=about, frame=frame, inputs=inputs, outputs=outputs)
        return LinearModel(_core.small_motions(self._engine, settings, True, _warn))

    linearize = linearise

    def verify(self, end: Optional[float] = None, method: Optional[Method] = None, tolerance: Optional[float] = None,
               step: Optional[float] = None) -> Verification:
        """How much the outputs change with more accuracy."""
        settings = _given(end=end, method=method, tolerance=tolerance, step=step)
        return Verification(_core.verify(self._engine, settings, _warn))

    def compare(self, methods: Optional[Sequence[Method]] = None, steps: Optional[Sequence[float]] = None,
                tolerances: Optional[Sequence[float]] = None, accuracy: Optional[float] = None,
                end: Optional[float] = None) -> Comparison:
        """Methods side by side: error, order, energy, drift, cost."""
        settings = _given(methods=methods, steps=steps, tolerances=tolerances, accuracy=accuracy, end=end)
        return Comparison(_core.compare(self._engine, settings))

    def __repr__(self) -> str:
        names = self._engine.names
        counts = [f"{len(names[group])} {group}" for group in ("bodies", "joints", "forces", "contacts") if names[group]]
        return f"<Model {self.title or self.file!r}: {', '.join(counts)}>"


def load(file: Union[str, "os.PathLike[str]"], *, functions: Optional[Given] = None, **parameters: float) -> Model:
    """Reads a model file. Keywords replace its parameters; `functions` are called by its expressions."""
    made = make_functions(functions)
    set_ = {name: float(value) for name, value in parameters.items()}
    model = Model(_core.load(os.fspath(file), set_, list(made.values())), made)
    model._given = set_
    return model
