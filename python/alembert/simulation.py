"""A model that is stepped from outside: control loops, learning, co-simulation."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, Optional

import numpy as np
import numpy.typing as npt

from . import _core
from .errors import UnknownName
from .run import Event

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Pose:
    """Of a body's frame, SI units, ground axes; quaternions w first."""

    position: Floats
    quaternion: Floats
    velocity: Floats
    angular_velocity: Floats


class Simulation:
    """Goes on when told to. Times, inputs and outputs are in the model's units."""

    def __init__(self, session: _core.Session, outputs: list[str]) -> None:
        self._session, self._outputs = session, outputs

    @property
    def time(self) -> float:
        return self._session.time

    def step(self, duration: float, inputs: Optional[Mapping[str, float]] = None) -> bool:
        """Integrates over an interval, with these inputs held; False: a sensor has stopped the motion on the way."""
        return self._session.advance(duration, dict(inputs or {}))

    def step_to(self, time: float, inputs: Optional[Mapping[str, float]] = None) -> bool:
        """The same up to a time."""
        for name, value in (inputs or {}).items():
            self._session.set_input(name, value)
        return self._session.advance_to(time)

    def __getitem__(self, name: str) -> float:
        """An output at this moment."""
        if name not in self._outputs:
            raise UnknownName(f"the model has no output `{name}`{_core.did_you_mean(name, self._outputs)}")
        return self._session.output(name)

    @property
    def outputs(self) -> Floats:
        """All of them, in their order."""
        return self._session.outputs

    def value(self, expression: str) -> float:
        """Of any expression, as under `outputs:` of a model file."""
        return self._session.value(expression)

    def body(self, name: str) -> Pose:
        return Pose(**self._session.pose(name))

    def input(self, name: str) -> float:
        return self._session.input(name)

    def state(self) -> _core.SessionState:
        """All that it goes on with; can be pickled."""
        return self._session.state()

    def restore(self, state: _core.SessionState) -> None:
        """Goes back, or on, to where `state` was taken, and continues from there as it did then."""
        self._session.restore(state)

    def reset(self) -> None:
        """To the start, with the inputs of the model."""
        self._session.reset()

    @property
    def stopped_by(self) -> str:
        """The sensor that has stopped the motion; empty: none has."""
        return self._session.stopped_by

    @property
    def events(self) -> list[Event]:
        return [Event(*each) for each in self._session.events]

    @property
    def warnings(self) -> list[str]:
        return self._session.warnings

    def __repr__(self) -> str:
        return f"<Simulation at t = {self.time:g}>"
