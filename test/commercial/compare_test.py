#!/usr/bin/python3
"""models/commercial against the results of a commercial package, and against their exact solutions.

    compare_test.py PATH_OF_ALEMBERT [DATA_FOLDER]

DATA_FOLDER holds NAME_Case01_ADAMS_QUANTITY.txt; ALEMBERT_COMMERCIAL_DATA in the environment overrides it. Where there
is none, that comparison is skipped, and the one with the exact solutions remains. Percentages are largest differences
over the run, relative to the signal's range (`scales` says what that is where a signal stands still).

1. As the models are, with tolerance 1e-7: every signal within 0.1 % of the commercial one.
2. With tolerance 1e-9: every signal within 0.01 % of the exact solution. Each mechanism moves in one way only, whose
   equation is solved here almost to rounding, so this does not depend on anyone's program.
3. With tolerance 1e-9 against the commercial results: within 0.01 %, except in the three cases below that have a bound
   of their own. There the commercial results themselves are that far from the exact solution; their distance from it is
   measured and held to the same bound.
"""
import csv
import math
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

MODELS = Path(__file__).resolve().parents[2] / "models" / "commercial"
TIMEOUT = 120  # seconds for one command
END, ROWS = 5.0, 500
MASS, GRAVITY, LENGTH, TURNING = 1.0, 9.80665, 2.0, 0.1  # of all mechanisms; the last is the inertia about the centre
AS_IT_IS, SHARP = 0.1, 0.01  # percent
QUANTITIES = ["Pos", "Quat", "Vel", "Avel", "Acc", "Aacc", "Rforce", "Rtorque"]
# What a quantity of which no component moves is compared with: sizes that a swing of 2 m from rest brings about.
NATURAL = {"Pos": LENGTH, "Quat": 1.0, "Vel": math.sqrt(GRAVITY * LENGTH), "Avel": math.sqrt(GRAVITY / LENGTH),
           "Acc": GRAVITY, "Aacc": GRAVITY / LENGTH, "Rforce": MASS * GRAVITY, "Rtorque": MASS * GRAVITY * LENGTH}
X, Y, UP = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
LEVEL, TILTED_BACK, TILTED = (1.0, 0.0, 0.0, 0.0), (math.sqrt(0.5), -math.sqrt(0.5), 0.0, 0.0), \
    (math.sqrt(0.5), math.sqrt(0.5), 0.0, 0.0)  # quaternions at the start: as ground, -90 and 90 degrees about x


@dataclass
class Case:
    model: str
    data: str                # how the commercial result files begin
    motion: str              # falls, hangs (straight down), swings
    arm: tuple               # from the pivot to the centre at the start, of length 1
    start: tuple = LEVEL     # quaternion
    turns: bool = True       # with its arm
    stiffness: float = 0.0
    damping: float = 0.0
    data_bound: float = SHARP  # percent: the commercial result is only that near to the exact one


CASES = [
    Case("cylindrical", "Cylindrical", "falls", X),
    Case("translational", "Prismatic", "falls", X),
    Case("revolute", "Revolute", "swings", X, TILTED_BACK),
    Case("spherical", "Spherical", "swings", X, data_bound=0.06),  # errors of its integration, growing
    Case("universal", "Universal", "swings", Y, TILTED, data_bound=0.06),  # the same run in the other plane
    Case("distance", "Distance", "swings", Y, turns=False),
    # noise of 5e-4 to 8e-4 m/s^2 in the commercial acceleration along x, from start to end; its range is 1.5 m/s^2
    Case("torsion_spring", "RotSpring", "swings", X, TILTED_BACK, stiffness=200.0, damping=10.0, data_bound=0.06),
    Case("spring", "TranSpring", "hangs", X, stiffness=10.0, damping=0.5),
]


# ---- exact solutions ------------------------------------------------------------------------------------------------

def solve(acceleration) -> list[tuple]:
    """x, v, a at the output times, from rest: Runge-Kutta of order 4, ten steps to a row (errors below 1e-9)."""
    def rates(x, v):
        return v, acceleration(x, v)

    h, x, v = END / ROWS / 10, 0.0, 0.0
    rows = [(x, v, acceleration(x, v))]
    for step in range(1, 10 * ROWS + 1):
        x1, v1 = rates(x, v)
        x2, v2 = rates(x + h / 2 * x1, v + h / 2 * v1)
        x3, v3 = rates(x + h / 2 * x2, v + h / 2 * v2)
        x4, v4 = rates(x + h * x3, v + h * v3)
        x, v = x + h / 6 * (x1 + 2 * x2 + 2 * x3 + x4), v + h / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
        if step % 10 == 0:
            rows.append((x, v, acceleration(x, v)))
    return rows


def combine(*terms) -> tuple:
    """The sum of number times vector."""
    return tuple(sum(factor * vector[i] for factor, vector in terms) for i in range(3))


def cross(a, b) -> tuple:
    return tuple(a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3] for i in range(3))


def turned(axis, angle, start) -> tuple:
    """The quaternion `start`, turned further about a fixed axis."""
    w, n = math.cos(angle / 2), combine((math.sin(angle / 2), axis))
    return (w * start[0] - sum(a * b for a, b in zip(n, start[1:])),
            *combine((w, start[1:]), (start[0], n), (1.0, cross(n, start[1:]))))


def exact(case: Case) -> dict[str, list[tuple]]:
    rows = {quantity: [] for quantity in QUANTITIES}
    k, c, weight = case.stiffness, case.damping, MASS * GRAVITY
    if case.motion == "swings":  # by x from the horizontal about `axis`
        inertia = MASS * LENGTH**2 + (TURNING if case.turns else 0.0)
        motion = solve(lambda x, v: (weight * LENGTH * math.cos(x) - k * x - c * v) / inertia)
    else:  # by x upwards
        motion = solve(lambda x, v: (-weight - k * x - c * v) / MASS)
    axis = cross(UP, case.arm)
    for x, v, a in motion:
        angle = (x, v, a) if case.motion == "swings" and case.turns else (0.0, 0.0, 0.0)
        if case.motion == "swings":
            s, co = LENGTH * math.sin(x), LENGTH * math.cos(x)
            place = combine((co, case.arm), (-s, UP))
            velocity = combine((-s * v, case.arm), (-co * v, UP))
            acceleration = combine((-co * v * v - s * a, case.arm), (s * v * v - co * a, UP))
            torque = combine((k * x + c * v, axis))
        else:
            place = combine((LENGTH if case.motion == "falls" else 0.0, case.arm), (x, UP))
            velocity, acceleration, torque = combine((v, UP)), combine((a, UP)), (0.0, 0.0, 0.0)
        on_ground = combine((-MASS, acceleration), (-weight, UP))
        for quantity, value in zip(QUANTITIES, [place, turned(axis, angle[0], case.start), velocity,
                                                combine((angle[1], axis)), acceleration, combine((angle[2], axis)),
                                                on_ground, torque]):
            rows[quantity].append(value)
    return rows


# ---- what ran and what is stored ------------------------------------------------------------------------------------

def run(program: str, case: Case, *options: str) -> dict[str, list[tuple]]:
    """Simulates the model; a RuntimeError says what went wrong."""
    with tempfile.TemporaryDirectory() as folder:
        for command in (["run", str(MODELS / f"{case.model}.yaml"), "-o", folder, "--quiet", *options],
                        ["export", folder, "--csv"]):
            done = subprocess.run([program, *command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  timeout=TIMEOUT)
            if done.returncode != 0:
                raise RuntimeError(f"{case.model}: {command[0]} ended with exit code {done.returncode}\n{done.stdout}")
        with open(Path(folder, "results.csv"), newline="", encoding="utf-8") as file:
            table = [{name.split(" [")[0]: value for name, value in row.items()} for row in csv.DictReader(file)]
    if [round(float(row["time"]) * ROWS / END, 6) for row in table] != list(range(ROWS + 1)):
        raise RuntimeError(f"{case.model}: rows are not at the multiples of {END / ROWS} s up to {END} s")

    def columns(quantity):
        return ([f"pendulum.quaternion.{axis}" for axis in "wxyz"] if quantity == "Quat"
                else [f"{quantity.lower()}_{axis}" for axis in "xyz"])
    return {quantity: [tuple(float(row[name]) for name in columns(quantity)) for row in table]
            for quantity in QUANTITIES}


def stored(folder: Path, case: Case) -> dict[str, list[tuple]]:
    """The commercial results."""
    results = {}
    for quantity in QUANTITIES:
        path = folder / f"{case.data}_Case01_ADAMS_{quantity}.txt"
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] in ("+", "-")]
        rows = [tuple(float(cell) for cell in line.split()) for line in lines]
        if [round(row[0] * ROWS / END, 6) for row in rows] != list(range(ROWS + 1)):
            raise RuntimeError(f"{path}: rows are not at the multiples of {END / ROWS} s up to {END} s")
        results[quantity] = [row[1:] for row in rows]
    return results


# ---- comparison -----------------------------------------------------------------------------------------------------

def scales(quantity: str, rows: list[tuple]) -> list[float]:
    """The range of each component; where it stands still but for rounding, the largest of the quantity's ranges; where
    all of them do, the size that is natural for the quantity."""
    ranges = [max(column) - min(column) for column in zip(*rows)]
    largest = max(ranges) if max(ranges) > 1e-9 * NATURAL[quantity] else NATURAL[quantity]
    return [one if one > 1e-9 * largest else largest for one in ranges]


def differences(quantity: str, ours: list[tuple], theirs: list[tuple]) -> list[float]:
    """The largest of each component. Quaternions q and -q are the same orientation."""
    if quantity == "Quat":
        ours = [same_sign(a, b) for a, b in zip(ours, theirs)]
    return [max(abs(a - b) for a, b in zip(*columns)) for columns in zip(zip(*ours), zip(*theirs))]


def same_sign(q, like) -> tuple:
    return q if sum(a * b for a, b in zip(q, like)) >= 0 else tuple(-e for e in q)


def percentages(quantity: str, ours: list[tuple], theirs: list[tuple], scale: list[float]) -> list[float]:
    return [100 * d / s for d, s in zip(differences(quantity, ours, theirs), scale)]


def check(case: Case, plain, sharp, commercial) -> tuple[list[str], list[str]]:
    """Rows of the table, and what is out of bounds."""
    lines, failures = [], []
    truth = exact(case)
    for quantity in QUANTITIES:
        names = ["e0", "e1", "e2", "e3"] if quantity == "Quat" else ["x", "y", "z"]
        scale = scales(quantity, truth[quantity])
        columns = {"exact": percentages(quantity, sharp[quantity], truth[quantity], scale)}
        bounds = {"exact": SHARP}
        absolute = [s * p / 100 for s, p in zip(scale, columns["exact"])]
        if commercial:
            absolute = differences(quantity, plain[quantity], commercial[quantity])
            columns["1e-7"] = percentages(quantity, plain[quantity], commercial[quantity], scale)
            columns["1e-9"] = percentages(quantity, sharp[quantity], commercial[quantity], scale)
            columns["theirs"] = percentages(quantity, commercial[quantity], truth[quantity], scale)
            bounds.update({"1e-7": AS_IT_IS, "1e-9": case.data_bound, "theirs": case.data_bound})
        order = ["1e-7", "1e-9", "exact", "theirs"] if commercial else ["exact"]
        for i, name in enumerate(names):
            signal = f"{case.model} {quantity} {name}"
            lines.append(f"{signal:28}{scale[i]:11.4g}{absolute[i]:11.2e}"
                         + "".join(f"{columns[key][i]:11.5f}" for key in order))
            failures += [f"{signal}, column {key}: {columns[key][i]:.4g} % is above {bounds[key]} %"
                         for key in order if not columns[key][i] <= bounds[key]]
    return lines, failures


def rack_and_pinion(program: str) -> list[str]:
    """The ninth mechanism has no published results: all its accelerations are constant, so the exact ones are here."""
    radius, turning = 0.05, 0.1
    a = GRAVITY / (1 + turning / (MASS * radius**2))
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "run", str(MODELS / "rack_and_pinion.yaml"), "-o", folder, "--quiet"], check=True,
                       timeout=TIMEOUT)
        with open(Path(folder) / "outputs.csv", newline="", encoding="utf-8") as file:
            rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
    problems = []
    for row in rows:
        t = row["time"]
        exact = {"rack_z": -a * t**2 / 2, "rack_vz": -a * t, "rack_accz": -a, "pinion_angle": a * t**2 / 2 / radius,
                 "pinion_wx": a * t / radius, "tooth_force": -MASS * (GRAVITY - a),
                 "bearing_force": -MASS * (2 * GRAVITY - a)}
        problems += [f"rack_and_pinion: {name} = {row[name]} at t = {t}, not {value}" for name, value in exact.items()
                     if abs(row[name] - value) > 1e-6 * (1 + abs(value))]
    return problems[:5]


def main() -> int:
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    program = str(Path(sys.argv[1]).resolve())
    place = os.environ.get("ALEMBERT_COMMERCIAL_DATA") or (sys.argv[2] if len(sys.argv) == 3 else "")
    folder = Path(place) if place and Path(place).is_dir() else None
    if folder is None:
        print(f"SKIPPED: the comparison with the commercial results, which are not in '{place}'\n\n"
              "exact: with tolerance 1e-9 against the exact solution")
    else:
        print("1e-7: as the model is, against the commercial result; 1e-9: with that tolerance, against it; "
              "exact: with 1e-9\nagainst the exact solution; theirs: the commercial result against the exact solution")
    print(f"\n{'signal':28}{'range':>11}{'difference':>11}"
          + "".join(f"{name + ' %':>11}" for name in (["1e-7", "1e-9", "exact", "theirs"] if folder else ["exact"])))
    failures = []
    for case in CASES:
        try:
            lines, wrong = check(case, run(program, case), run(program, case, "--tolerance", "1e-9"),
                                 stored(folder, case) if folder else None)
        except RuntimeError as error:
            lines, wrong = [], [str(error)]
        print("\n".join(lines))
        failures += wrong
    failures += rack_and_pinion(program)
    print("\n".join(["", *failures, f"{len(CASES) + 1} mechanisms compared, {len(failures)} problems"]))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
