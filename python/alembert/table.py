"""Small tables: rows of named values that print well, here and in a notebook."""
from __future__ import annotations

import html
from typing import Any, Iterator, Sequence

import numpy as np


def shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, (float, np.floating)):
        return f"{value:.6g}"
    if isinstance(value, (complex, np.complexfloating)):
        return f"{value:.6g}"
    return str(value)


class Table(Sequence["dict[str, Any]"]):
    """Rows as dictionaries; columns by name: table["frequency"]."""

    def __init__(self, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        self.columns = list(columns)
        self._rows = [list(row) for row in rows]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (dict(zip(self.columns, row)) for row in self._rows)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            if key not in self.columns:
                raise KeyError(key)
            return np.array([row[self.columns.index(key)] for row in self._rows])
        if isinstance(key, slice):
            return Table(self.columns, self._rows[key])
        return dict(zip(self.columns, self._rows[key]))

    def __repr__(self) -> str:
        cells = [self.columns] + [[shown(value) for value in row] for row in self._rows]
        widths = [max(len(row[k]) for row in cells) for k in range(len(self.columns))]
        return "\n".join("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip() for row in cells)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self.columns)
        body = "".join("<tr>" + "".join(f"<td>{html.escape(shown(value))}</td>" for value in row) + "</tr>"
                       for row in self._rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def to_pandas(self) -> Any:
        import pandas

        return pandas.DataFrame(self._rows, columns=self.columns)
