"""What Jupyter shows: pages inside the notebook, without a server."""
from __future__ import annotations

import html


def frame(page: str, height: int) -> str:
    """A page inside another one."""
    return (f'<iframe srcdoc="{html.escape(page)}" width="100%" height="{height}" '
            'style="border: 1px solid #8884; border-radius: 4px"></iframe>')


def picture_only(page: str) -> str:
    """A report page that shows nothing but the 3-D picture and its controls."""
    return page.replace("<body>", '<body class="picture-only">', 1)


class Page:
    """A page that shows itself in Jupyter; str() is its HTML."""

    def __init__(self, page: str, height: int) -> None:
        self._page, self._height = page, height

    def _repr_html_(self) -> str:
        return frame(self._page, self._height)

    def __str__(self) -> str:
        return self._page

    def __repr__(self) -> str:
        return f"<page of {len(self._page) / 1e6:.2f} MB>"
