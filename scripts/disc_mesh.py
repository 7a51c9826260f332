#!/usr/bin/python3
"""Writes the mesh of a thin disc with a hole, of second-order bricks (C3D20R).

    disc_mesh.py [FILE]      default: models/parts/disc.inp

Radii of 45 and 150 mm, 4 mm thick, about z. Sets: BORE, the nodes of the hole; RIM, some nodes of the rim about the x axis. In mm,
tonnes and N.
"""
import math
import sys
from pathlib import Path

INNER, OUTER, THICK = 45.0, 150.0, 4.0
ALONG, ROUND = 5, 24  # bricks along the radius and round


def main() -> None:
    """Writes the file."""
    nodes: dict[tuple[int, int, int], int] = {}

    def node(i: int, j: int, k: int) -> int:  # in half steps along the radius, round and across
        return nodes.setdefault((i, j % (2 * ROUND), k), len(nodes) + 1)

    elements = []
    for i in range(0, 2 * ALONG, 2):
        for j in range(0, 2 * ROUND, 2):
            low = [(i, j), (i + 2, j), (i + 2, j + 2), (i, j + 2)]
            between = [(i + 1, j), (i + 2, j + 1), (i + 1, j + 2), (i, j + 1)]
            ring = [(p, 0) for p in low] + [(p, 2) for p in low]
            ring += [(p, 0) for p in between] + [(p, 2) for p in between] + [(p, 1) for p in low]
            elements.append([node(p[0], p[1], k) for p, k in ring])
    lines = ["** A disc with a hole, written by scripts/disc_mesh.py", "*NODE"]
    for (i, j, k), number in nodes.items():
        r, angle = INNER + (OUTER - INNER) * i / (2 * ALONG), math.pi * j / ROUND
        lines.append(f"{number}, {r * math.cos(angle):.9g}, {r * math.sin(angle):.9g}, {(k - 1) * THICK / 2:.9g}")
    lines.append("*ELEMENT, TYPE=C3D20R, ELSET=DISC")
    for number, element in enumerate(elements, start=1):
        lines.append(f"{number}, " + ", ".join(map(str, element[:10])) + ",")
        lines.append(", ".join(map(str, element[10:])))
    bore = [number for (i, _, _), number in nodes.items() if i == 0]
    rim = [number for (i, j, _), number in nodes.items() if i == 2 * ALONG and j in (0, 1, 2 * ROUND - 1)]
    lines.append("*NSET, NSET=BORE")
    lines += [", ".join(map(str, bore[k:k + 12])) for k in range(0, len(bore), 12)]
    lines += ["*NSET, NSET=RIM", ", ".join(map(str, rim)), "*MATERIAL, NAME=STEEL", "*ELASTIC", "210000, 0.3", "*DENSITY", "7.85e-9",
              "*SOLID SECTION, ELSET=DISC, MATERIAL=STEEL"]
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent / "models/parts/disc.inp"
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
