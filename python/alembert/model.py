"""Models: loaded from a file, or built in code; asked for everything that the command line can be asked for."""
from __future__ import annotations

import os
import warnings
from typing import Any, Callable, Mapping, Optional, Sequence, Union

import numpy as np

from . import _core
from .analyses import Check, Comparison, LinearModel, Modes, StepLimit, Verification
from .elements import Parameters, Section, caller, depth
from .errors import IntegrationError, ModelError, RunWarning, UsageError
from .functions import Given, Gradient, make_function, make_functions
from .progress import Line, Progress, listener
from .run import Run
from .simulation import Simulation

Method = Union[str, Mapping[str, Any]]
About = Union[str, float]
Names = Union[str, Sequence[str]]
Inputs = Mapping[str, Union[float, str, "os.PathLike[str]"]]


def _warn(text: str) -> None:
    """Warns at the line of the program outside this package."""
    warnings.warn(text, RunWarning, stacklevel=depth())


def _explain(error: IntegrationError, run: Run) -> None:
    """When it failed, and which equation did."""
    if error.time is None:
        error.time = run.summary.get("end_time")
    if error.equation is None:
        error.equation = next((name for name in reversed(run.steps.worst) if name is not None), None)


def _given(**settings: Any) -> dict[str, Any]:
    """Those settings that are not None."""
    return {name: value for name, value in settings.items() if value is not None}


class Model:
    """A mechanism: bodies, joints, forces, and what is to be done with them.

    `al.load` reads one from a file; `al.Model("Pendulum")` is empty, to be filled with the words of the model file:

        model.gravity = [0, -9.81, 0]
        model.bodies["rod"] = {"mass": 2, "inertia": [1e-4, "L^2/6", "L^2/6"], "position": ["L/2", 0, 0]}
    """

    def __init__(self, title: str = "") -> None:
        self._made: Optional[_core.Model] = None  # None: what is said has changed
        self._builder: Optional[_core.Builder] = _core.Builder(title)  # None: nothing is said but what was read
        self._functions: dict[str, _core.Function] = {}
        self._given: dict[str, float] = {}  # parameters, in place of what is said
        self._pending: dict[str, float] = {}  # of these, not yet in `_made`
        self._known_parameters: dict[str, float] = {}  # when it was last whole
        self._source = ""  # file that it was read from

    @classmethod
    def _read(cls, engine: _core.Model, functions: dict[str, _core.Function], given: dict[str, float]) -> "Model":
        model = cls()
        model._made, model._builder, model._functions, model._given = engine, None, functions, given
        model._source = engine.file if engine.text else ""
        return model

    @property
    def _engine(self) -> _core.Model:
        if self._made is None:
            assert self._builder is not None
            self._made = self._builder.build(self._given, list(self._functions.values()))
            self._pending = {}
        elif self._pending:
            self._made = _core.with_parameters(self._made, self._pending)
            self._pending = {}
        return self._made

    def _set(self, values: dict[str, float]) -> None:
        self._given.update(values)
        self._pending.update(values)

    @property
    def _description(self) -> _core.Builder:
        if self._builder is None:
            self._builder = _core.Builder(self._engine)
        return self._builder

    def _names(self, section: str) -> list[str]:
        return self._description.names(section)

    def _said(self, section: str, name: str) -> Any:
        try:
            self._known_parameters = self._engine.parameters
        except ModelError:  # it is not yet whole, and may be looked at and mended all the same
            pass
        return self._description.get(section, name, self._known_parameters)

    def _found(self, section: str, name: str, key: str) -> Any:
        """What follows from other keys: the mass of a body from its shapes."""
        if section != "bodies":
            return None
        try:
            return _core.body(self._engine, name).get(key)
        except ModelError:
            return None

    def _define(self, section: str, name: str, value: Any) -> None:
        self._description.define(section, name, value, caller())
        if section == "parameters":
            self._given.pop(name, None)
        self._made = None

    def _change(self, section: str, name: str, key: str, value: Any) -> None:
        self._description.change(section, name, key, value, caller())
        self._made = None

    def _remove(self, section: str, name: str, key: str) -> None:
        self._description.remove(section, name, key)
        if section == "parameters":
            self._given.pop(name, None)
        self._made = None

    def set(self, key: str, value: Any) -> None:
        """A key of the model as a whole, as in its file: model.set("simulation", {"end": 2})."""
        self._description.set(key, value, caller())
        self._made = None

    @property
    def parameters(self) -> Parameters:
        return Parameters(self)

    @property
    def bodies(self) -> Section:
        return Section(self, "bodies")

    @property
    def joints(self) -> Section:
        return Section(self, "joints")

    @property
    def motions(self) -> Section:
        return Section(self, "motions")

    @property
    def constraints(self) -> Section:
        return Section(self, "constraints")

    @property
    def forces(self) -> Section:
        return Section(self, "forces")

    @property
    def contacts(self) -> Section:
        return Section(self, "contacts")

    @property
    def variables(self) -> Section:
        return Section(self, "variables")

    @property
    def states(self) -> Section:
        return Section(self, "states")

    @property
    def inputs(self) -> Section:
        return Section(self, "inputs")

    @property
    def sensors(self) -> Section:
        return Section(self, "sensors")

    @property
    def outputs(self) -> Section:
        return Section(self, "outputs")

    def section(self, name: str) -> Section:
        """Any section of the model file by name: splines, controllers, ..."""
        return Section(self, name)

    @property
    def title(self) -> str:
        return self._engine.title

    @title.setter
    def title(self, text: str) -> None:
        self.set("title", text)

    @property
    def file(self) -> str:
        """Where it was read; empty where it was built in code."""
        return self._source

    @property
    def gravity(self) -> Any:
        """In the model's units."""
        return np.array(self._engine.gravity)

    @gravity.setter
    def gravity(self, vector: Sequence[Any]) -> None:
        self.set("gravity", vector)

    def function(self, name: str, f: Callable[..., Any], gradient: Optional[Gradient] = None,
                 arguments: Optional[int] = None) -> None:
        """Makes a function known to the model's expressions.

        It is called with numbers, and with al.Dual where derivatives are asked for, which are exact then. `gradient`
        gives derivatives by all arguments instead. Where neither can be, they are differences, with a warning.
        """
        made = make_function(name, f, gradient, arguments)
        self._description  # what was read, before it is read anew
        self._functions[name] = made
        self._made = None

    def to_yaml(self, file: Union[str, "os.PathLike[str]", None] = None) -> str:
        """The model as the text of a model file that means the same, which is written to `file` if one is given."""
        text = _core.to_yaml(self._engine, os.fspath(file) if file is not None else "model.yaml")
        if file is not None:
            with open(file, "w", encoding="utf-8") as out:
                out.write(text)
        return text

    def copy(self) -> "Model":
        """Another one, to be changed on its own."""
        return Model._read(self._engine, dict(self._functions), dict(self._given))

    def start(self, tolerance: Optional[float] = None, method: Optional[Method] = None, step: Optional[float] = None,
              inputs: Optional[Inputs] = None) -> Simulation:
        """The model at its start, to be stepped from outside."""
        settings = _given(tolerance=tolerance, method=method, step=step, given=dict(inputs) if inputs else None)
        return Simulation(_core.Session(self._engine, settings), self._engine.names["outputs"])

    @property
    def units(self) -> dict[str, str]:
        """Units of the model by quantity: length, mass, time, angle, force."""
        return self._engine.units

    def _carry_out(self, kind: Optional[str], settings: dict[str, Any], progress: Progress = False) -> Run:
        line = Line()
        engine = self._engine
        if kind is None and engine.analysis in ("modes", "linearise", "step_limit") and not engine.analyses:
            raise UsageError(f"the model asks for {engine.analysis}: call model.{engine.analysis}(), or .dynamics()")
        outcome = _core.run(engine, kind, settings, _warn, listener(progress, line))
        line.clear()
        run = Run(outcome.data, engine) if outcome.data is not None else None
        try:
            outcome.check()
        except BaseException as error:
            error.run = run  # type: ignore[attr-defined]
            if isinstance(error, IntegrationError) and run is not None:
                _explain(error, run)
            raise
        assert run is not None
        if run.status == "interrupted":
            _warn(f"{run.message}; the run holds what there was until then")
        return run

    def run(self, end: Optional[float] = None, tolerance: Optional[float] = None, method: Optional[Method] = None,
            step: Optional[float] = None, output_step: Optional[float] = None, inputs: Optional[Inputs] = None,
            progress: Progress = False) -> Run:
        """Simulates: what the model's `simulation:` asks for, with other settings where given, in the model's units.

        `tolerance` is for a variable step, `step` for a fixed one. `progress`: True shows a line, a function is called
        with the time reached and the end. `inputs`: numbers, or names of CSV files, for inputs of the model. Ctrl-C
        ends the run in order: what there is is returned, with `status` interrupted; pressed twice it raises
        KeyboardInterrupt, too.
        """
        settings = _given(end=end, tolerance=tolerance, method=method, step=step, output_step=output_step,
                          given=dict(inputs) if inputs else None)
        return self._carry_out(None, settings, progress)

    def dynamics(self, end: Optional[float] = None, tolerance: Optional[float] = None, method: Optional[Method] = None,
                 step: Optional[float] = None, output_step: Optional[float] = None, inputs: Optional[Inputs] = None,
                 progress: Progress = False) -> Run:
        """The motion in time, whatever the model's `analysis` says."""
        settings = _given(end=end, tolerance=tolerance, method=method, step=step, output_step=output_step,
                          given=dict(inputs) if inputs else None)
        return self._carry_out("dynamics", settings, progress)

    def statics(self) -> Run:
        """The equilibrium: one row. What was found is in `summary`."""
        return self._carry_out("statics", {})

    def quasi_statics(self, end: Optional[float] = None, output_step: Optional[float] = None,
                      progress: Progress = False) -> Run:
        """Equilibria as time goes on."""
        return self._carry_out("quasi_statics", _given(end=end, output_step=output_step), progress)

    def kinematics(self, end: Optional[float] = None, output_step: Optional[float] = None,
                   progress: Progress = False) -> Run:
        """The motion of a mechanism that is driven in all its freedoms, and what drives it."""
        return self._carry_out("kinematics", _given(end=end, output_step=output_step), progress)

    def inverse_dynamics(self, actuators: Optional[Names] = None, end: Optional[float] = None,
                         output_step: Optional[float] = None, progress: Progress = False) -> Run:
        """The forces of actuators (variables) that bring about a prescribed motion."""
        settings = _given(actuators=actuators, end=end, output_step=output_step)
        return self._carry_out("inverse_dynamics", settings, progress)

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

    def step_limit(self, end: Optional[float] = None, tolerance: Optional[float] = None,
                   method: Optional[Method] = None, output_step: Optional[float] = None,
                   progress: Progress = False) -> StepLimit:
        """The largest stable step of conditionally stable methods along a run."""
        settings = _given(end=end, tolerance=tolerance, method=method, output_step=output_step)
        line = Line()
        found = _core.step_limit(self._engine, settings, _warn, listener(progress, line))
        line.clear()
        return StepLimit(found)

    def verify(self, end: Optional[float] = None, method: Optional[Method] = None, tolerance: Optional[float] = None,
               step: Optional[float] = None) -> Verification:
        """How much the outputs change with more accuracy."""
        settings = _given(end=end, method=method, tolerance=tolerance, step=step)
        return Verification(_core.verify(self._engine, settings, _warn))

    def compare(self, methods: Optional[Sequence[Method]] = None, steps: Optional[Sequence[float]] = None,
                tolerances: Optional[Sequence[float]] = None, accuracy: Optional[float] = None,
                end: Optional[float] = None) -> Comparison:
        """Methods side by side: error, order, energy, drift, cost."""
        settings = _given(methods=list(methods) if methods is not None else None, steps=steps, tolerances=tolerances,
                          accuracy=accuracy, end=end)
        return Comparison(_core.compare(self._engine, settings))

    def __repr__(self) -> str:
        names = self._engine.names
        counts = [f"{len(names[group])} {group}" for group in ("bodies", "joints", "forces", "contacts")
                  if names[group]]
        return f"<Model {self.title or self.file!r}: {', '.join(counts)}>"


def _numbers(parameters: Mapping[str, Any]) -> dict[str, float]:
    out = {}
    for name, value in parameters.items():
        try:
            out[name] = float(value)
        except (TypeError, ValueError):
            raise UsageError(f"parameter {name}={value!r}: must be a number") from None
    return out


def load(file: Union[str, "os.PathLike[str]"], *, functions: Optional[Given] = None, **parameters: float) -> Model:
    """Reads a model file. Keywords replace its parameters; `functions` are called by its expressions."""
    made = make_functions(functions)
    given = _numbers(parameters)
    return Model._read(_core.load(os.fspath(file), given, list(made.values())), made, given)


def loads(text: str, *, name: str = "model.yaml", functions: Optional[Given] = None, **parameters: float) -> Model:
    """The same of a text. `name` stands for the file in messages; files that it names are looked for beside that."""
    made = make_functions(functions)
    given = _numbers(parameters)
    return Model._read(_core.read_text(text, name, given, list(made.values())), made, given)
