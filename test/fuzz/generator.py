"""Random mechanisms, by seed: open, closed, redundant, singular, stiff, driven, and of masses far apart."""
import math
import random

GRAVITY = 9.81
END = 0.3  # s: some swings of bodies of this size, and too short for errors to grow beyond measure


def scale(a, s):
    return [s * x for x in a]


def add(a, b):
    return [x + y for x, y in zip(a, b)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(a):
    return scale(a, 1 / math.sqrt(sum(x * x for x in a)))


class Mechanism:
    def __init__(self, source: random.Random, spread: float):
        self.source, self.spread = source, spread  # masses are from 10^-spread to 10^spread kg
        self.model = {"alembert": 1, "gravity": [0, -GRAVITY, 0], "bodies": {}, "joints": {}, "forces": {}, "motions": {}}

    def direction(self):
        return unit([self.source.gauss(0, 1) for _ in range(3)])

    def mass(self):
        return 10 ** self.source.uniform(-self.spread, self.spread)

    def body(self, name, at, length=0.5, kind="rigid", **more):
        m = self.mass()
        out = {"mass": m, "position": list(at), **more}
        if kind != "rigid":
            out["type"] = kind
        J = m * length**2 / 12
        if kind == "planar":
            out["inertia"] = J
        elif kind == "rigid":
            out["inertia"] = [J, J * self.source.uniform(0.3, 1), J * self.source.uniform(0.8, 1)]
        self.model["bodies"][name] = out

    def bar(self, name, a, b, kind):
        """A body in the middle of a bar from a to b."""
        length = math.dist(a, b)
        self.body(name, scale(add(a, b), 0.5), length, kind)
        if kind == "rigid":
            self.model["bodies"][name]["inertia"] = [self.model["bodies"][name]["mass"] * length**2 / 12] * 3

    def joint(self, name, kind, first, second, at, **more):
        self.model["joints"][name] = {"type": kind, "bodies": [first, second], "at": list(at), **more}

    def spring(self, name, first, second, stiffness, damping):
        self.model["forces"][name] = {"type": "spring_damper", "between": [first, second], "stiffness": stiffness,
                                      "damping": damping}

    def finished(self):
        for group in ["forces", "motions", "joints"]:
            if not self.model[group]:
                del self.model[group]
        self.model["outputs"] = {f"{d}_{body}": f"{d}({body})" for body in self.model["bodies"] for d in ["dx", "dy", "dz"]}
        self.model["simulation"] = {"end": END, "output_step": END / 30}
        return self.model


def open_tree(mechanism: Mechanism):
    """Bodies hang on others that were there before, by a joint of any kind."""
    source = mechanism.source
    ends = [("ground", [0.0, 0.0, 0.0])]
    for k in range(source.randint(1, 5)):
        parent, at = source.choice(ends)
        name, arm = f"b{k}", scale(mechanism.direction(), 0.5)
        kind = source.choice(["revolute"] * 4 + ["spherical"] * 2 + ["universal", "cylindrical", "translational", "planar",
                                                                  "inline", "screw", "fixed", "constant_velocity",
                                                                  "inplane", "orientation"])
        axis = mechanism.direction()
        mechanism.body(name, add(at, scale(arm, 0.5)))
        more = {"axis": axis}
        if kind in ("spherical", "fixed", "orientation"):
            more = {}
        elif kind == "universal":
            more = {"axes": [axis, unit(cross(axis, mechanism.direction()))]}
        elif kind == "constant_velocity":
            more = {"axes": [axis, unit(add(axis, scale(mechanism.direction(), 0.3)))]}
        elif kind == "screw":
            more["pitch"] = 0.05
        mechanism.joint(f"j{k}", kind, parent, name, at, **more)
        if kind == "revolute" and source.random() < 0.3:
            mechanism.model["forces"][f"t{k}"] = {"type": "torsion_spring_damper", "joint": f"j{k}", "stiffness": 5.0,
                                                  "damping": 0.1}
        ends.append((name, add(at, arm)))


def four_bar(mechanism: Mechanism, kind=None):
    """Of planar bodies, or of spatial ones, which are redundant."""
    source = mechanism.source
    kind = kind or source.choice(["planar", "rigid"])
    a, d = source.uniform(0.2, 0.5), source.uniform(0.6, 1.2)
    angle, lean = source.uniform(0.3, 2.8), source.uniform(0.6, 2.4)
    A, D = [0.0, 0.0, 0.0], [d, 0.0, 0.0]
    B = [a * math.cos(angle), a * math.sin(angle), 0.0]
    C = add(D, scale([math.cos(lean), math.sin(lean), 0.0], source.uniform(0.4, 0.9)))
    bars(mechanism, [A, B, C, D], kind)


def bars(mechanism: Mechanism, points, kind):
    names = ["ground"] + [f"b{k}" for k in range(len(points) - 1)] + ["ground"]
    for name, a, b in zip(names[1:], points, points[1:]):
        mechanism.bar(name, a, b, kind)
    for k, point in enumerate(points):
        mechanism.joint(f"j{k}", "revolute", names[k], names[k + 1], point, axis=[0, 0, 1])


def five_bar(mechanism: Mechanism):
    source = mechanism.source
    points = [[0, 0, 0], [source.uniform(-0.3, 0), 0.4, 0], [0.4, source.uniform(0.6, 0.9), 0],
              [0.9, source.uniform(0.3, 0.5), 0], [0.7, 0, 0]]
    bars(mechanism, points, source.choice(["planar", "rigid"]))


def flat_four_bar(mechanism: Mechanism):
    """All bars in line at the start: a singular position, where it may go on in two ways."""
    a, b = mechanism.source.uniform(0.2, 0.4), mechanism.source.uniform(0.5, 0.9)
    bars(mechanism, [[0, 0, 0], [a, 0, 0], [a + b, 0, 0], [b, 0, 0]], mechanism.source.choice(["planar", "rigid"]))


def windows(mechanism: Mechanism):
    """A row of parallelograms: redundant, and singular in positions it may pass."""
    count = mechanism.source.randint(1, 3)
    lean = mechanism.source.uniform(0.3, 1.2)
    tops = []
    for k in range(count + 1):
        top = [k + math.cos(lean), math.sin(lean), 0.0]
        mechanism.bar(f"u{k}", [k, 0, 0], top, "rigid")
        mechanism.joint(f"foot{k}", "revolute", "ground", f"u{k}", [k, 0, 0], axis=[0, 0, 1])
        tops.append(top)
    for k in range(count):
        mechanism.bar(f"c{k}", tops[k], tops[k + 1], "rigid")
        mechanism.joint(f"left{k}", "revolute", f"u{k}", f"c{k}", tops[k], axis=[0, 0, 1])
        mechanism.joint(f"right{k}", "revolute", f"c{k}", f"u{k + 1}", tops[k + 1], axis=[0, 0, 1])


def rssr(mechanism: Mechanism):
    """Two cranks about skew axes, and a rod with two spherical joints, which may spin about itself."""
    source = mechanism.source
    first, second = mechanism.direction(), mechanism.direction()
    A, D = [0.0, 0.0, 0.0], [1.0, source.uniform(-0.3, 0.3), source.uniform(-0.3, 0.3)]
    B = scale(unit(cross(first, mechanism.direction())), 0.3)
    C = add(D, scale(unit(cross(second, mechanism.direction())), 0.5))
    for name, a, b in [("crank", A, B), ("rod", B, C), ("rocker", D, C)]:
        mechanism.bar(name, a, b, "rigid")
    mechanism.joint("a", "revolute", "ground", "crank", A, axis=first)
    mechanism.joint("b", "spherical", "crank", "rod", B)
    mechanism.joint("c", "spherical", "rod", "rocker", C)
    mechanism.joint("d", "revolute", "ground", "rocker", D, axis=second)


def slider_crank(mechanism: Mechanism):
    source = mechanism.source
    kind, angle = source.choice(["planar", "rigid"]), source.uniform(0.4, 2.6)
    B = [0.2 * math.cos(angle), 0.2 * math.sin(angle), 0.0]
    C = [B[0] + math.sqrt(0.6**2 - B[1] ** 2), 0.0, 0.0]
    mechanism.bar("crank", [0, 0, 0], B, kind)
    mechanism.bar("rod", B, C, kind)
    mechanism.body("slider", C, 0.2, kind)
    mechanism.joint("a", "revolute", "ground", "crank", [0, 0, 0], axis=[0, 0, 1])
    mechanism.joint("b", "revolute", "crank", "rod", B, axis=[0, 0, 1])
    mechanism.joint("c", "revolute", "rod", "slider", C, axis=[0, 0, 1])
    mechanism.joint("d", "translational", "ground", "slider", C, axis=[1, 0, 0])
    if source.random() < 0.5:
        mechanism.model["motions"]["drive"] = {"joint": "a", "angle": f"{source.uniform(1, 6):.3f}*time"}


def points(mechanism: Mechanism):
    """Points on strings and springs."""
    last, at = "ground", [0.0, 0.0, 0.0]
    for k in range(mechanism.source.randint(1, 5)):
        at = add(at, scale(mechanism.direction(), 0.4))
        mechanism.body(f"p{k}", at, kind="point")
        if mechanism.source.random() < 0.6:
            mechanism.model["joints"][f"d{k}"] = {"type": "distance", "between": [last, f"p{k}"]}
        else:
            mechanism.spring(f"s{k}", last, f"p{k}", 10 ** mechanism.source.uniform(1, 3), 0.1)
        last = f"p{k}"


def wheels(mechanism: Mechanism):
    """Two gear wheels on a frame, and a rack or a third wheel that is coupled."""
    source = mechanism.source
    teeth = [source.randint(10, 40), source.randint(10, 60)]
    a = 0.01 * sum(teeth)
    for name, x in [("w0", 0.0), ("w1", a), ("w2", a + 0.5)]:
        mechanism.body(name, [x, 0.0, 0.0], 0.3, com=[0.05 * source.uniform(-1, 1), 0.05, 0])
        mechanism.joint(f"of_{name}", "revolute", "ground", name, [x, 0, 0], axis=[0, 0, 1])
    mechanism.model["joints"]["mesh"] = {"type": "gear", "joints": ["of_w0", "of_w1"], "teeth": teeth}
    mechanism.model["joints"]["belt"] = {"type": "coupler", "joints": ["of_w1", "of_w2"], "factors": [1, -2]}
    mechanism.model["forces"]["motor"] = {"type": "torque", "on": "w0", "torque": [0, 0, "0.2*cos(9*time)"]}


FAMILIES = [open_tree, open_tree, open_tree, four_bar, four_bar, five_bar, flat_four_bar, windows, rssr, slider_crank, points,
            wheels]


def generate(seed: int, k: int) -> tuple[dict, str]:
    """The model of case k, and what it is."""
    source = random.Random(f"{seed} mechanism {k}")
    family = FAMILIES[k % len(FAMILIES)]
    spread = source.choice([0.5, 0.5, 1.5, 3.0])  # up to a ratio of 1e6
    mechanism = Mechanism(source, spread)
    family(mechanism)
    words = [family.__name__, f"masses 1e{-spread:g} to 1e{spread:g}"]
    stiff = source.random() < 0.3
    if stiff:
        body = source.choice(list(mechanism.model["bodies"]))
        mass = mechanism.model["bodies"][body]["mass"]
        rate = 10 ** source.uniform(2, 4)  # rad/s
        anchor = scale(mechanism.direction(), 2)
        mechanism.model["bodies"]["ground"] = {"markers": {"anchor": {"at": anchor}}}
        mechanism.spring("stiff", "ground.anchor", body, mass * rate**2, 0.2 * mass * rate)
        words.append(f"a spring of {rate:.0f} rad/s")
    model = mechanism.finished()
    model["outputs"] = {name: text for name, text in model["outputs"].items() if "ground" not in name}
    return model, ", ".join(words)
