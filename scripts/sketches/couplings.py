"""Sketches of joints that couple motions: screws, gears, curves and rolling; each function draws one."""
import math

from .canvas import FAINT, FREE, INK, TONES, Canvas, add, cross, unit

Y, Z = (0, 1, 0), (0, 0, 1)


def screw():
    c = Canvas((168, 120))
    c.box((0, -1.95, -0.1), (0.9, 0.35, 1.1), "i")
    c.cylinder((0, -1.8, 0), (0, 2.2, 0), 0.24, "i")
    for k in range(19):  # the thread: front halves of the turns
        y = -1.55 + 0.2 * k
        turn = [(0.24 * math.cos(a), y - 0.1 * (a / math.pi), 0.24 * math.sin(a))
                for a in (math.radians(-50 + 15 * n) for n in range(13))]
        c.line(turn, TONES["i"][3], 1.3)
    six = [(0.6 * math.cos(math.radians(60 * k + 10)), 0.6 * math.sin(math.radians(60 * k + 10))) for k in range(6)]
    back, front = [(x, -0.4, z) for x, z in six], [(x, 0.4, z) for x, z in six]
    for k in range(6):
        quad = [back[k], back[(k + 1) % 6], front[(k + 1) % 6], front[k]]
        normal = (six[k][0] + six[(k + 1) % 6][0], 0, six[k][1] + six[(k + 1) % 6][1])
        if normal[0] * 0.742 + normal[2] * 0.423 > 0:
            c.face(quad, TONES["j"][1 if normal[2] < 0.4 else 0], TONES["j"][3])
    c.face(front, TONES["j"][2], TONES["j"][3])
    c.hole((0, 0.4, 0), Y, 0.25, "i")
    c.cylinder((0, 0.4, 0), (0, 2.2, 0), 0.24, "i")
    for k in range(8):
        y = 0.52 + 0.2 * k
        turn = [(0.24 * math.cos(a), y - 0.1 * (a / math.pi), 0.24 * math.sin(a))
                for a in (math.radians(-50 + 15 * n) for n in range(13))]
        c.line(turn, TONES["i"][3], 1.3)
    c.axis((0, 2.2, 0), Y, 0.5, "z_i", (2, 20))
    c.turn((0, -0.75, 0), Y, 0.6, -60, 215)
    c.arrow((0, -0.35, 0.95), (0, 0.75, 0.95))
    c.text((178, 206), "one turn moves it by the pitch P", size=12, italic=False)
    c.badge("i", (0, -1.5, 0.22), (-8, -44))
    c.badge("j", (0, 0.1, 0.56), (44, -54))
    return c


def gear():
    c = Canvas()
    a, b = (122, 110), (240, 110)
    c.block(a[0] - 16, a[1] - 13, b[0] - a[0] + 32, 26, "metal", 13)
    c.wheel2(a, 74, 24, "i", 0)
    c.wheel2(b, 44, 14, "j", 180 + 180 / 14)
    for p, r in ((a, 74), (b, 44)):
        c.circle(p, r, stroke=FAINT, width=1.0, dash="5 4")
        c.circle(p, 8, fill="#ffffff")
    c.path([a, b], stroke=FAINT, width=1.0, dash="7 3 1.5 3")
    pitch = (196, 110)
    c.dot2(pitch)
    c.text((pitch[0] - 14, pitch[1] + 22), "P")
    c.text((158, 103), "r_1")
    c.text((218, 128), "r_2")
    c.turn2(a, 46, 40, 140)
    c.turn2(b, 27, 160, 60)
    c.badge2("1", a, (-34, 34))
    c.badge2("2", b, (58, -52))
    c.text((180, 218), "two wheels, each in a joint on the carrier", size=12, italic=False)
    return c


def rack_and_pinion():
    c = Canvas()
    centre, radius, teeth = (170, 88), 54, 18
    pitch = 2 * math.pi * radius / teeth
    y = centre[1] + radius
    points = [(36, y + 30), (36, y + 3.5)]
    k = 0
    first = centre[0] - 7 * pitch - pitch / 2
    while first + k * pitch < 314:
        x = first + k * pitch
        if x > 40:
            points += [(x - 0.30 * pitch, y + 3.5), (x - 0.16 * pitch, y - 3.5), (x + 0.16 * pitch, y - 3.5),
                       (x + 0.30 * pitch, y + 3.5)]
        k += 1
    points += [(322, y + 3.5), (322, y + 30)]
    c.wheel2(centre, radius, teeth, "i", 270)
    c.path(points, fill=TONES["j"][1], stroke=TONES["j"][3], closed=True)
    c.circle(centre, radius, stroke=FAINT, width=1.0, dash="5 4")
    c.path([(30, y), (328, y)], stroke=FAINT, width=1.0, dash="7 3 1.5 3")
    c.circle(centre, 8, fill="#ffffff")
    c.turn2(centre, 34, 150, 30)
    c.text((322, 214), "z_i towards you", size=12, anchor="end")
    c.arrow2((205, y + 18), (140, y + 18))
    c.arrow_along([(58, y + 17), (96, y + 17)], INK, 1.5, size=7.5)
    c.text((78, y + 50), "z_j")
    c.text((centre[0] + 14, centre[1] + 34), "r")
    c.path([centre, (centre[0], y)], stroke=FAINT, width=1.0)
    c.dot2((centre[0], y))
    c.badge2("i", centre, (-84, -30))
    c.badge2("j", (262, y + 17), (48, -62))
    return c


def coupler():
    c = Canvas()
    c.hatch(40, 150, 84)
    c.path([(66, 150), (82, 108), (98, 150)], fill=TONES["i"][1], stroke=TONES["i"][3], closed=True)
    c.path([(82, 108), (134, 66)], stroke=TONES["j"][3], width=15)
    c.path([(82, 108), (134, 66)], stroke=TONES["j"][1], width=12)
    c.circle((82, 108), 7, fill="#ffffff")
    c.path([(82, 108), (150, 108)], stroke=FAINT, width=1.0, dash="4 3")
    c.turn2((82, 108), 56, 0, 34)
    c.text((150, 96), "q_1", FREE)
    c.hatch(216, 150, 112)
    c.block(236, 116, 56, 33, "j")
    c.path([(224, 104), (224, 94)], stroke=FAINT, width=1.0)
    c.path([(264, 114), (264, 94)], stroke=FAINT, width=1.0)
    c.arrow2((224, 98), (264, 98))
    c.text((244, 88), "q_2", FREE)
    c.arrow_along([(92, 172), (110, 190), (180, 196), (250, 190), (268, 172)], INK, 1.5, both=True, dash="5 4", size=8)
    c.text((180, 216), "c_1 q_1 + c_2 q_2 = constant", size=15)
    c.text((82, 50), "first joint", size=12, italic=False)
    c.text((272, 50), "second joint", size=12, italic=False)
    return c


def _wavy(a, b, count=60):
    """A smooth curve from x = a to x = b."""
    return [(a + (b - a) * k / count, 128 - 38 * math.sin(2.2 * math.pi * k / count - 0.5)) for k in range(count + 1)]


def point_on_curve():
    c = Canvas()
    curve = _wavy(40, 318)
    c.path(curve, stroke=TONES["i"][3], width=6)
    c.path(curve, stroke=TONES["i"][1], width=3.4)
    c.block(24, 134, 54, 50, "i")
    p = curve[34]
    c.path([p, (214, 62)], stroke=TONES["j"][3], width=7)
    c.path([p, (214, 62)], stroke=TONES["j"][1], width=4.4)
    c.block(196, 26, 70, 40, "j")
    c.circle(p, 7, fill=TONES["j"][1], stroke=TONES["j"][3])
    before, after = curve[33], curve[35]
    tx, ty = after[0] - before[0], after[1] - before[1]
    size = math.hypot(tx, ty)
    tx, ty = tx / size, ty / size
    c.arrow2((p[0] - 46 * tx + 16 * ty, p[1] - 46 * ty - 16 * tx), (p[0] + 46 * tx + 16 * ty, p[1] + 46 * ty - 16 * tx),
             both=True)
    c.text((128, 72), "C")
    c.badge2("i", (51, 160), (46, 24))
    c.badge2("j", p, (-42, 26))
    return c


def curve_on_curve():
    c = Canvas()
    centre = (112, 118)
    cam = []
    for k in range(73):
        a = math.radians(5 * k)
        r = 52 + sum(26 * math.exp(-((5 * k - bulge) / 42) ** 2) for bulge in (25, 385))
        cam.append((centre[0] + r * math.cos(a), centre[1] - r * math.sin(a)))
    c.path(cam, fill=TONES["i"][1], stroke=TONES["i"][3], width=1.6, closed=True)
    c.circle(centre, 8, fill="#ffffff")
    k = 5
    p = cam[k]
    tx, ty = cam[k + 1][0] - cam[k - 1][0], cam[k + 1][1] - cam[k - 1][1]
    size = math.hypot(tx, ty)
    tx, ty = tx / size, ty / size
    radius = 46
    middle = (p[0] - radius * ty, p[1] + radius * tx)
    c.circle(middle, radius, fill=TONES["j"][1], stroke=TONES["j"][3], width=1.6)
    c.path([(p[0] - 78 * tx, p[1] - 78 * ty), (p[0] + 78 * tx, p[1] + 78 * ty)], stroke=FAINT, width=1.2, dash="5 4")
    c.dot2(p, 4)
    c.text((centre[0] + 34, centre[1] - 26), "A")
    c.text((middle[0] + 14, middle[1] + 34), "B")
    c.arrow_along([p, (p[0] - 34 * ty, p[1] + 34 * tx)], INK, 1.5, size=7.5)
    c.text((p[0] - 34 * ty + 4, p[1] + 34 * tx - 10), "n")
    c.turn2(centre, 32, 200, 330)
    c.badge2("i", centre, (-34, -30))
    c.badge2("j", middle, (62, -18))
    c.text((180, 216), "one point and one tangent in common", size=12, italic=False)
    return c


def rolling_disc():
    c = Canvas((176, 150))
    c.box((0, 0, -0.15), (3.0, 3.8, 0.18), "i")
    normal = unit((1, -0.25, 0.28))
    along = unit(cross(Z, normal))
    up = cross(normal, along)
    radius = 0.95
    touch = (0, 0, -0.06)
    middle = add(touch, up, radius)
    trail = [add(touch, (0.55 * (1 - math.cos(s)), -2.0 * math.sin(s), 0)) for s in (k * 0.055 for k in range(17))]
    c.line(trail, FAINT, 1.3, "5 4")
    c.cylinder(add(middle, normal, -0.07), add(middle, normal, 0.07), radius, "j")
    c.axis(middle, normal, 1.05, "z_j", (4, 18))
    c.turn(add(middle, normal, 0.07), normal, 0.6, 200, 70)
    c.dot2(c.at(touch))
    c.axis((-0.6, -1.45, -0.06), Z, 0.8, "z_i", (-16, 4))
    c.badge("i", (-0.6, -1.45, -0.06), (-40, 14))
    c.badge("j", middle, (76, -22))
    c.label(touch, "no slip here", (52, 26), size=12, italic=False)
    return c
