"""Pictures by matplotlib, if it is installed."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Sequence

from .columns import Column, find_column

if TYPE_CHECKING:
    from .run import Run


def _label(column: Column) -> str:
    name = column.name if column.values.ndim == 1 else f"|{column.name}|"
    return f"{name} [{column.unit}]" if column.unit not in ("", "1") else name


def plot(run: "Run", names: Sequence[str], x: Optional[str], ax: Any) -> Any:
    import matplotlib.pyplot as plt

    columns = [find_column(run._data, name) for name in names]
    across = find_column(run._data, x) if x else Column("time", run.time, "s")
    if ax is None:
        _, ax = plt.subplots(figsize=(7, 3.5), constrained_layout=True)
    for column in columns:
        ax.plot(across.magnitude, column.magnitude, label=_label(column))
    ax.set_xlabel(_label(across))
    if len(columns) == 1:
        ax.set_ylabel(_label(columns[0]))
    else:
        ax.legend()
    ax.grid(True, alpha=0.3)
    ax.set_title(run.title)
    return ax
