"""Drawing helpers for the sketches of the elements: a small SVG canvas with an axonometric view.

World axes: x to the lower left, y to the right, z up. Shapes are painted in the order of the calls, the farthest first.
Colours: the body of marker i is grey, that of marker j blue; what is free to move is orange, forces are red.
"""
import math

INK, FREE, FORCE, FAINT = "#2b2f36", "#d9690b", "#c22f2f", "#8a919c"
TONES = {  # top, front left, front right, edge
    "i": ("#eceef1", "#d7dbe0", "#c3c9d0", "#7b8490"),
    "j": ("#dcebfb", "#bcd8f4", "#9fc5eb", "#3d75b1"),
    "metal": ("#fbfbfb", "#e9e9e6", "#d6d6d1", "#6b6b66"),
    "dark": ("#8d939c", "#737a84", "#5f666f", "#3c424a"),
}
AZIMUTH, ELEVATION = math.radians(35), math.radians(25)


def add(a, b, factor=1.0):
    return tuple(p + factor * q for p, q in zip(a, b))


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    size = math.sqrt(dot(a, a))
    return tuple(p / size for p in a)


def across(n):
    """Two unit vectors square to n and to each other."""
    n = unit(n)
    u = unit(cross(n, (0, 0, 1) if abs(n[2]) < 0.9 else (0, 1, 0)))
    return u, cross(n, u)


TO_VIEWER = (math.cos(ELEVATION) * math.cos(AZIMUTH), math.cos(ELEVATION) * math.sin(AZIMUTH), math.sin(ELEVATION))
RIGHT = (-math.sin(AZIMUTH), math.cos(AZIMUTH), 0.0)
UP = cross(TO_VIEWER, RIGHT)


def hull(points):
    """Convex hull of points of the plane."""
    points = sorted(set(points))

    def half(sequence):
        out = []
        for p in sequence:
            while len(out) > 1 and ((out[-1][0] - out[-2][0]) * (p[1] - out[-2][1])
                                    - (out[-1][1] - out[-2][1]) * (p[0] - out[-2][0])) <= 0:
                out.pop()
            out.append(p)
        return out[:-1]
    return half(points) + half(reversed(points))


class Canvas:
    def __init__(self, origin=(180, 125), scale=60, width=360, height=230):
        self.origin, self.scale, self.width, self.height = origin, scale, width, height
        self.parts = []

    # In the plane of the picture.

    def path(self, points, fill="none", stroke=INK, width=1.4, closed=False, dash=None):
        text = "M" + " L".join(f"{x:.1f},{y:.1f}" for x, y in points) + ("Z" if closed else "")
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(f'<path d="{text}" fill="{fill}" stroke="{stroke}" stroke-width="{width}" '
                          f'stroke-linejoin="round" stroke-linecap="round"{dashes}/>')

    def circle(self, centre, radius, fill="none", stroke=INK, width=1.4, dash=None):
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(f'<circle cx="{centre[0]:.1f}" cy="{centre[1]:.1f}" r="{radius:.1f}" fill="{fill}" '
                          f'stroke="{stroke}" stroke-width="{width}"{dashes}/>')

    def text(self, at, label, colour=INK, size=14, anchor="middle", italic=True):
        """A label; what follows _ in a word is a subscript."""
        out = []
        for k, word in enumerate(label.split(" ")):
            base, _, sub = word.partition("_")
            out.append((" " if k else "") + base)
            if sub:
                out.append(f'<tspan dy="3" font-size="{0.72 * size:.1f}">{sub}</tspan><tspan dy="-3">\u200b</tspan>')
        style = ' font-style="italic"' if italic else ""
        self.parts.append(
            f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}"{style} '
            f'stroke="#ffffff" stroke-width="3" stroke-linejoin="round" paint-order="stroke">{"".join(out)}</text>')

    def block(self, x, y, width, height, tone, radius=6):
        """A body seen from the front: a rounded rectangle with its upper left corner at x, y."""
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{radius}" '
                          f'fill="{TONES[tone][1]}" stroke="{TONES[tone][3]}" stroke-width="1.4"/>')

    def head(self, tip, towards, colour, size=9.0):
        dx, dy = towards
        length = math.hypot(dx, dy)
        dx, dy = dx / length, dy / length
        back = (tip[0] - size * dx, tip[1] - size * dy)
        side = (-0.42 * size * dy, 0.42 * size * dx)
        self.path([tip, (back[0] + side[0], back[1] + side[1]), (back[0] - side[0], back[1] - side[1])],
                  fill=colour, stroke=colour, width=0.8, closed=True)

    def arrow_along(self, points, colour=FREE, width=2.4, both=False, dash=None, size=9.0):
        """An arrow along a curve; its line ends inside the head."""
        ends = [(points[-1], points[-2])] + ([(points[0], points[1])] if both else [])
        shortened = list(points)
        for k, (tip, before) in enumerate(ends):
            length = math.hypot(tip[0] - before[0], tip[1] - before[1]) or 1.0
            cut = min(0.6 * size, 0.9 * length) / length
            shortened[-1 if k == 0 else 0] = (tip[0] + (before[0] - tip[0]) * cut, tip[1] + (before[1] - tip[1]) * cut)
        self.path(shortened, stroke=colour, width=width, dash=dash)
        for tip, before in ends:
            self.head(tip, (tip[0] - before[0], tip[1] - before[1]), colour, size)

    def arrow2(self, start, end, colour=FREE, width=2.4, both=False, dash=None):
        self.arrow_along([start, end], colour, width, both, dash)

    def turn2(self, centre, radius, start, end, colour=FREE, width=2.4, both=False):
        """An arc with a head; angles in degrees, counter-clockwise from the right."""
        count = 40
        points = [(centre[0] + radius * math.cos(math.radians(start + (end - start) * k / count)),
                   centre[1] - radius * math.sin(math.radians(start + (end - start) * k / count)))
                  for k in range(count + 1)]
        step = 3 if radius < 60 else 2  # the head follows the last few points, not the last alone
        body = points[:1] + points[step:-step] + points[-1:] if both else points[:-step] + points[-1:]
        self.arrow_along(body, colour, width, both)

    def hatch(self, x, y, width, tone="i"):
        """Ground: a line with short strokes below it."""
        self.path([(x, y), (x + width, y)], stroke=TONES[tone][3], width=1.8)
        for k in range(int(width // 9)):
            self.path([(x + 9 * k + 9, y), (x + 9 * k + 2, y + 8)], stroke=TONES[tone][3], width=1.1)

    def spring2(self, start, end, coils=6, amplitude=8, colour=INK, lead=10):
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = math.hypot(dx, dy)
        ux, uy = dx / length, dy / length
        points = [start, (start[0] + lead * ux, start[1] + lead * uy)]
        inner = length - 2 * lead
        for k in range(2 * coils):
            s = lead + inner * (k + 0.5) / (2 * coils)
            side = amplitude if k % 2 else -amplitude
            points.append((start[0] + s * ux - side * uy, start[1] + s * uy + side * ux))
        points += [(end[0] - lead * ux, end[1] - lead * uy), end]
        self.path(points, stroke=colour, width=1.8)

    def damper2(self, start, end, half=7, colour=INK):
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = math.hypot(dx, dy)
        ux, uy = dx / length, dy / length

        def at(s, t):
            return (start[0] + s * ux - t * uy, start[1] + s * uy + t * ux)
        a, b = 0.4 * length, 0.68 * length
        self.path([at(0, 0), at(a, 0)], stroke=colour, width=1.8)
        self.path([at(b, -half), at(a, -half), at(a, half), at(b, half)], stroke=colour, width=1.8)
        self.path([at(a + 0.14 * length, -half + 2), at(a + 0.14 * length, half - 2)], stroke=colour, width=2.4)
        self.path([at(a + 0.14 * length, 0), at(length, 0)], stroke=colour, width=1.8)

    def wheel2(self, centre, radius, teeth, tone, phase=0.0, depth=7.0):
        """A toothed wheel; `radius` is that of the pitch circle."""
        points = []
        for k in range(teeth):
            for share, side in ((-0.30, -1), (-0.16, 1), (0.16, 1), (0.30, -1)):
                a = math.radians(phase) + 2 * math.pi * (k + share) / teeth
                r = radius + side * depth / 2
                points.append((centre[0] + r * math.cos(a), centre[1] - r * math.sin(a)))
        self.path(points, fill=TONES[tone][1], stroke=TONES[tone][3], closed=True)

    def dot2(self, at, radius=3.2):
        self.circle(at, radius, fill=INK, stroke="#ffffff", width=1.0)

    def badge2(self, letter, at, offset):
        """The label of a marker, with a line to its origin."""
        tone = TONES["j" if letter in "j2" else "i"]
        end = (at[0] + offset[0], at[1] + offset[1])
        self.path([at, end], stroke=INK, width=0.9)
        self.dot2(at)
        self.circle(end, 9.5, fill="#ffffff", stroke=tone[3], width=1.8)
        self.parts.append(f'<text x="{end[0]:.1f}" y="{end[1] + 4.6:.1f}" font-size="14" text-anchor="middle" '
                          f'font-style="italic" font-weight="bold" fill="{INK}">{letter}</text>')

    # In space.

    def at(self, p):
        return (self.origin[0] + self.scale * dot(p, RIGHT), self.origin[1] - self.scale * dot(p, UP))

    def line(self, points, colour=INK, width=1.4, dash=None):
        self.path([self.at(p) for p in points], stroke=colour, width=width, dash=dash)

    def face(self, points, fill, stroke=INK, width=1.2):
        self.path([self.at(p) for p in points], fill=fill, stroke=stroke, width=width, closed=True)

    def box(self, centre, size, tone, axes=((1, 0, 0), (0, 1, 0), (0, 0, 1))):
        colours = TONES[tone]
        for k, n in enumerate(axes):
            sign = 1.0 if dot(n, TO_VIEWER) > 0 else -1.0
            a, b = axes[(k + 1) % 3], axes[(k + 2) % 3]
            middle = add(centre, n, sign * size[k] / 2)
            ha, hb = size[(k + 1) % 3] / 2, size[(k + 2) % 3] / 2
            corners = [add(add(middle, a, sa * ha), b, sb * hb) for sa, sb in ((1, 1), (1, -1), (-1, -1), (-1, 1))]
            self.face(corners, colours[(0 if k == 2 else k + 1)], colours[3])

    def ring(self, centre, normal, radius, count=48, start=0.0, end=360.0):
        u, v = across(normal)
        angles = [math.radians(start + (end - start) * k / count) for k in range(count + 1)]
        return [add(add(centre, u, radius * math.cos(a)), v, radius * math.sin(a)) for a in angles]

    def cylinder(self, start, end, radius, tone):
        colours = TONES[tone]
        axis = unit(add(end, start, -1.0))
        rims = [[self.at(p) for p in self.ring(c, axis, radius)] for c in (start, end)]
        outline = hull([(round(x, 2), round(y, 2)) for x, y in rims[0] + rims[1]])
        self.path(outline, fill=colours[1], stroke=colours[3], width=1.2, closed=True)
        self.path(rims[1] if dot(axis, TO_VIEWER) > 0 else rims[0], fill=colours[0], stroke=colours[3], width=1.2,
                  closed=True)

    def hole(self, centre, normal, radius, tone):
        self.path([self.at(p) for p in self.ring(centre, normal, radius)], fill=TONES[tone][2], stroke=TONES[tone][3],
                  width=1.1, closed=True)

    def ball(self, centre, radius, tone):
        x, y = self.at(centre)
        r = radius * self.scale
        self.circle((x, y), r, fill=TONES[tone][1], stroke=TONES[tone][3], width=1.2)
        self.parts.append(f'<ellipse cx="{x - 0.3 * r:.1f}" cy="{y - 0.35 * r:.1f}" rx="{0.35 * r:.1f}" '
                          f'ry="{0.25 * r:.1f}" fill="#ffffff" fill-opacity="0.7"/>')

    def arrow(self, start, end, colour=FREE, width=2.4, both=False, dash=None):
        self.arrow2(self.at(start), self.at(end), colour, width, both, dash)

    def turn(self, centre, normal, radius, start, end, colour=FREE, width=2.4, both=False):
        """A curved arrow about an axis through `centre`."""
        points = [self.at(p) for p in self.ring(centre, normal, radius, 40, start, end)]
        body = points[:1] + points[3:-3] + points[-1:] if both else points[:-3] + points[-1:]
        self.arrow_along(body, colour, width, both)

    def axis(self, origin, direction, length, label="", shift=(9, 4), colour=INK, back=0.0):
        """An axis of a marker, with its name; dash-dotted for `back` behind the origin."""
        direction = unit(direction)
        if back:
            self.line([add(origin, direction, -back), origin], FAINT, 1.1, "7 3 1.5 3")
        end = add(origin, direction, length)
        self.arrow_along([self.at(origin), self.at(end)], colour, 1.5, size=7.5)
        if label:
            x, y = self.at(end)
            self.text((x + shift[0], y + shift[1]), label, colour)

    def frame(self, origin, length=0.55, axes=((1, 0, 0), (0, 1, 0), (0, 0, 1)), sub=""):
        shifts = ((-8, 8), (9, 8), (10, 2))
        for name, direction, shift in zip("xyz", axes, shifts):
            self.axis(origin, direction, length, name + sub, shift)

    def label(self, p, label, shift=(0, 0), **options):
        x, y = self.at(p)
        self.text((x + shift[0], y + shift[1]), label, **options)

    def badge(self, letter, p, offset):
        self.badge2(letter, self.at(p), offset)

    def svg(self, title):
        head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
                f'viewBox="0 0 {self.width} {self.height}" role="img" aria-label="{title}" '
                f'font-family="\'DejaVu Serif\', Georgia, \'Times New Roman\', serif">\n<title>{title}</title>\n'
                f'<rect x="0.5" y="0.5" width="{self.width - 1}" height="{self.height - 1}" rx="12" fill="#ffffff" '
                f'stroke="#d8dce2"/>\n')
        return head + "\n".join(self.parts) + "\n</svg>\n"
