"""Damaged files: each is refused with exit code 2 (3 where a model names it) and a message, or read as if it were whole.

Bits are flipped, blocks zeroed or replaced, ends cut off and bytes inserted in results.h5, results.h5.part with its checkpoint,
summary.json, modes.json, step_limit.csv, outputs.csv, steps.jsonl, and in the reduced parts of flexible bodies.
"""
import random
import shutil
from pathlib import Path

from ground import MODELS, Found, Ground, problem_of

ROD = """alembert: 1
bodies: {rod: {type: flexible, data: rod.flex.h5}}
joints: {hold: {type: fixed, between: [rod.left, ground]}}
gravity: [0, 0, -9.81]
outputs: {tip: dz(rod.right)}
simulation: {end: 0.02, output_step: 0.001, tolerance: 1e-6}
"""
PART = """alembert: 1
units: {length: mm, mass: t, force: N}
mesh: block.inp
interfaces: {left: LEFT, right: RIGHT}
modes: {fixed: 3}
"""
LIST = """alembert: 1
gravity: [0, -9.81, 0]
bodies: {ball: {type: point, mass: 1, position: [1, 0, 0]}}
forces: {s: {type: spring_damper, between: [ground, ball], stiffness: 100, damping: 1}}
outputs: {y: dy(ball)}
simulation: [{analysis: statics}, {analysis: dynamics, end: 0.1}]
"""


def damaged(data: bytes, source: random.Random) -> tuple[bytes, str]:
    out = bytearray(data)
    at = source.randrange(len(out))
    kind = source.choice(["bit"] * 6 + ["bits", "zeros", "noise", "cut", "insert", "remove", "swap"])
    size = min(len(out) - at, source.choice([1, 16, 512, 4096]))
    if kind == "bit":
        out[at] ^= 1 << source.randrange(8)
    elif kind == "bits":
        for _ in range(source.randint(2, 20)):
            out[source.randrange(len(out))] ^= 1 << source.randrange(8)
    elif kind == "zeros":
        out[at:at + size] = bytes(size)
    elif kind == "noise":
        out[at:at + size] = source.randbytes(size)
    elif kind == "cut":
        del out[source.choice([at, len(out) - 1, len(out) - 24, len(out) - 25]):]
    elif kind == "insert":
        out[at:at] = source.randbytes(size)
    elif kind == "remove":
        del out[at:at + size]
    else:
        other = source.randrange(len(out))
        a, b = sorted([at, other])
        out = out[:a] + out[b:b + 64] + out[a + 64:b] + out[a:a + 64] + out[b + 64:]
    return bytes(out), kind


class Bench:
    """Folders of results, and what commands make of them while they are whole."""

    def __init__(self, ground: Ground):
        self.ground, self.home = ground, ground.scratch / "damage"
        self.home.mkdir()
        self.prepare()
        self.trials = self.tables()
        self.wanted = {}
        for trial in self.trials:
            self.wanted[id(trial)] = self.outcome(trial)
            if self.wanted[id(trial)][0].code != 0:
                raise RuntimeError(f"{trial[1]}: {self.wanted[id(trial)][0].err}")

    def make(self, *arguments):
        done = self.ground.command(*arguments, cwd=self.home, limit=120)
        if done.code != 0:
            raise RuntimeError(f"{arguments}: {done.err}")

    def prepare(self):
        self.make("run", MODELS / "slider_crank.yaml", "-o", "run", "--end", "0.3", "--quiet")
        self.make("modes", MODELS / "double_pendulum.yaml", "-o", "modes", "--quiet")
        self.make("step_limit", MODELS / "double_pendulum.yaml", "-o", "limit", "--end", "0.2", "--quiet")
        shutil.copytree(self.home / "run", self.home / "killed")
        for name in ["outputs.csv", "results.h5", "steps.jsonl"]:
            (self.home / "killed" / name).rename(self.home / "killed" / f"{name}.part")
        (self.home / "killed/summary.json").unlink()
        (self.home / "list.yaml").write_text(LIST)
        self.make("run", "list.yaml", "-o", "list", "--quiet")
        shutil.copy(MODELS / "parts/block.inp", self.home)
        (self.home / "part.yaml").write_text(PART)
        (self.home / "rod.yaml").write_text(ROD)
        self.make("reduce", "part.yaml", "-o", "rod.flex.h5", "--quiet")
        self.make("run", "rod.yaml", "-o", "rod", "--quiet")

    def tables(self):
        """A file that is damaged, a command that reads it, and what the command writes."""
        report, plot = ["report", "{}", "-o", "out.html"], ["plot", "{}", "-o", "out.svg"]
        csv, vtk = ["export", "{}", "--csv", "-o", "out.csv"], ["export", "{}", "--vtk", "-o", "out.vtk"]
        go_on = ["run", "--continue", "{}", "-o", "out", "--end", "0.4", "--quiet"]
        stress = ["stress", "{}", "-o", "out.csv"]
        return [("run/results.h5", command) for command in [report, report, plot, csv, csv, vtk, go_on, go_on]] + [
            ("killed/results.h5.part", command) for command in [report, csv, go_on]] + [
            ("run/summary.json", command) for command in [report, csv, go_on]] + [
            ("run/steps.jsonl", report), ("run/outputs.csv", report), ("modes/modes.json", report),
            ("modes/results.h5", report), ("limit/step_limit.csv", report), ("limit/summary.json", report),
            ("list/results.h5", go_on), ("list/1_statics/results.h5", go_on), ("list/1_statics/summary.json", report),
            ("rod/results.h5", stress), ("rod.flex.h5", stress), ("rod.flex.h5", ["run", "rod.yaml", "-o", "out", "--quiet"])]

    def outcome(self, trial) -> tuple:
        """How the command ends, and what it writes, but for what depends on time and place."""
        file, command = trial
        folder = file.split("/")[0]
        if "." in folder:
            folder = "rod"
        for old in self.home.glob("out*"):
            shutil.rmtree(old) if old.is_dir() else old.unlink()
        done = self.ground.command(*[word.format(folder) for word in command], cwd=self.home, limit=60)
        written = {}
        for path in sorted(self.home.rglob("out*")) + sorted(self.home.glob("out*/**/*")):
            if path.is_file() and path.name not in ("summary.json", "results.h5") and path.suffix != ".html":
                written[str(path.relative_to(self.home))] = path.read_bytes()
        if (page := self.home / "out.html").exists():
            written["out.html"] = page.read_bytes()
        return done, {name: data for name, data in written.items() if name.startswith("out")}

    def try_one(self, trial, source: random.Random) -> tuple:
        path = self.home / trial[0]
        whole = path.read_bytes()
        data, kind = damaged(whole, source)
        path.write_bytes(data)
        try:
            done, written = self.outcome(trial)
        finally:
            path.write_bytes(whole)
        same = data == whole or written == self.wanted[id(trial)][1]
        wrong = problem_of(done, False)
        if not wrong and done.ended != "itself":
            wrong = "takes more than 60 s"
        if not wrong and done.code not in (0, 2, 3):
            wrong = f"exit code {done.code}"
        if not wrong and done.code == 0 and not same:
            wrong = "read as something else"
        return done, wrong, kind, data


def run(ground: Ground, seed: int, cases: int) -> Found:
    found = Found()
    bench = Bench(ground)
    refused = 0
    for k in range(cases):
        source = random.Random(f"{seed} damage {k}")
        trial = bench.trials[k % len(bench.trials)]
        done, wrong, kind, data = bench.try_one(trial, source)
        found.cases += 1
        found.codes[done.code] += 1
        refused += done.code != 0
        if wrong:
            words = f"{' '.join(trial[1])} with {trial[0]} damaged ({kind})"
            saved = ground.keep(f"damage_{seed}_{k}", text=f"{words}\n{wrong}\n{done.err[-3000:]}")
            (saved / Path(trial[0]).name).write_bytes(data)
            found.failures.append(f"case {k}: {words}: {wrong}; see {saved}")
    found.notes.append(f"{refused} refused, {found.cases - refused} read unchanged")
    return found
