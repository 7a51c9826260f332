#!/usr/bin/env python3
"""Instructions per step of four mechanisms, counted by callgrind: instructions.py ALEMBERT

Counts are repeatable where times are not. Each is the difference of two runs of different length, over the difference of
their steps, so reading, starting and closing the results cancel. BEFORE holds the counts of commit cd347c2, the last one
before bodies became kernels and contributions parts.
"""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# model, what is set, the two ends; counts before by method
BEFORE = [
    ("slider_crank", [], (0.2, 0.6), {"hht": 123_000, "hht_si2": 141_418}),
    ("seven_body", [], (0.01, 0.03), {"hht": 162_081, "hht_si2": 216_614}),
    ("double_four_bar", [], (0.2, 0.6), {"hht": 440_016, "hht_si2": 507_947}),
    ("chain", ["N=300"], (0.05, 0.1), {"hht": 15_387_818, "hht_si2": 17_918_221}),
]


def count(alembert, model, sets, method, end):
    """(instructions, steps) of one run."""
    with tempfile.TemporaryDirectory() as folder:
        command = [alembert, "run", str(ROOT / "models" / f"{model}.yaml"), "--method", method, "--end", str(end),
                   "--quiet", "-o", folder]
        for value in sets:
            command += ["--set", value]
        run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command],
                             capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"{' '.join(command)} failed:\n{run.stdout}{run.stderr}")
        steps = json.loads((Path(folder) / "summary.json").read_text())["steps"]
        return int(re.search(r"Collected : (\d+)", run.stderr).group(1)), steps


def main():
    alembert = sys.argv[1]
    print(f"{'instructions per step':<24}{'method':<10}{'before':>12}{'now':>12}{'ratio':>8}")
    for model, sets, ends, before in BEFORE:
        for method, old in before.items():
            (a, n), (b, m) = (count(alembert, model, sets, method, end) for end in ends)
            new = (b - a) / (m - n)
            name = " ".join([model, *sets])
            print(f"{name:<24}{method:<10}{old:>12.0f}{new:>12.0f}{new / old:>8.3f}", flush=True)


if __name__ == "__main__":
    main()
