"""What all parts of the fuzzer stand on: running the command within limits, and the facts that hold for every run of it."""
import csv
import math
import re
import resource
import shutil
import signal
import subprocess
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
MODELS = REPOSITORY / "models"
DOCUMENTED = {0, 2, 3, 4, 5, 130}  # docs/command_line.md; 1 is right where memory is too little alone
MEMORY = 3 << 30  # bytes a command may have; the sanitizers want more address space than there is
# file:line:column of models, file:line of tables and meshes
POSITION = re.compile(r"^alembert: (.+?:\d+:\d+|.+\.(csv|inp|msh):\d+): ", re.MULTILINE | re.DOTALL)


@dataclass
class Done:
    code: int
    out: str
    err: str
    seconds: float
    ended: str = "itself"  # or "asked": it took too long and ended when asked to; "killed": it did not even then


@dataclass
class Found:
    """What a part of the fuzzer has seen."""
    cases: int = 0
    codes: Counter = field(default_factory=Counter)
    failures: list = field(default_factory=list)
    notes: list = field(default_factory=list)


class Ground:
    def __init__(self, program: str, reader: str, scratch: Path, failures: Path, sanitized: bool):
        self.program, self.reader, self.scratch, self.kept, self.sanitized = program, reader, scratch, failures, sanitized

    def limits(self):
        if not self.sanitized:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def command(self, *arguments, limit=20.0, cwd=None) -> Done:
        begin = time.monotonic()
        process = subprocess.Popen([self.program, *map(str, arguments)], cwd=cwd or self.scratch, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=self.limits)
        ended = "itself"
        try:
            out, err = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            ended = "asked"
            process.send_signal(signal.SIGTERM)
            try:
                out, err = process.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                ended = "killed"
                process.kill()
                out, err = process.communicate()
        return Done(process.returncode, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"),
                    time.monotonic() - begin, ended)

    def keep(self, name: str, *files, text: str = "") -> Path:
        """Saves what failed."""
        folder = self.kept / name
        folder.mkdir(parents=True, exist_ok=True)
        for file in files:
            if Path(file).is_dir():
                shutil.copytree(file, folder / Path(file).name, dirs_exist_ok=True)
            elif Path(file).exists():
                shutil.copy(file, folder)
        (folder / "what.txt").write_text(text, encoding="utf-8", errors="replace")
        return folder


def problem_of(done: Done, of_model: bool = True) -> str:
    """What is wrong with how a command ended; nothing if it is as documented."""
    if done.ended == "killed":
        return "did not end when asked to"
    if "Sanitizer" in done.err or "runtime error:" in done.err:
        return "a sanitizer reports"
    if done.code < 0:
        return f"ended by signal {-done.code}"
    if done.code == 1 and "not enough memory" in done.err:
        return ""
    if done.code not in DOCUMENTED:
        return f"exit code {done.code}"
    if done.code == 0:
        return ""
    rows = [row for row in done.err.splitlines() if not row.startswith("warning: ")]
    if not any(row.startswith("alembert: ") and len(row) > len("alembert: ") for row in rows):
        return f"exit code {done.code} without a message"
    if of_model and done.code == 3 and not POSITION.search(done.err) and "cannot read" not in done.err:
        return "an error of the model without its place"
    return ""


def results_problem(folder: Path) -> str:
    """What is wrong with the results of a run that says it is done."""
    left = [p.name for p in folder.rglob("*") if p.suffix in (".part", ".tmp", ".lock")]
    if left:
        return f"half-written: {left}"
    table = folder / "outputs.csv"
    if not table.exists():
        return ""
    with open(table, newline="", encoding="utf-8", errors="replace") as file:
        rows = list(csv.reader(file))
    for row in rows[1:]:
        if len(row) != len(rows[0]):
            return "a row of outputs.csv has another length than its header"
        for cell in row:
            try:
                if not math.isfinite(float(cell)):
                    return f"{cell} in outputs.csv"
            except ValueError:
                return f"{cell!r} in outputs.csv is no number"
    return ""
