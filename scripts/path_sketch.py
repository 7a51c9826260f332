#!/usr/bin/python3
"""Draws docs/pictures/path.svg: a path round three circles, with what its functions in expressions mean.

    path_sketch.py [FILE]
"""
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.dont_write_bytecode = True
from sketches.canvas import FAINT, FREE, INK, TONES, Canvas  # noqa: E402

CIRCLES = [(80, 105, 45, 1, "1"), (330, 105, 62, 1, "2"), (200, 52, 26, -1, "3, side: right")]  # y up, side +1: left
LINKS, HEIGHT = 30, 230


def pieces():
    """Arcs and lines as lists of points, close together."""
    n, runs = len(CIRCLES), []
    for (x, y, r, s, _), (X, Y, R, S, _) in zip(CIRCLES, CIRCLES[1:] + CIRCLES[:1]):
        runs.append(math.atan2(Y - y, X - x) - math.asin((S * R - s * r) / math.hypot(X - x, Y - y)))
    out = []
    for k, (x, y, r, s, _) in enumerate(CIRCLES):
        wrap = (s * (runs[k] - runs[k - 1])) % (2 * math.pi)
        for u in range(200):
            a = runs[k - 1] + s * wrap * u / 199
            out.append((x + s * r * math.sin(a), y - s * r * math.cos(a)))
        X, Y, R, S, _ = CIRCLES[(k + 1) % n]
        a = runs[k]
        end = (X + S * R * math.sin(a), Y - S * R * math.cos(a))
        begin = out[-1]
        out += [(begin[0] + (end[0] - begin[0]) * u / 400, begin[1] + (end[1] - begin[1]) * u / 400)
                for u in range(1, 400)]
    return out


def hinges(points):
    """Points of equal length along the path: near enough to equal chords for a picture."""
    lengths = [0.0]
    for p, q in zip(points, points[1:] + points[:1]):
        lengths.append(lengths[-1] + math.dist(p, q))
    out = []
    for i in range(LINKS):
        wanted = lengths[-1] * i / LINKS
        out.append(points[max(k for k in range(len(points)) if lengths[k] <= wanted + 1e-9)])
    return out


def main() -> int:
    canvas = Canvas(width=420, height=HEIGHT)

    def at(p):
        return p[0], HEIGHT - 30 - p[1]
    for x, y, r, _, label in CIRCLES:
        canvas.circle(at((x, y)), r, fill=TONES["i"][1], stroke=TONES["i"][3])
        canvas.dot2(at((x, y)), 2.4)
        canvas.text(at((x, y - 18)), label, INK, 12)
    h = hinges(pieces())
    canvas.path([at(p) for p in h], stroke=TONES["j"][3], width=2.2, closed=True)
    for p in h:
        canvas.circle(at(p), 2.6, fill="#ffffff", stroke=TONES["j"][3], width=1.2)
    canvas.circle(at(h[0]), 4.0, fill=FREE, stroke="#ffffff", width=1.0)
    canvas.text(at((h[0][0] - 22, h[0][1] + 14)), "hinge 1", FREE, 12, italic=False)
    link = 9
    centre = ((h[link][0] + h[link + 1][0]) / 2, (h[link][1] + h[link + 1][1]) / 2)
    canvas.dot2(at(centre), 3.0)
    canvas.text(at((centre[0], centre[1] - 22)), "link i", INK, 12)
    canvas.arrow2(at((centre[0], centre[1] - 9)), at((centre[0] + 46, centre[1] - 9 - 3)), FAINT, 1.6)
    Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent / "docs/pictures/path.svg").write_text(
        canvas.svg("path"), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
