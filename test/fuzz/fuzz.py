#!/usr/bin/env python3
"""Tries to break the program, and says how it went: fuzz.py PROGRAM READER [--only PART] [--cases N] [--seed S] [--short]

READER is alembert_fuzz_cases. The parts, each with what must hold, are described at the heads of their files. The same
seed gives the same cases. What fails is kept in --keep. `make fuzz` runs all of it at length, ctest in a short form.
"""
import argparse
import importlib
import sys
import tempfile
import time
from pathlib import Path

from ground import Ground

# Cases of the long and of the short form. The long one is scaled by --cases, which counts the models that are read.
PARTS = {"reading": (10000, 400), "commands": (1500, 25), "mechanisms": (200, 4), "kills": (60, 3), "damage": (600, 30)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("reader")
    parser.add_argument("--only", choices=PARTS, action="append")
    parser.add_argument("--cases", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--keep", type=Path, default=Path("fuzz_failures"))
    options = parser.parse_args()
    program, reader = (str(Path(path).resolve()) for path in (options.program, options.reader))
    sanitized = b"__asan_init" in Path(program).read_bytes()
    failed = 0
    for name in options.only or PARTS:
        long, short = PARTS[name]
        cases = short if options.short else max(1, round(long * options.cases / 10000))
        begin = time.monotonic()
        with tempfile.TemporaryDirectory() as scratch:
            ground = Ground(program, reader, Path(scratch), options.keep.resolve(), sanitized)
            found = importlib.import_module(name).run(ground, options.seed, cases)
        codes = ", ".join(f"{code}: {count}" for code, count in sorted(found.codes.items(), key=lambda c: str(c[0])))
        print(f"{name}: {found.cases} cases in {time.monotonic() - begin:.0f} s; exits by code {codes}; "
              f"{len(found.failures)} failed", flush=True)
        for note in found.notes:
            print(f"  {note}", flush=True)
        for failure in found.failures:
            print(f"  FAILED {failure}", flush=True)
        failed += len(found.failures)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
