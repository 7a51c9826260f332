#!/usr/bin/env python3
"""How right the default settings are: default_settings.py ALEMBERT

Runs every shipped model of dynamics without contacts, and the README's, with the default method and tolerance in the
place of its own, with the former default, and with bdf, and compares each output's last value and peak with a tight
run (bdf at 1e-11, or hht_si2 at 1e-10 where that fails).
Prints the rows of the table in docs/benchmarks.md: largest error over peak, and milliseconds of processor time.
"""
import csv
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = {"default": ["--method", "hht_si2:alpha=-0.05", "--tolerance", "1e-8"],
            "hht -0.3, 1e-5": ["--method", "hht", "--tolerance", "1e-5"],
            "bdf, 1e-6": ["--method", "bdf", "--tolerance", "1e-6"]}
TIGHT = [["--method", "bdf", "--tolerance", "1e-11"], ["--method", "hht_si2:alpha=-0.05", "--tolerance", "1e-10"]]
NOTHING = 1e-6  # an output whose peak is below shows an error, and nothing else


def run(alembert, model, settings, folder):
    done = subprocess.run([alembert, "run", str(model), *settings, "--quiet", "-o", str(folder)], capture_output=True)
    if done.returncode != 0:
        return None
    with open(folder / "outputs.csv") as file:
        names, *rows = csv.reader(file)
    columns = {name: [float(row[k]) for row in rows] for k, name in enumerate(names) if k > 0}
    return columns, json.loads((folder / "summary.json").read_text())


def peak(values):
    return max(map(abs, values))


def error(columns, exact):
    """The largest, and the output that has it."""
    errors = [(max(abs(columns[name][-1] - y[-1]), abs(peak(columns[name]) - peak(y))) / peak(y), name)
              for name, y in exact.items() if peak(y) > NOTHING]
    return max(errors)


def main():
    alembert = sys.argv[1]
    with tempfile.TemporaryDirectory() as work:
        work = Path(work)
        readme = re.search(r"```yaml\n(alembert: 1  # pendulum.yaml\n.*?)```", (ROOT / "README.md").read_text(), re.S)
        (work / "README.yaml").write_text(readme.group(1))
        models = [work / "README.yaml", *sorted((ROOT / "models").glob("*.yaml"))]
        print("| model | " + " | ".join(f"{name} | ms" for name in SETTINGS) + " | worst output |")
        print("|---" * (2 * len(SETTINGS) + 2) + "|")
        for model in models:
            if re.search(r"analysis: *(?!dynamics)\w+|^contacts:", model.read_text(), re.M):
                continue
            reference = run(alembert, model, TIGHT[0], work / "tight") or run(alembert, model, TIGHT[1], work / "tight")
            if reference is None:
                print(f"| {model.stem} | no reference |")
                continue
            cells, worst = [], ""
            for name, settings in SETTINGS.items():
                result = run(alembert, model, settings, work / "run")
                if result is None:
                    cells += ["failed", ""]
                    continue
                size, output = error(result[0], reference[0])
                cells += [f"{size:.0e}", f"{1e3 * result[1]['cpu_seconds']:.0f}"]
                if name == "default":
                    worst = output
            print(f"| {model.stem} | " + " | ".join(cells) + f" | {worst} |", flush=True)


if __name__ == "__main__":
    main()
