"""Columns of a run by name, as the command line names them: an output, BODY.velocity.x, JOINT.force, energy.total."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from . import _core
from .errors import UnknownName, UsageError

Floats = npt.NDArray[np.float64]
COMPONENTS = {3: ("x", "y", "z"), 4: ("w", "x", "y", "z")}
NO_OWNERS = ("energy", "outputs")


@dataclass(frozen=True)
class Column:
    name: str
    values: Floats  # (times), or (times, width)
    unit: str

    @property
    def magnitude(self) -> Floats:
        """The values themselves, or the length of vectors."""
        return self.values if self.values.ndim == 1 else np.linalg.norm(self.values, axis=1)

    def components(self) -> Iterator[tuple[str, Floats]]:
        if self.values.ndim == 1:
            yield self.name, self.values
            return
        for k, letter in enumerate(COMPONENTS[self.values.shape[1]]):
            yield f"{self.name}.{letter}", self.values[:, k]


def _owned(data: _core.RunData) -> Iterator[tuple[str, list[str]]]:
    for group in _core.groups:
        if group not in NO_OWNERS:
            yield group, data.names(group)


def column_names(data: _core.RunData) -> list[str]:
    out = list(data.names("outputs"))
    out += [f"energy.{name}" for name in data.channels("energy")]
    for group, owners in _owned(data):
        out += [f"{owner}.{channel}" for owner in owners for channel in data.channels(group)]
    return out


def _output(data: _core.RunData, name: str) -> Column:
    place = data.names("outputs").index(name)
    units = data.output_units
    return Column(name, data.channel("outputs", "values")[:, place], units[place] if units else "")


def _matches(data: _core.RunData, name: str) -> list[Column]:
    """What OWNER.CHANNEL or GROUP/OWNER.CHANNEL can mean."""
    asked, _, rest = name.rpartition("/")
    owner, _, channel = rest.rpartition(".")
    out = []
    if owner == "energy" and channel in data.channels("energy"):
        out.append(Column(name, data.channel("energy", channel), "J"))
    for group, owners in _owned(data):
        channels = data.channels(group)
        if owner in owners and channel in channels and asked in ("", group):
            values = data.channel_of(group, channel, owners.index(owner))
            out.append(Column(name, values, channels[channel]))
    return out


def find_column(data: _core.RunData, name: str) -> Column:
    if name in data.names("outputs"):
        return _output(data, name)
    whole, _, letter = name.rpartition(".")
    found = _matches(data, name)
    if not found and letter in ("w", "x", "y", "z"):
        for column in _matches(data, whole):
            for component, values in column.components():
                if component == f"{whole}.{letter}":
                    found.append(Column(name, values, column.unit))
    if not found:
        raise UnknownName(f"the run has no `{name}`{_core.did_you_mean(name, column_names(data))}")
    if len(found) > 1:
        groups = [group for group, owners in _owned(data) if whole.rpartition(".")[0] in owners or whole in owners]
        raise UsageError(f"`{name}` is in several groups: write {' or '.join(f'{group}/{name}' for group in groups)}")
    return found[0]


def frame(data: _core.RunData, names: Sequence[str]) -> Any:
    import pandas

    columns: dict[str, Floats] = {}
    for name in names:
        columns.update(find_column(data, name).components())
    return pandas.DataFrame(columns, index=pandas.Index(data.array("/time"), name="time"))
