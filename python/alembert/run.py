"""Runs: numbers of a simulation as read-only numpy arrays, without copies."""
from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Iterator, Mapping, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _core
from .errors import UnknownName
from .notebook import Page, frame, picture_only

Array = npt.NDArray[Any]
Floats = npt.NDArray[np.float64]
open_file = open  # of Python; `open` below reads results
Path = Union[str, "os.PathLike[str]"]

COMPONENTS = {1: (), 3: ("x", "y", "z"), 4: ("w", "x", "y", "z")}
OUTCOMES = ("accepted", "error_test", "newton_diverged", "newton_iterations", "singular", "not_finite",
            "passed_through")


class Item:
    """What was recorded of one body, joint, force, ...: its channels are attributes, (times, width) or (times)."""

    def __init__(self, data: _core.RunData, group: str, name: str, place: int) -> None:
        self._data, self._group, self._place = data, group, place
        self.name = name

    @property
    def channels(self) -> list[str]:
        return list(self._data.channels(self._group))

    @property
    def unique(self) -> bool:
        """Of a joint: False where its reaction is one choice of many, that of minimum norm."""
        if self._group != "joints":
            raise AttributeError(f"unique is known of joints alone, not of {self._group}")
        unique = self._data.array("/joints/unique")
        return unique is None or bool(unique[self._place])

    def unit(self, channel: str) -> str:
        return self._data.channels(self._group)[self._known(channel)]

    def __getattr__(self, channel: str) -> Floats:
        if channel.startswith("_"):
            raise AttributeError(channel)
        if channel not in self.channels:
            known = self.channels + (["unique"] if self._group == "joints" else [])
            raise AttributeError(f"{self._group} have no `{channel}`{_core.did_you_mean(channel, known)}")
        return self._data.channel_of(self._group, channel, self._place)

    def _known(self, channel: str) -> str:
        if channel not in self.channels:
            raise UnknownName(f"{self._group} have no `{channel}`{_core.did_you_mean(channel, self.channels)}")
        return channel

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.channels})

    def __repr__(self) -> str:
        return f"<{self._group}/{self.name}: {', '.join(self.channels)}>"


class Items(Mapping[str, Item]):
    """All of a group by name."""

    def __init__(self, data: _core.RunData, group: str, one: str) -> None:
        self._data, self._group, self._one = data, group, one
        self._names = data.names(group)

    def __getitem__(self, name: str) -> Item:
        if name not in self._names:
            nearest = _core.did_you_mean(name, self._names)
            raise UnknownName(f"the run has no {self._one} `{name}`{nearest}")
        return Item(self._data, self._group, name, self._names.index(name))

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<{self._group}: {', '.join(self._names)}>"


class Energy:
    """Energies over time, J: kinetic, potential, total; work_in, dissipated, numerical since the start."""

    def __init__(self, data: _core.RunData) -> None:
        self._data = data

    @property
    def channels(self) -> list[str]:
        return list(self._data.channels("energy"))

    def __getattr__(self, channel: str) -> Floats:
        if channel.startswith("_"):
            raise AttributeError(channel)
        if channel not in self.channels:
            raise AttributeError(f"there is no energy `{channel}`{_core.did_you_mean(channel, self.channels)}")
        return self._data.channel("energy", channel)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.channels})

    def __repr__(self) -> str:
        return f"<energy: {', '.join(self.channels)}>"


class Steps:
    """Attempted steps of the integration: time, h (s), error_ratio, newton_iterations, outcome, worst_row, ..."""

    def __init__(self, data: _core.RunData) -> None:
        self._data = data

    @property
    def channels(self) -> list[str]:
        return [path[len("/steps/"):] for path in self._data.paths if path.startswith("/steps/")]

    @property
    def outcome_names(self) -> Sequence[str]:
        """What the numbers of `outcome` mean."""
        return OUTCOMES

    @property
    def worst(self) -> list[Optional[str]]:
        """The unknown or contact that dominated each step, by name."""
        names = self._data.row_names
        return [names[row] if row >= 0 else None for row in self.worst_row]

    def __len__(self) -> int:
        time = self._data.array("/steps/time")
        return 0 if time is None else len(time)

    def __getattr__(self, channel: str) -> Array:
        array = None if channel.startswith("_") else self._data.array(f"/steps/{channel}")
        if array is None:
            raise AttributeError(f"steps have no `{channel}`{_core.did_you_mean(channel, self.channels)}")
        return array

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.channels})

    def __repr__(self) -> str:
        return f"<{len(self)} steps: {', '.join(self.channels)}>"


@dataclass(frozen=True)
class Event:
    """What a sensor did."""

    time: float  # s
    sensor: str  # empty: an analysis of a list began
    action: str


class Run:
    """The results of a run or another analysis, as results.h5 holds them: SI units, but for outputs."""

    def __init__(self, data: _core.RunData, model: Optional[_core.Model] = None) -> None:
        self._data = data
        self._model = model  # it was made from; None: it was read from a folder

    # What it is.
    @property
    def status(self) -> str:
        """done, failed or interrupted."""
        return self._data.status

    @property
    def message(self) -> str:
        return self._data.message

    @property
    def analysis(self) -> str:
        return self._data.analysis

    @property
    def title(self) -> str:
        return self._data.title

    @property
    def complete(self) -> bool:
        return self.status == "done"

    @cached_property
    def summary(self) -> dict[str, Any]:
        """What summary.json holds: how it went, what it cost, balances, warnings."""
        text = self._data.summary_text
        summary: dict[str, Any] = json.loads(text) if text else {}
        return summary

    # Numbers.
    @cached_property
    def time(self) -> Floats:
        """Output times, s."""
        return self._array("/time")

    @cached_property
    def outputs(self) -> Floats:
        """(times, outputs), in the model's units."""
        return self._data.channel("outputs", "values")

    @property
    def output_names(self) -> list[str]:
        return self._data.names("outputs")

    @cached_property
    def bodies(self) -> Items:
        return Items(self._data, "bodies", "body")

    @cached_property
    def joints(self) -> Items:
        return Items(self._data, "joints", "joint")

    @cached_property
    def forces(self) -> Items:
        return Items(self._data, "forces", "force")

    @cached_property
    def contacts(self) -> Items:
        return Items(self._data, "contacts", "contact")

    @cached_property
    def motions(self) -> Items:
        return Items(self._data, "motions", "motion")

    @cached_property
    def constraints(self) -> Items:
        return Items(self._data, "constraints", "constraint")

    @cached_property
    def variables(self) -> Items:
        return Items(self._data, "variables", "variable")

    @cached_property
    def states(self) -> Items:
        return Items(self._data, "states", "state")

    @cached_property
    def sensors(self) -> Items:
        return Items(self._data, "sensors", "sensor")

    def body(self, name: str) -> Item:
        """position, quaternion (w first), velocity, angular_velocity, acceleration, ...; ground axes."""
        return self.bodies[name]

    def joint(self, name: str) -> Item:
        """force, torque on the body of the first marker, at that marker, ground axes; angle, displacement; unique."""
        return self.joints[name]

    def force(self, name: str) -> Item:
        """force, torque, as for joints."""
        return self.forces[name]

    def contact(self, name: str) -> Item:
        """force, torque, normal_force, penetration, touching."""
        return self.contacts[name]

    @cached_property
    def energy(self) -> Energy:
        return Energy(self._data)

    @cached_property
    def steps(self) -> Steps:
        return Steps(self._data)

    @cached_property
    def events(self) -> list[Event]:
        times = self._data.array("/events/time")
        if times is None:
            return []
        texts = self._data.texts
        return [Event(*each) for each in zip(times.tolist(), texts["/events/sensor"], texts["/events/action"])]

    @cached_property
    def analyses(self) -> dict[str, "Run"]:
        """Of a list of analyses: those that have results of their own, by name, as 1_statics."""
        if self._data.analyses or not self._data.file:
            return {name: Run(data, self._model) for name, data in self._data.analyses.items()}
        folder = os.path.dirname(self._data.file)
        names = self._data.texts.get("/analyses/names", [])
        return {name: open(os.path.join(folder, name)) for name in names
                if os.path.exists(os.path.join(folder, name, "results.h5"))}

    @property
    def paths(self) -> list[str]:
        """Of all arrays, as in results.h5; run["/steps/h"] is one."""
        return self._data.paths

    def _array(self, path: str) -> Array:
        array = self._data.array(path)
        if array is None:
            raise UnknownName(f"the run has no array `{path}`{_core.did_you_mean(path, self.paths)}")
        return array

    def __getitem__(self, name: str) -> Array:
        """An output; "rod.position.x", "wrist.force", "energy.total"; or an array by its path in results.h5."""
        from .columns import find_column

        return self._array(name) if name.startswith("/") else find_column(self._data, name).values

    def __contains__(self, name: object) -> bool:
        try:
            self[str(name)]
        except KeyError:
            return False
        return True

    def keys(self) -> list[str]:
        """Names that run[name] takes: outputs, then those with a dot."""
        from .columns import column_names

        return column_names(self._data)

    # What is made of it.
    def to_pandas(self, *names: str) -> Any:
        """A DataFrame over time (s): these columns, or all outputs; vectors become one column a component."""
        from .columns import frame

        return frame(self._data, names or tuple(self.output_names))

    def plot(self, *names: str, x: Optional[str] = None, ax: Any = None) -> Any:
        """Draws columns, or all outputs, over time with matplotlib; of vectors the magnitude. Gives the axes."""
        from .plots import plot

        return plot(self, names or tuple(self.output_names), x, ax)

    def save(self, folder: Path) -> None:
        """Writes the results folder that `alembert run` would have written; `al.open` reads it."""
        _core.save(self._data, os.fspath(folder), self._model)

    def report(self, file: Path) -> None:
        """Writes the report page: animation, plots, what the analysis found, in one HTML file."""
        if self._model is None or not self._data.has_unsaved_parts:
            _core.report(self._data, os.fspath(file))
            return
        with tempfile.TemporaryDirectory() as folder:  # parts that deform are read from files
            self.save(folder)
            _core.report(_core.open(folder), os.fspath(file))

    @cached_property
    def _page(self) -> str:
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "report.html")
            self.report(file)
            with open_file(file, encoding="utf-8") as page:
                return page.read()

    def view(self, height: int = 480) -> Page:
        """The 3-D picture alone, for Jupyter."""
        return Page(picture_only(self._page), height)

    def _repr_html_(self) -> str:
        return frame(self._page, 640)

    def __len__(self) -> int:
        return len(self.time)

    def __repr__(self) -> str:
        counts = [f"{len(self._data.names(group))} {group}" for group in ("bodies", "joints", "forces", "contacts")
                  if self._data.names(group)]
        end = f"up to t = {self.time[-1]:g} s" if len(self) else "empty"
        said = "" if self.complete else f", {self.status}{': ' + self.message if self.message else ''}"
        return f"<Run {self.title!r}: {self.analysis}, {len(self)} times {end}, {', '.join(counts)}{said}>"


def open(folder: Path) -> Run:
    """The run that a results folder holds."""
    return Run(_core.open(os.fspath(folder)))
