"""What analyses other than runs give."""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from .table import Table

Floats = npt.NDArray[np.float64]
Complexes = npt.NDArray[np.complex128]


@dataclass(frozen=True)
class DependentSet:
    """Constraint equations that depend on each other: `redundant` of them could be left out."""

    equations: list[str]
    redundant: int
    always: bool  # False: only in this position
    consistent: bool  # False: they contradict each other


class Check:
    """What `alembert check` tells; prints as it does."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.text: str = found["text"]
        self.problem: str = found["problem"]  # why the mechanism cannot be put together; empty when it can
        self.degrees_of_freedom: int = found["degrees_of_freedom"]
        self.rank: int = found["rank"]  # of the constraint equations
        self.warnings: list[str] = found["warnings"]
        # Of what the model says, before it is put together.
        self.position_violation: float = found["position_violation"]
        self.velocity_violation: float = found["velocity_violation"]
        self.dependent_sets = [DependentSet(**each) for each in found["dependent_sets"]]

    @property
    def redundant(self) -> int:
        """How many constraint equations could be left out."""
        return sum(each.redundant for each in self.dependent_sets)

    def __bool__(self) -> bool:
        return not self.problem

    def __str__(self) -> str:
        return self.text + (f"\n{self.problem}" if self.problem else "")

    __repr__ = __str__


class Modes:
    """Ways in which a mechanism vibrates, grows or dies down by itself, by rising frequency."""

    def __init__(self, found: _core.SmallMotions) -> None:
        self._found = found
        self._modes = found.modes
        self.about: str = found.about
        self.warnings: list[str] = found.warnings

    def __len__(self) -> int:
        return len(self._modes)

    def _column(self, name: str) -> Any:
        return np.array([mode[name] for mode in self._modes])

    @cached_property
    def eigenvalue(self) -> Complexes:
        """1/s; of a conjugate pair the one above the real axis."""
        return np.asarray(self._column("eigenvalue"), dtype=np.complex128)

    @cached_property
    def frequency(self) -> Floats:
        """Natural frequencies, Hz: as if nothing were damped."""
        return np.asarray(self._column("frequency"), dtype=np.float64)

    @cached_property
    def damped_frequency(self) -> Floats:
        """Hz; 0 where it does not oscillate."""
        return np.asarray(self._column("damped_frequency"), dtype=np.float64)

    @cached_property
    def damping_ratio(self) -> Floats:
        return np.asarray(self._column("damping_ratio"), dtype=np.float64)

    @property
    def carried_by(self) -> list[str]:
        """What carries each mode, in words."""
        return [mode["carried_by"] for mode in self._modes]

    def shares(self, mode: int) -> dict[str, dict[str, float]]:
        """Shares of a mode's energies, and of what dampers take: {"kinetic": {"car": 0.9, ...}, ...}."""
        shares: dict[str, dict[str, float]] = self._modes[mode]["shares"]
        return shares

    def shape(self, body: str) -> Complexes:
        """(modes, 6): displacement of a body's frame origin and its rotation, ground axes."""
        return self._found.shapes(body)

    @property
    def table(self) -> Table:
        columns = ["frequency", "damped_frequency", "damping_ratio", "eigenvalue", "carried_by"]
        return Table(columns, [[mode[name] for name in columns] for mode in self._modes])

    def _repr_html_(self) -> str:
        return self.table._repr_html_()

    def __str__(self) -> str:
        return self._found.text

    __repr__ = __str__


class LinearModel:
    """x' = A x + B w, y = C x + D w: small motions about a state, in the model's units."""

    def __init__(self, found: _core.SmallMotions) -> None:
        self._found = found
        self.about: str = found.about
        self.warnings: list[str] = found.warnings
        self.A: Floats = found.A
        self.B: Floats = found.B
        self.C: Floats = found.C
        self.D: Floats = found.D
        self.states: list[str] = found.states
        self.inputs: list[str] = found.inputs
        self.outputs: list[str] = found.outputs
        self.at_rest: bool = found.at_rest
        self.steady: bool = found.steady  # the model stays the same as the motion goes on

    @property
    def modes(self) -> Modes:
        return Modes(self._found)

    def __str__(self) -> str:
        return self._found.linear_text

    __repr__ = __str__


class StepLimit:
    """The largest frequency along a run, and the steps that conditionally stable methods can take there."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.text: str = found["text"]
        self.time: Floats = np.array(found["time"])  # s
        self.omega: Floats = np.array(found["omega"])  # rad/s
        self.largest: float = found["largest"]
        self.at: float = found["at"]  # s, when it is largest
        self.carried_by: str = found["carried_by"]
        self.steps = {name: product / self.largest if self.largest > 0 else float("inf")
                      for name, product in found["products"].items()}  # s, by method

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


@dataclass(frozen=True)
class Verified:
    """A number of the more accurate run, and what the run as it is differs from it by."""

    value: float
    change: float


@dataclass(frozen=True)
class OutputCheck:
    final: Verified
    peak: Verified
    peak_time: Verified
    rms: Verified
    worst: float  # relative to the peak


class Verification:
    """How much the outputs depend on the accuracy asked for."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.text: str = found["text"]
        self.verdict: str = found["verdict"]
        self.method: str = found["method"]
        self.fixed_step: bool = found["fixed_step"]
        self.settings: tuple[float, float] = found["settings"]  # tolerances, or steps; coarse, fine
        self.steps: tuple[int, int] = found["steps"]
        self.outputs = {name: OutputCheck(**{key: Verified(**value) if isinstance(value, dict) else value
                                             for key, value in each.items()})
                        for name, each in found["outputs"].items()}

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


class Comparison:
    """Methods side by side."""

    def __init__(self, found: _core.CompareResult) -> None:
        self._found = found
        self.fixed_step: bool = found.fixed_step  # settings are steps; else tolerances
        self.interrupted: bool = found.interrupted

    @property
    def table(self) -> Table:
        """A row for each method and setting: errors at the end, of the energy, and what it cost."""
        rows = self._found.rows
        columns = list(rows[0]) if rows else []
        return Table(columns, [[row[name] for name in columns] for row in rows])

    @property
    def orders(self) -> dict[str, dict[str, "float | None"]]:
        """Observed orders by method and quantity; None where there is none."""
        return self._found.orders

    @property
    def recommendation(self) -> str:
        return self._found.recommendation

    def save(self, folder: str) -> None:
        self._found.save(str(folder))

    def _repr_html_(self) -> str:
        return self.table._repr_html_()

    def __str__(self) -> str:
        return self._found.text

    __repr__ = __str__
