"""Random mechanisms with every method against a tight reference.

The reference is bdf (IDA's, which shares none of the methods' formulas) with tolerance 1e-10. Positions of all bodies are
compared at 31 times, in units of the largest coordinate, or of 1 m. A tolerance is the error e of one step. With a method
of order p that is c h^(p+1), so T/h = T (c/e)^(1/(p+1)) steps are made, whose errors add up to T c^(1/(p+1)) e^(p/(p+1)):
ALLOWED S e^(p/(p+1)), where the number stands for T and c, and S for what the motion makes of an error: how many of its
tolerances bdf itself is off, at least 1. newmark with its damping is of order 1, bdf of order 5 (its own S is 1). Where the reference itself ends in a singular position, from which a
mechanism may go on in more than one way, nothing is compared. A run that fails says so with exit code 4 or 5 and names
a cause: a joint, a body, a force, or what the position is.
"""
import csv
import json
import math
import re
from collections import defaultdict

from generator import generate
from ground import Found, Ground, problem_of, results_problem

ORDERS = {"bdf": 5, "hht": 2, "newmark": 1, "nstiff": 2, "hht_si2": 2, "nstiff_si2": 2, "hht_add": 2, "gen_alpha_soi2": 2, "tangent": 2,
          "central_difference": 2}
TOLERANCES = [1e-5, 1e-7]
ALLOWED = 10.0
CAUSE = re.compile(r"joint |body |force |constraint |motion |singular|contradict|dead position")
LIMIT = 60.0


def rows_of(folder) -> list[list[float]]:
    with open(folder / "outputs.csv", newline="") as file:
        return [[float(cell) for cell in row[1:]] for row in list(csv.reader(file))[1:]]


def difference(a, b) -> float:
    size = max(1.0, max((abs(x) for row in b for x in row), default=0.0))
    if len(a) != len(b):
        return math.inf
    return max((abs(x - y) for one, other in zip(a, b) for x, y in zip(one, other)), default=0.0) / size


class Trial:
    def __init__(self, ground: Ground, found: Found, case: int, seed: int):
        self.ground, self.found, self.case, self.seed = ground, found, case, seed
        self.model, self.words = generate(seed, case)
        self.path = ground.scratch / "mechanism.yaml"
        self.path.write_text(json.dumps(self.model, indent=1))

    def run(self, method: str, tolerance: float):
        """The rows, or nothing where it failed as documented; and the exit code."""
        out = self.ground.scratch / "mechanism.out"
        done = self.ground.command("run", self.path, "-o", out, "--quiet", "--method", method, "--tolerance", tolerance,
                                   limit=LIMIT)
        self.found.codes[done.code] += 1
        wrong = problem_of(done)
        if not wrong and done.ended != "itself":
            wrong = f"takes more than {LIMIT:g} s"
        if not wrong and done.code == 0:
            wrong = results_problem(out)
        if not wrong and done.code != 0 and (done.code not in (4, 5) or not CAUSE.search(done.err)):
            wrong = f"fails with {done.code} without a named cause"
        if wrong:
            self.fail(f"{method} at {tolerance:g}: {wrong}", done.err)
            return None, done
        return (rows_of(out) if done.code == 0 else None), done

    def fail(self, why: str, err: str = ""):
        saved = self.ground.keep(f"mechanism_{self.seed}_{self.case}", self.path, text=f"{self.words}\n{why}\n{err[-3000:]}")
        self.found.failures.append(f"mechanism {self.case} ({self.words}): {why}; see {saved}")


def run(ground: Ground, seed: int, cases: int) -> Found:
    found = Found()
    worst, part, failed, compared = defaultdict(float), defaultdict(float), defaultdict(int), defaultdict(int)
    alone = 0
    for k in range(cases):
        trial = Trial(ground, found, k * 7 % 4999 if cases < 12 else k, seed)  # a few: of different families
        found.cases += 1
        reference, _ = trial.run("bdf", 1e-10)
        alone += reference is None
        sensitive = defaultdict(lambda: 1.0)
        for method in ORDERS:
            for tolerance in TOLERANCES:
                rows, done = trial.run(method, tolerance)
                if rows is None:
                    failed[method] += done.code != 0
                    if reference is not None and done.code != 0:
                        found.notes.append(f"mechanism {trial.case} ({trial.words}): {method} at {tolerance:g} fails where "
                                           f"the reference does not: {done.err.strip().splitlines()[0][:150]}")
                    continue
                if reference is None:
                    continue
                compared[method] += 1
                apart = difference(rows, reference)
                worst[method, tolerance] = max(worst[method, tolerance], apart)
                allowed = ALLOWED * sensitive[tolerance] * tolerance ** (ORDERS[method] / (ORDERS[method] + 1))
                if method == "bdf":
                    sensitive[tolerance] = max(1.0, apart / tolerance)
                part[method, tolerance] = max(part[method, tolerance], apart / allowed)
                if apart > allowed:
                    trial.fail(f"{method} at {tolerance:g} is {apart:.2e} from the reference")
    found.notes.insert(0, f"{alone} without a reference, which failed as documented")
    for method in ORDERS:
        found.notes.append(f"{method}: {compared[method]} compared, {failed[method]} failed with a cause; worst difference "
                           + ", ".join(f"{worst[method, t]:.1e} at tolerance {t:g} ({part[method, t]:.2f} of what is allowed)"
                                       for t in TOLERANCES))
    return found
