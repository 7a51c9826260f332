"""Sketches of the forces, of motions and of constraints; each function draws one."""
import math

from .canvas import FAINT, FORCE, FREE, INK, TONES, Canvas, add, unit

Z = (0, 0, 1)


def spring_damper():
    c = Canvas()
    c.block(22, 70, 62, 92, "i")
    c.block(276, 70, 62, 92, "j")
    c.path([(84, 116), (104, 116)], width=1.8)
    c.path([(276, 116), (256, 116)], width=1.8)
    c.path([(104, 90), (104, 142)], width=1.8)
    c.path([(256, 90), (256, 142)], width=1.8)
    c.spring2((104, 90), (256, 90), 7, 9)
    c.damper2((104, 142), (256, 142), 9)
    c.text((180, 72), "k, l_0")
    c.text((180, 172), "c")
    c.arrow2((84, 54), (132, 54), FORCE)
    c.text((108, 44), "T", FORCE)
    c.arrow2((276, 54), (228, 54), FORCE)
    c.text((252, 44), "T", FORCE)
    c.path([(84, 178), (84, 204)], stroke=FAINT, width=1.0)
    c.path([(276, 178), (276, 204)], stroke=FAINT, width=1.0)
    c.arrow_along([(84, 198), (276, 198)], INK, 1.3, both=True, size=7.5)
    c.text((180, 214), "l")
    c.badge2("i", (84, 116), (-36, 0))
    c.badge2("j", (276, 116), (36, 0))
    return c


def torsion_spring_damper():
    c = Canvas()
    o = (150, 140)
    c.hatch(96, 206, 108)
    c.path([(118, 206), (138, 140), (162, 140), (182, 206)], fill=TONES["i"][1], stroke=TONES["i"][3], closed=True)
    tip = (298, 72)
    c.path([o, tip], stroke=TONES["j"][3], width=24)
    c.path([o, tip], stroke=TONES["j"][1], width=21)
    c.path([o, (300, 140)], stroke=FAINT, width=1.0, dash="7 3 1.5 3")
    spiral = []
    for k in range(121):
        a = math.radians(24.5 - 745 * (1 - k / 120))
        r = 16 + 34 * k / 120
        spiral.append((o[0] + r * math.cos(a), o[1] - r * math.sin(a)))
    c.path(spiral, stroke=INK, width=2.0)
    c.circle(spiral[-1], 3.2, fill=INK)
    c.circle(o, 13, fill="#ffffff")
    c.turn2(o, 112, 0, 24.5, FREE)
    c.text((274, 122), "\u03c6", FREE, 16)
    c.turn2(o, 76, 108, 62, FORCE)
    c.text((152, 54), "\u03c4 on j", FORCE)
    c.badge2("i", o, (-70, -18))
    c.badge2("j", (262, 88), (-26, -50))
    c.text((322, 214), "z_i towards you", size=12, anchor="end")
    return c


def _body(c):
    """The body that a force acts on."""
    frame = (unit((1, 0.3, 0)), unit((-0.3, 1, 0)), Z)
    c.box((0, 0.15, 0), (1.3, 1.8, 0.9), "i", frame)


def force():
    c = Canvas((190, 140))
    _body(c)
    p = (0.1, 0.2, 0.45)
    c.arrow(p, add(p, (-0.3, 1.15, 1.0)), FORCE, 3.2)
    c.label(add(p, (-0.3, 1.15, 1.0)), "F", (-16, 2), colour=FORCE, size=16)
    c.frame((0.6, -2.0, -0.5), 0.6, sub="_k")
    c.badge("i", p, (-40, -46))
    return c


def torque():
    c = Canvas((190, 140))
    _body(c)
    p = (0.1, 0.2, 0.45)
    c.line([p, add(p, (0, 0, 1.15))], FORCE, 1.6, "7 3 1.5 3")
    c.turn(add(p, (0, 0, 0.75)), Z, 0.6, 170, 470, FORCE, 3.2)
    c.label(add(p, (0, 0, 1.15)), "T", (14, 4), colour=FORCE, size=16)
    c.frame((0.6, -2.0, -0.5), 0.6, sub="_k")
    c.badge("i", p, (-58, -30))
    return c


def general_force():
    c = Canvas((222, 142))
    c.box((0.2, -2.15, -0.2), (0.8, 0.9, 0.6), "j")
    _body(c)
    p, arm, q = (0.1, 0.2, 0.45), (-0.3, 1.1, 0.75), (0.2, -2.15, 0.1)
    c.line([p, add(p, (0, 0, 1.15))], FORCE, 1.4, "7 3 1.5 3")
    c.turn(add(p, (0, 0, 0.85)), Z, 0.45, 170, 470, FORCE, 2.6)
    c.label(add(p, (0, 0, 1.15)), "T", (14, 4), colour=FORCE, size=16)
    c.line([q, p], FAINT, 1.2, "4 3")
    c.arrow(p, add(p, arm, -0.62), FORCE, 2.0, dash="5 4")
    c.label(add(p, arm, -0.62), "-F on j", (-6, 18), colour=FORCE, size=13)
    c.arrow(p, add(p, arm), FORCE, 3.2)
    c.label(add(p, arm), "F", (14, 2), colour=FORCE, size=16)
    c.badge("i", p, (-48, -42))
    c.badge("j", q, (-6, -42))
    return c


def load():
    c = Canvas((190, 140))
    for k in range(8):  # a bar that bends
        x = -2.1 + 0.6 * k
        c.box((0, x, -0.08 * (x / 2) ** 2), (0.7, 0.6, 0.35), "i")
    for k in range(7):
        x = -1.8 + 0.6 * k
        p = (0, x, 0.2 - 0.08 * (x / 2) ** 2)
        c.arrow(add(p, (0, 0, 0.9)), p, FORCE, 2.0)
    c.label((0, 0.2, 1.2), "factor . F", (0, -8), colour=FORCE, size=15)
    return c


def bushing():
    c = Canvas()
    o = (128, 114)
    c.circle(o, 84, fill=TONES["i"][1], stroke=TONES["i"][3], width=1.6)
    c.circle(o, 66, fill="#fbf4e6", stroke=TONES["i"][3], width=1.2)
    c.circle(o, 26, fill=TONES["j"][1], stroke=TONES["j"][3], width=1.6)
    for k in range(4):
        a = math.radians(45 + 90 * k)
        c.spring2((o[0] + 26 * math.cos(a), o[1] - 26 * math.sin(a)),
                  (o[0] + 66 * math.cos(a), o[1] - 66 * math.sin(a)), 4, 5, lead=5)
    for k in range(4):
        a = math.radians(90 * k)
        c.damper2((o[0] + 26 * math.cos(a), o[1] - 26 * math.sin(a)),
                  (o[0] + 66 * math.cos(a), o[1] - 66 * math.sin(a)), 5)
    c.badge2("i", (o[0] + 53, o[1] - 53), (48, -18))
    c.badge2("j", o, (101, -28))
    c.text((226, 136), "3 stiffnesses k", anchor="start", size=12, italic=False)
    c.text((226, 154), "3 dampings c", anchor="start", size=12, italic=False)
    c.text((226, 172), "of displacements,", anchor="start", size=12, italic=False)
    c.text((226, 190), "3 + 3 of rotations", anchor="start", size=12, italic=False)
    return c


def beam():
    c = Canvas()
    c.block(20, 84, 58, 92, "i")
    angle = -26
    p, q = (78, 130), (276, 92)
    count = 40
    slope = math.tan(math.radians(-angle))
    line = []
    for k in range(count + 1):
        s = k / count
        h = q[1] - p[1]
        m = -slope * (q[0] - p[0])
        y = p[1] + h * (3 * s**2 - 2 * s**3) + m * (s**3 - s**2)
        line.append((p[0] + (q[0] - p[0]) * s, y))
    c.path([p, (300, 130)], stroke=FAINT, width=1.0, dash="7 3 1.5 3")
    c.path(line, stroke=INK, width=11)
    c.path(line, stroke="#f1e3c4", width=8.4)
    c.parts.append(f'<g transform="rotate({angle} {q[0]} {q[1]})">')
    c.block(q[0], q[1] - 38, 50, 76, "j")
    c.parts.append("</g>")
    c.arrow_along([p, (p[0] + 52, p[1])], INK, 1.5, size=7.5)
    c.text((p[0] + 58, p[1] + 17), "x_i")
    c.text((172, 92), "E, G, A, I, L")
    c.badge2("i", p, (-32, 0))
    c.badge2("j", q, (-34, -46))
    return c


def field():
    c = Canvas()
    c.block(20, 66, 76, 92, "i")
    c.block(264, 56, 76, 92, "j")
    c.spring2((96, 92), (264, 92), 9, 8)
    c.damper2((96, 124), (264, 112), 8)
    c.block(122, 146, 116, 46, "metal")
    c.text((180, 166), "(f, m) = K (x, \u03b8)", size=12.5)
    c.text((180, 184), "+ C (x\u0307, \u03b8\u0307)", size=12.5)
    c.text((180, 62), "6 x 6 matrices K and C", size=12, italic=False)
    for x, y in ((58, 120), (302, 108)):
        c.arrow_along([(x, y), (x + 26, y)], INK, 1.4, size=6.5)
        c.arrow_along([(x, y), (x, y - 26)], INK, 1.4, size=6.5)
    c.badge2("i", (58, 120), (-20, 22))
    c.badge2("j", (302, 108), (20, 22))
    return c


def joint_friction():
    c = Canvas()
    c.hatch(36, 160, 288)
    c.block(118, 96, 112, 63, "j")
    c.arrow2((240, 112), (312, 112))
    c.text((282, 102), "v", FREE)
    c.arrow2((230, 152), (160, 152), FORCE, 3)
    c.text((150, 146), "\u03bc N", FORCE, anchor="end")
    c.arrow2((174, 42), (174, 94), FORCE, 2.4)
    c.text((190, 60), "N", FORCE)
    for k in range(8):  # rough faces
        x = 124 + 13 * k
        c.path([(x, 160), (x + 4, 155), (x + 8, 160)], stroke=INK, width=1.2)
    c.badge2("i", (70, 160), (-14, -36))
    c.badge2("j", (216, 116), (34, -50))
    c.text((180, 206), "what the joint carries, N, sets the friction", size=12, italic=False)
    return c


def tire():
    c = Canvas()
    o, r = (160, 96), 68
    c.hatch(30, 164, 300)
    points = [(o[0] + r * math.cos(math.radians(a)), min(163.0, o[1] - r * math.sin(math.radians(a))))
              for a in range(0, 361, 3)]
    c.path(points, fill="#4a4f57", stroke="#2b2f36", closed=True)
    c.circle(o, 46, fill=TONES["j"][0], stroke=TONES["j"][3], width=1.6)
    for k in range(5):
        a = math.radians(72 * k + 18)
        c.path([o, (o[0] + 44 * math.cos(a), o[1] - 44 * math.sin(a))], stroke=TONES["j"][3], width=5)
    c.circle(o, 9, fill="#ffffff", stroke=TONES["j"][3])
    c.turn2(o, 80, 150, 100)
    c.text((84, 40), "\u03c9", FREE)
    c.arrow2((160, 200), (160, 166), FORCE, 3)
    c.text((178, 204), "F_z", FORCE)
    c.arrow2((164, 164), (238, 164), FORCE, 3)
    c.text((252, 156), "F_x", FORCE)
    c.arrow2((244, 96), (306, 96))
    c.text((278, 86), "v", FREE)
    c.badge2("j", o, (60, -62))
    c.badge2("i", (60, 164), (-18, -34))
    c.text((330, 214), "z_j away from you", size=12, anchor="end")
    return c


def motion():
    c = Canvas()
    o = (96, 140)
    c.hatch(44, 206, 104)
    c.path([(66, 206), (84, 140), (108, 140), (126, 206)], fill=TONES["i"][1], stroke=TONES["i"][3], closed=True)
    tip = (196, 72)
    c.path([o, tip], stroke=TONES["j"][3], width=22)
    c.path([o, tip], stroke=TONES["j"][1], width=19)
    c.path([o, (192, 140)], stroke=FAINT, width=1.0, dash="7 3 1.5 3")
    c.circle(o, 12, fill="#ffffff")
    c.turn2(o, 74, 0, 34)
    c.text((196, 122), "f(t)", FREE, 15)
    c.path([(232, 60), (232, 160), (338, 160)], stroke=INK, width=1.3)
    curve = [(232 + k, 146 - 66 * (k / 100) ** 2 * (3 - 2 * k / 100)) for k in range(0, 101, 4)]
    c.path(curve, stroke=FREE, width=2.4)
    c.text((244, 70), "f", FREE)
    c.text((334, 176), "t")
    c.badge2("i", o, (-46, -36))
    c.badge2("j", (166, 92), (-30, -44))
    return c


def constraint():
    c = Canvas()
    curve = [(40 + 2.8 * k, 168 - 96 * math.exp(-((k - 52) / 26.0) ** 2)) for k in range(101)]
    c.path(curve, stroke=INK, width=1.6, dash="7 4")
    p = curve[68]
    before, after = curve[67], curve[69]
    tx, ty = after[0] - before[0], after[1] - before[1]
    size = math.hypot(tx, ty)
    tx, ty = tx / size, ty / size
    nx, ny = ty, -tx
    c.circle(p, 15, fill=TONES["i"][1], stroke=TONES["i"][3], width=1.6)
    c.arrow2((p[0] + 20 * tx, p[1] + 20 * ty), (p[0] + 62 * tx, p[1] + 62 * ty))
    c.arrow2(p, (p[0] + 58 * nx, p[1] + 58 * ny), FORCE, 2.6)
    c.text((p[0] + 66 * nx + 4, p[1] + 66 * ny), "\u03bb \u2207\u03a6", FORCE, anchor="start")
    c.text((46, 196), "position:  \u03a6(q, t) = 0", size=14, anchor="start")
    c.text((46, 216), "velocity:  \u03c8(q, v, t) = 0", size=14, anchor="start")
    c.badge2("i", p, (-44, 26))
    return c
