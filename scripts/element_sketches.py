#!/usr/bin/python3
"""Draws docs/elements/sketches/NAME.svg, one picture for each element; the drawings are in scripts/sketches/.

    element_sketches.py [FOLDER]

A new element is one function of its name in sketches/joints.py, couplings.py or forces.py. Only the standard library is
used. scripts/element_pages.py --check says which pictures are missing or not what these functions draw.
"""
import inspect
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.dont_write_bytecode = True
from sketches import couplings, forces, joints  # noqa: E402


def sketches() -> dict[str, str]:
    """The text of every picture, by the name of its element."""
    out = {}
    for module in (joints, couplings, forces):
        for name, draw in inspect.getmembers(module, inspect.isfunction):
            if draw.__module__ == module.__name__ and not name.startswith("_"):
                out[name] = draw().svg(name)
    return out


def main() -> int:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent / "docs/elements/sketches")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in sketches().items():
        (folder / f"{name}.svg").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
