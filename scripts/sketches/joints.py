"""Sketches of the joints, composed of helpers of canvas.py; each function draws one."""
import math

from .canvas import FAINT, FREE, INK, Canvas, add, cross, unit

X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)


def _tilted(turn, tilt):
    """A frame turned about z and then tilted, in degrees."""
    a, b = math.radians(turn), math.radians(tilt)
    x = (math.cos(a), math.sin(a), 0)
    z = (math.sin(a) * math.sin(b), -math.cos(a) * math.sin(b), math.cos(b))
    return x, cross(z, x), z


def fixed():
    c = Canvas((176, 128))
    c.box((0, -0.9, -0.15), (1.0, 1.8, 0.9), "i")
    c.box((0, 0.8, -0.15), (1.0, 1.6, 0.9), "j")
    for k in range(6):  # the weld
        c.path([c.at((0.5, 0, 0.30 - 0.9 * (k + s) / 6)) for s in (0, 1)], stroke=INK, width=4)
        c.path([c.at((0.5 - (k + s) / 6, 0, 0.30)) for s in (0, 1)], stroke=INK, width=4)
    c.axis((0, 0, 0.3), Z, 0.9, "z", (10, 4))
    c.axis((0, 0, 0.3), X, 1.2, "x", (-8, 8))
    c.axis((0, 0, 0.3), Y, 1.0, "y", (8, 10))
    c.badge("i", (0, 0, 0.3), (-46, -42))
    c.badge("j", (0, 0, 0.3), (46, -42))
    return c


def revolute():
    c = Canvas((165, 138))
    c.box((0, 0, -0.55), (1.7, 1.7, 0.5), "i")
    c.axis((0, 0, 0), Z, 1.5, "z_i", (14, 4))
    c.cylinder((0, 0, -0.3), (0, 0, -0.05), 0.42, "i")
    c.box((0, 1.15, 0.12), (0.5, 2.3, 0.34), "j")
    c.cylinder((0, 0, -0.05), (0, 0, 0.29), 0.42, "j")
    c.cylinder((0, 0, 0.29), (0, 0, 0.55), 0.2, "i")
    c.line([(0, 0, 0.55), (0, 0, 1.3)], INK, 1.5)
    c.turn((0, 0, 0.85), Z, 0.6, 185, 480)
    c.badge("i", (0, 0, 0.55), (-62, -24))
    c.badge("j", (0, 0, 0.55), (58, -24))
    return c


def spherical():
    c = Canvas((170, 141))
    middle = (0, 0, 0.12)
    c.box((0, 0, -0.75), (1.5, 1.5, 0.5), "i")
    c.cylinder((0, 0, -0.5), (0, 0, 0.05), 0.52, "i")
    c.hole((0, 0, 0.05), Z, 0.44, "i")
    c.ball(middle, 0.44, "j")
    rod = unit((-0.25, 0.62, 0.85))
    c.cylinder(add(middle, rod, 0.40), add(middle, rod, 2.0), 0.15, "j")
    c.turn(add(middle, rod, 1.2), rod, 0.38, 120, 400)
    c.turn2(c.at(middle), 104, 62, 92)
    c.turn2(c.at(middle), 104, 42, 12)
    c.badge("i", middle, (-72, -20))
    c.badge("j", middle, (-44, -62))
    return c


def translational():
    c = Canvas((172, 118))
    c.box((0, 0, -0.72), (0.8, 4.4, 0.2), "i")
    c.box((0, -1.95, -0.22), (0.56, 0.3, 0.8), "i")
    c.box((0, 0, 0), (0.38, 3.7, 0.38), "i")
    c.box((0, -0.15, 0), (0.9, 1.3, 0.9), "j")
    c.box((0, 1.15, 0), (0.38, 1.35, 0.38), "i")
    c.box((0, 1.95, -0.22), (0.56, 0.3, 0.8), "i")
    c.axis((0, 2.1, 0), Y, 0.55, "z_i", (2, 20))
    c.arrow((0, -1.15, 0.95), (0, 0.95, 0.95), both=True)
    c.badge("i", (0, -1.4, 0.19), (-12, -50))
    c.badge("j", (0, 0, 0.45), (36, -46))
    return c


def cylindrical():
    c = Canvas((172, 118))
    c.box((0, 0, -0.72), (0.8, 4.4, 0.2), "i")
    c.box((0, -1.95, -0.32), (0.5, 0.3, 0.6), "i")
    c.cylinder((0, -1.8, 0), (0, 1.85, 0), 0.24, "i")
    c.cylinder((0, -0.75, 0), (0, 0.5, 0), 0.52, "j")
    c.cylinder((0, 0.5, 0), (0, 1.85, 0), 0.24, "i")
    c.box((0, 1.95, -0.22), (0.5, 0.3, 0.8), "i")
    c.axis((0, 2.1, 0), Y, 0.55, "z_i", (2, 20))
    c.arrow((0, -1.2, 0.95), (0, 0.85, 0.95), both=True)
    c.turn((0, 0.95, 0), Y, 0.52, -60, 215)
    c.badge("i", (0, -1.5, 0.2), (-14, -46))
    c.badge("j", (0, -0.2, 0.5), (44, -50))
    return c


def universal():
    c = Canvas((178, 126), 68)
    to_j = unit((0.0, -1, -0.42))  # from the second shaft to the middle
    axes = (X, cross(to_j, X), to_j)
    c.cylinder((0, -2.0, 0), (0, -0.7, 0), 0.19, "i")
    c.box((0, -0.66, 0), (0.36, 0.14, 1.26), "i")
    c.box((0, -0.22, -0.56), (0.36, 0.80, 0.14), "i")
    c.box(add((-0.56, 0, 0), to_j, -0.22), (0.14, 0.36, 0.80), "j", axes)
    c.cylinder((-0.5, 0, 0), (0, 0, 0), 0.09, "dark")
    c.cylinder((0, 0, -0.5), (0, 0, 0.48), 0.09, "dark")
    c.cylinder((0, 0, 0), (0.5, 0, 0), 0.09, "dark")
    c.box((0, -0.22, 0.56), (0.36, 0.80, 0.14), "i")
    c.cylinder(add((0, 0, 0), to_j, -0.73), add((0, 0, 0), to_j, -1.9), 0.19, "j")
    c.box(add((0, 0, 0), to_j, -0.66), (1.26, 0.36, 0.14), "j", axes)
    c.box(add((0.56, 0, 0), to_j, -0.22), (0.14, 0.36, 0.80), "j", axes)
    c.axis((0, 0, 0.63), Z, 0.62, "x_i", (14, 6))
    c.axis((0.63, 0, 0), X, 0.75, "y_j", (-4, 16))
    c.turn((0, 0, 0.9), Z, 0.3, 150, 420)
    c.turn((0.95, 0, 0), X, 0.3, -30, 240)
    c.axis((0, -2.0, -0.45), Y, 0.55, "z_i", (4, 17))
    c.axis(add((0.45, 0, -0.42), to_j, -1.25), tuple(-p for p in to_j), 0.55, "z_j", (10, 14))
    c.badge("i", (0, -1.3, 0.19), (-14, -40))
    c.badge("j", add((0, 0, 0.19), to_j, -1.4), (16, -38))
    return c


def double_cardan():
    c = Canvas((178, 132), 62)
    middle = unit((0, 1, 0.35))
    first, second = (0, -0.85, -0.3), add((0, -0.85, -0.3), middle, 1.8)
    c.cylinder(add(first, (0, -1.5, 0)), add(first, (0, -0.45, 0)), 0.17, "i")
    c.box(add(first, (0, -0.42, 0)), (0.3, 0.12, 1.0), "i")
    for z in (-0.44, 0.44):
        c.box(add(first, (0, -0.15, z)), (0.3, 0.55, 0.12), "i")
    c.cylinder(add(first, (0, 0, -0.4)), add(first, (0, 0, 0.4)), 0.07, "dark")
    c.cylinder(add(first, (-0.4, 0, 0)), add(first, (0.4, 0, 0)), 0.07, "dark")
    c.cylinder(add(first, middle, 0.35), add(second, middle, -0.35), 0.14, "metal")
    c.cylinder(add(second, (0, 0, -0.4)), add(second, (0, 0, 0.4)), 0.07, "dark")
    c.cylinder(add(second, (-0.4, 0, 0)), add(second, (0.4, 0, 0)), 0.07, "dark")
    for z in (-0.44, 0.44):
        c.box(add(second, (0, 0.15, z)), (0.3, 0.55, 0.12), "j")
    c.box(add(second, (0, 0.42, 0)), (0.3, 0.12, 1.0), "j")
    c.cylinder(add(second, (0, 0.45, 0)), add(second, (0, 1.5, 0)), 0.17, "j")
    c.axis(add(first, (0, 0, 0.5)), Z, 0.5, "x_i", (14, 6))
    c.axis(add(second, (0, 0, 0.5)), Z, 0.5, "x_j", (14, 6))
    c.label(add(first, middle, 0.95), "L", (8, 26))
    c.badge("i", add(first, (0, -1.0, 0.17)), (-14, -40))
    c.badge("j", add(second, (0, 1.0, 0.17)), (16, -38))
    return c


def constant_velocity():
    c = Canvas((172, 122))
    out = unit((0, 1, 0.45))
    c.cylinder((0, -2.2, 0), (0, -0.7, 0), 0.2, "i")
    c.cylinder((0, -0.7, 0), (0, 0.1, 0), 0.62, "i")
    c.hole((0, 0.1, 0), Y, 0.48, "i")
    c.cylinder(add((0, 0, 0), out, 0.15), add((0, 0, 0), out, 2.1), 0.2, "j")
    for k in range(5):
        a = math.radians(72 * k + 20)
        c.ball((0.36 * math.cos(a), 0.16 - 0.1 * math.sin(a), 0.36 * math.sin(a)), 0.11, "metal")
    half = unit((0, 1, 0.22))
    c.line(c.ring((0, 0.12, 0), half, 0.95, 48), FAINT, 1.2, "5 4")
    c.turn((0, -1.5, 0), Y, 0.42, -60, 215)
    c.turn(add((0, 0, 0), out, 1.35), out, 0.42, -60, 215)
    c.label((0, -1.5, 0), "\u03c9", (-30, 26), colour=FREE)
    c.label(add((0, 0, 0), out, 1.35), "\u03c9", (28, 24), colour=FREE)
    c.axis((0.75, -1.9, -0.35), Y, 0.55, "z_i", (6, 16))
    c.axis(add((0.75, 0, -0.35), out, 1.2), out, 0.55, "z_j", (6, 16))
    c.badge("i", (0, -1.0, 0.2), (-10, -52))
    c.badge("j", add((0, 0, 0.16), out, 0.75), (-14, -56))
    c.text((180, 216), "both shafts turn alike at any angle", size=12, italic=False)
    return c


def planar():
    c = Canvas((180, 132))
    c.box((0, 0, -0.25), (2.6, 3.6, 0.3), "i")
    c.axis((0.45, -1.3, -0.1), Z, 1.1, "z_i", (14, 4))
    c.box((0, 0.15, 0.12), (0.9, 1.1, 0.44), "j", (unit((1, 0.35, 0)), unit((-0.35, 1, 0)), Z))
    c.line([(0, 0.15, 0.34), (0, 0.15, 1.15)], FAINT, 1.1, "7 3 1.5 3")
    c.turn((0, 0.15, 0.8), Z, 0.45, 170, 460)
    c.arrow((0, 1.0, -0.1), (0, 1.7, -0.1))
    c.arrow((0.75, 0.1, -0.1), (1.25, 0.1, -0.1))
    c.badge("i", (0.45, -1.3, -0.1), (-36, -30))
    c.badge("j", (0.243, 0.818, -0.1), (52, -66))
    return c


def inline():
    c = Canvas((165, 132))
    c.box((0, -1.75, -0.1), (0.9, 0.9, 1.0), "i")
    c.line([(0, -1.3, 0), (0, 2.3, 0)], INK, 1.2, "7 3 1.5 3")
    c.axis((0, 2.2, 0), Y, 0.3, "z_i", (8, 18))
    frame, p = _tilted(30, 24), (0, 0.45, 0)
    c.box(add(p, frame[2], 1.2), (0.75, 1.0, 0.6), "j", frame)
    c.cylinder(p, add(p, frame[2], 0.9), 0.08, "j")
    c.ball(p, 0.15, "j")
    c.turn(add(p, frame[2], 0.5), frame[2], 0.34, 120, 400)
    c.arrow((0, -0.75, -0.4), (0, 1.55, -0.4), both=True)
    c.badge("i", (0, -1.3, 0), (4, -66))
    c.badge("j", p, (58, -22))
    return c


def inplane():
    c = Canvas((176, 146))
    c.box((0, 0, -0.2), (2.6, 3.8, 0.24), "i")
    c.axis((0.2, -1.15, -0.08), Z, 1.1, "z_i", (14, 4))
    frame, tip = _tilted(20, -20), (0, 0.2, -0.08)
    c.cylinder(tip, add(tip, frame[2], 1.0), 0.08, "j")
    c.box(add(tip, frame[2], 1.35), (0.8, 1.0, 0.62), "j", frame)
    c.ball(add(tip, (0, 0, 0.08)), 0.13, "j")
    c.turn(add(tip, frame[2], 0.55), frame[2], 0.34, 120, 400)
    c.arrow((0, 0.5, -0.08), (0, 1.4, -0.08))
    c.arrow((0.25, 0.2, -0.08), (1.1, 0.2, -0.08))
    c.badge("i", (0.2, -1.15, -0.08), (-36, -34))
    c.badge("j", add(tip, (0, 0, 0.05)), (-34, -34))
    return c


def parallel_axes():
    c = Canvas((166, 160))
    c.box((0, -1.3, -0.25), (1.1, 1.1, 0.7), "i")
    frame = (unit((1, 0.5, 0)), unit((-0.5, 1, 0)), Z)
    c.box((-0.3, 1.2, 0.25), (0.9, 1.2, 0.7), "j", frame)
    c.axis((0, -1.3, 0.1), Z, 1.75, "z_i", (14, 4))
    c.axis((-0.3, 1.2, 0.6), Z, 1.6, "z_j", (16, 4))
    for p in ((0, -1.3, 0.85), (-0.3, 1.2, 1.15)):  # the signs of parallels
        for shift in (-0.07, 0.07):
            c.line([add(p, (0.0, -0.12, shift)), add(p, (0.0, 0.12, shift + 0.12))], INK, 1.5)
    c.turn((-0.3, 1.2, 1.75), Z, 0.34, 170, 460)
    c.arrow((-0.3, 2.0, 0.2), (-0.3, 2.6, 0.2))
    c.arrow((0.35, 1.35, 0.15), (1.0, 1.35, 0.15))
    c.arrow((-0.1, 1.2, -0.3), (-0.1, 1.2, -0.85))
    c.badge("i", (0, -1.3, 0.1), (-46, -30))
    c.badge("j", (-0.3, 1.2, 0.6), (-46, -24))
    return c


def perpendicular_axes():
    c = Canvas((172, 140))
    c.box((0, -1.35, -0.25), (1.1, 1.1, 0.7), "i")
    c.box((0, 0.75, 0.1), (0.9, 0.9, 0.7), "j")
    c.axis((0, -1.35, 0.1), Z, 1.35, "z_i", (-14, 4))
    c.axis((0, 1.2, 0.1), Y, 1.1, "z_j", (4, 18))
    corner = (0, -1.35, 0.85)
    c.line([corner, add(corner, (0, 1.0, 0))], FAINT, 1.2, "4 3")
    c.line([add(corner, (0, 0.25, 0)), add(corner, (0, 0.25, 0.25)), add(corner, (0, 0, 0.25))], INK, 1.2)
    c.label(add(corner, (0, 1.0, 0)), "\u2225 z_j", (22, -2), size=12)
    c.turn((0, 1.75, 0.1), Y, 0.4, -60, 215)
    c.arrow((0, 0.75, 0.45), (0, 0.75, 1.05))
    c.arrow((0.45, 0.75, 0.1), (1.15, 0.75, 0.1))
    c.badge("i", (0, -1.35, 0.1), (-44, -28))
    c.badge("j", (0, 1.2, 0.1), (14, -50))
    return c


def orientation():
    c = Canvas((166, 128))
    c.box((0, -1.35, -0.55), (0.9, 0.9, 1.1), "i")
    c.box((0, 1.15, 0.05), (0.9, 0.9, 1.1), "j")
    c.frame((0, -1.35, 0.0), 1.0, sub="_i")
    c.frame((0, 1.15, 0.6), 1.0, sub="_j")
    c.arrow((0, 1.65, -0.25), (0, 2.35, -0.25))
    c.arrow((0.5, 1.15, -0.25), (1.25, 1.15, -0.25))
    c.arrow((0.1, 1.25, -0.62), (0.1, 1.25, -1.2))
    c.badge("i", (0, -1.35, 0), (-46, -28))
    c.badge("j", (0, 1.15, 0.6), (-46, -28))
    return c


def distance():
    c = Canvas((176, 142))
    a, b = (0, -1.25, 0.0), (0, 1.15, 1.05)
    c.box((0, -1.75, -0.1), (0.9, 1.0, 0.8), "i")
    frame = _tilted(15, -25)
    c.box((-0.1, 1.75, 1.05), (0.8, 1.0, 0.7), "j", frame)
    c.cylinder(a, b, 0.06, "metal")
    c.ball(a, 0.13, "i")
    c.ball(b, 0.13, "j")
    shift = (0, 0.1, -0.42)
    c.line([add(a, (0, 0.02, -0.1)), add(a, shift, 1.15)], FAINT, 1.0)
    c.line([add(b, (0, 0.02, -0.1)), add(b, shift, 1.15)], FAINT, 1.0)
    c.arrow_along([c.at(add(a, shift)), c.at(add(b, shift))], INK, 1.3, both=True, size=7.5)
    middle = tuple((p + q) / 2 for p, q in zip(add(a, shift), add(b, shift)))
    c.label(middle, "L", (6, 20))
    c.badge("i", a, (-6, -52))
    c.badge("j", b, (-18, -50))
    return c
