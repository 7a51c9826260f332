"""Mutated models, parts and tables through the command itself: `check`, `run` and `reduce`."""
import random
import shutil
from pathlib import Path

from ground import MODELS, Found, Ground, problem_of, results_problem
from mutations import ALL, SOFT, mutated
from reading import models

TABLE = "t,x,y\n0,0,1\n0.1,1,1.5\n0.2,1.5,2.5\n0.3,1,-1e-3\n0.4,0,0\n0.5,2,1\n"
WITH_TABLE = """alembert: 1
splines: {push: {file: case.csv, columns: [t, x]}}
bodies: {ball: {type: point, mass: 1, position: [0, 0, 0]}}
forces: {push: {type: force, on: ball, force: ["akima(push, time)", "linear(push, time)", 0]}}
outputs: {x: dx(ball), y: dy(ball)}
simulation: {end: 0.5, tolerance: 1e-5}
"""
LIMIT = 20.0  # seconds; longer is no failure, if it ends when asked to
SMALL = 20_000  # bytes of part files that are quick to reduce


def parts() -> list[Path]:
    return [p for p in sorted((MODELS / "parts").iterdir()) if p.is_file() and p.stat().st_size < SMALL]


def arguments_of(source: random.Random, folder: Path) -> tuple[list, Path, bytes, list]:
    """A command, the file that is mutated for it, and how."""
    draw = source.random()
    if draw < 0.08:
        (folder / "table.yaml").write_text(WITH_TABLE)
        data, changes = mutated(TABLE.encode(), source)
        return ["run", "table.yaml", "-o", "out"], folder / "case.csv", data, changes
    if draw < 0.14 and parts():
        chosen = source.choice(parts())
        data, changes = mutated(chosen.read_bytes(), source)
        if chosen.suffix == ".yaml":
            return ["reduce", "parts/case.yaml", "-o", "out.flex.h5"], folder / "parts/case.yaml", data, changes
        case = folder / "parts" / chosen.name
        (folder / "parts/around.yaml").write_text(f"alembert: 1\nmesh: {chosen.name}\nmodes: {{fixed: 2}}\n")
        return ["reduce", "parts/around.yaml", "-o", "out.flex.h5"], case, data, changes
    chosen = source.choice(models()).relative_to(MODELS)
    data, changes = mutated((MODELS / chosen).read_bytes(), source, source.choice([ALL, SOFT, SOFT]))
    case = chosen.parent / "case.yaml"
    if source.random() < 0.3:
        return ["check", case], folder / case, data, changes
    return ["run", case, "-o", "out", "--end", "0.01"], folder / case, data, changes


def run(ground: Ground, seed: int, cases: int) -> Found:
    found = Found()
    folder = ground.scratch / "commands"
    shutil.copytree(MODELS, folder)
    slow = 0
    for k in range(cases):
        source = random.Random(f"{seed} commands {k}")
        arguments, path, data, changes = arguments_of(source, folder)
        before = path.read_bytes() if path.exists() else None
        path.write_bytes(data)
        done = ground.command(*arguments, limit=LIMIT, cwd=folder)
        found.cases += 1
        found.codes[done.code] += 1
        slow += done.ended == "asked"
        wrong = problem_of(done, arguments[0] != "reduce")
        out = folder / "out"
        if not wrong and done.code == 0 and out.exists():
            wrong = results_problem(out)
        if not wrong and arguments[0] == "reduce" and done.code != 0 and list(folder.glob("out.flex.h5*")):
            wrong = "reduce failed and left a file"
        if wrong:
            words = " ".join(map(str, arguments))
            saved = ground.keep(f"commands_{seed}_{k}", path, text=f"{words}\n{changes}\n{wrong}\n{done.err[-4000:]}")
            found.failures.append(f"case {k} ({words}; {', '.join(changes)}): {wrong}; see {saved}")
        shutil.rmtree(out, ignore_errors=True)
        (folder / "out.flex.h5").unlink(missing_ok=True)
        if before is not None:
            path.write_bytes(before)
        elif path.exists():
            path.unlink()
    if slow:
        found.notes.append(f"{slow} took more than {LIMIT:g} s and ended when asked to")
    return found
