#!/usr/bin/python3
"""Writes the mesh of an angle bracket, two plates of equal thickness, as second-order tetrahedra (C3D10).

    bracket_mesh.py [FILE]      default: models/parts/bracket.inp

Plates of 80 x 60 x 6 mm in the x-y plane and of 60 x 6 x 70 mm in the y-z plane; every brick of a regular grid is cut into
six tetrahedra. Sets: FOOT, the far third of the lower plate's underside; HEAD, a patch at the upper end of the other. In mm,
tonnes and N.
"""
import itertools
import sys
from pathlib import Path

LENGTH, WIDTH, HEIGHT, THICK = 80.0, 60.0, 70.0, 6.0
CORNERS = list(itertools.product((0, 1), repeat=3))
# Six tetrahedra about the diagonal of a brick, all with positive volume.
PATHS = list(itertools.permutations(range(3)))


def bricks() -> list[tuple[tuple[float, float, float], tuple[float, float, float]]]:
    """Lowest and highest corner of every brick."""
    xs = [0.0, 3.0, 6.0] + [6.0 + (LENGTH - 6.0) / 9 * k for k in range(1, 10)]
    ys = [WIDTH / 6 * k for k in range(7)]
    zs = [0.0, 3.0, 6.0] + [6.0 + (HEIGHT - 6.0) / 8 * k for k in range(1, 9)]
    out = []
    for (x0, x1), (y0, y1), (z0, z1) in itertools.product(zip(xs, xs[1:]), zip(ys, ys[1:]), zip(zs, zs[1:])):
        if x1 <= THICK or z1 <= THICK:
            out.append(((x0, y0, z0), (x1, y1, z1)))
    return out


def main() -> None:
    """Writes the file."""
    nodes: dict[tuple[float, float, float], int] = {}

    def node(point: tuple[float, float, float]) -> int:
        return nodes.setdefault(tuple(round(c, 9) for c in point), len(nodes) + 1)

    elements = []
    for low, high in bricks():
        corner = {c: tuple((low, high)[c[k]][k] for k in range(3)) for c in CORNERS}
        for path in PATHS:
            chain = [(0, 0, 0)]
            for axis in path:
                chain.append(tuple(1 if k == axis else c for k, c in enumerate(chain[-1])))
            even = sum(path[i] > path[j] for i in range(3) for j in range(i + 1, 3)) % 2 == 0
            if not even:
                chain[1], chain[2] = chain[2], chain[1]
            points = [corner[c] for c in chain]
            middle = [tuple((p + q) / 2 for p, q in zip(points[a], points[b]))
                      for a, b in ((0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3))]
            elements.append([node(p) for p in points + middle])
    foot = [i for p, i in nodes.items() if p[2] == 0.0 and p[0] > LENGTH * 2 / 3]
    head = [i for p, i in nodes.items() if p[0] == 0.0 and p[2] > HEIGHT - 9.0]
    out = ["** An angle bracket, written by scripts/bracket_mesh.py", "*NODE"]
    out += [f"{i}, {p[0]:.9g}, {p[1]:.9g}, {p[2]:.9g}" for p, i in nodes.items()]
    out.append("*ELEMENT, TYPE=C3D10, ELSET=BRACKET")
    out += [f"{k}, " + ", ".join(map(str, e)) for k, e in enumerate(elements, start=1)]
    for name, members in (("FOOT", foot), ("HEAD", head)):
        out.append(f"*NSET, NSET={name}")
        out += [", ".join(map(str, members[k:k + 12])) for k in range(0, len(members), 12)]
    out += ["*MATERIAL, NAME=STEEL", "*ELASTIC", "210000, 0.3", "*DENSITY", "7.85e-9",
            "*SOLID SECTION, ELSET=BRACKET, MATERIAL=STEEL"]
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent / "models/parts/bracket.inp"
    target.write_text("\n".join(out) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
