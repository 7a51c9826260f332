#!/usr/bin/env python3
"""What flexible bodies cost in a step: flexible_cost.py ALEMBERT [--count]

Processor time a step, the least of several runs in turns, with and without `--count`; with it, instructions by callgrind.
Each is the difference of two runs of different length, over the difference of their steps, so reading, starting and
closing the results cancel.
"""
import json
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# A frame of 134 modes that bounces on four bushings.
FRAME = """alembert: 1
gravity: [0, 0, -9.81]
bodies:
  frame: {{type: flexible, data: part.flex.h5, coupling: {coupling}}}
forces:
  {bushings}
simulation: {{end: 1, output_step: 0.1, step: 5e-4, method: hht}}
"""
BUSHING = ("b{0}: {{type: bushing, between: [ground.b{0}, frame.{0}], stiffness: [1e5, 1e5, 1e5, 100, 100, 100], "
           "damping: [100, 100, 100, 1, 1, 1]}}")
CORNERS = {"L0l": [0.69, 0.13, 0.32], "L0r": [0.69, -0.13, 0.32], "L5l": [-0.69, 0.13, 0.32],
           "L5r": [-0.69, -0.13, 0.32]}
REPEATS = 5


def frame_on_bushings(folder, alembert, coupling):
    part = folder / "part.flex.h5"
    if not part.exists():
        subprocess.run([alembert, "reduce", str(ROOT / "models/parts/atv_frame.yaml"), "-o", str(part)], check=True,
                       capture_output=True)
    text = FRAME.format(coupling=coupling, bushings="\n  ".join(BUSHING.format(name) for name in CORNERS))
    markers = ", ".join(f"b{name}: {{at: {at}}}" for name, at in CORNERS.items())
    text = text.replace("bodies:\n", f"bodies:\n  ground: {{markers: {{{markers}}}}}\n")
    model = folder / f"frame_{coupling}.yaml"
    model.write_text(text)
    return model


def run(alembert, model, options, end, count):
    """(seconds or instructions, summary) of one run."""
    with tempfile.TemporaryDirectory() as out:
        command = [alembert, "run", str(model), "--end", str(end), "--quiet", "-o", out, *options]
        if count:
            command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
        cost = after.ru_utime - before.ru_utime
        if count:
            cost = int(re.search(r"Collected : (\d+)", done.stderr).group(1))
        return cost, json.loads((Path(out) / "summary.json").read_text())


def costs(alembert, cases, count):
    """Cost of a step of each case (model, options, ends), and iterations a step."""
    least = [[float("inf")] * 2 for _ in cases]
    summaries = [[None, None] for _ in cases]
    for _ in range(1 if count else REPEATS):
        for k, (model, options, ends) in enumerate(cases):
            for e, end in enumerate(ends):
                cost, summaries[k][e] = run(alembert, model, options, end, count)
                least[k][e] = min(least[k][e], cost)
    out = []
    for (a, b), (s, t) in zip(least, summaries):
        steps = t["steps"] - s["steps"]
        out.append(((b - a) / steps, (t["newton_iterations"] - s["newton_iterations"]) / steps))
    return out


def show(title, names, results, count):
    first = results[0][0]
    unit = "instructions" if count else "us"
    print(f"{title:<40}{unit:>14}{'ratio':>8}{'iterations':>12}")
    for name, (cost, iterations) in zip(names, results):
        value = f"{cost:.0f}" if count else f"{1e6 * cost:.1f}"
        print(f"  {name:<38}{value:>14}{cost / first:>8.2f}{iterations:>12.2f}", flush=True)


def main():
    count = "--count" in sys.argv
    alembert = [a for a in sys.argv[1:] if not a.startswith("--")][0]
    couplings = ["constant", "partial", "full", "rigid"]
    methods = ["hht", "hht_si2", "hht_add"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        frames = [frame_on_bushings(folder, alembert, c) for c in couplings]
        ends = (0.1, 0.3) if count else (0.1, 2.1)
        show("frame of 134 modes, by coupling", couplings, costs(alembert, [(f, [], ends) for f in frames], count), count)
        crank = ROOT / "models/flexible_slider_crank.yaml"
        cases = [(crank, ["--tolerance", "1e-8", "--method", m], (0.05, 0.15) if count else (0.2, 1.0)) for m in methods]
        show("slider-crank with a flexible rod", methods, costs(alembert, cases, count), count)
        for rigid, a, b in [("slider_crank", 0.2, 0.6), ("seven_body", 0.01, 0.03), ("double_four_bar", 0.2, 0.6)]:
            model = ROOT / f"models/{rigid}.yaml"
            cases = [(model, ["--method", m], (a, b) if count else (0.5 * a, b)) for m in methods]
            show(rigid, methods, costs(alembert, cases, count), count)


if __name__ == "__main__":
    main()
