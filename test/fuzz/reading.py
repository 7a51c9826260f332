"""Mutations of all shipped models, read in one process: refused with file, line and column, or taken."""
import os
import random
import select
import shutil
import subprocess
from pathlib import Path

from ground import MODELS, Found, Ground
from mutations import mutated

EXPRESSIONS = ["1 + 2*time", "-2^2^a", "sin(time)*cos(b) + sqrt(abs(a))", "if(time < 1 and not a > b, 1, max(a, b, 3))",
               "step(time, 0, 0, 1, 1)", "dx(a.b, ground) - vx(c)*wz(d, e, f)", "min(1, 2, atan2(a, b))",
               "1e3 + .5 - 2.e-3", "((((1))))", "linear(s, time)", "total_energy()/fm(joint)", "mod(time, 0.1) >= 0.05"]
LIMIT = 30.0  # seconds for one case: the largest parts take a few


def models() -> list[Path]:
    """Those that read quickly; parts are reduced by tests of their own."""
    return [p for p in sorted(MODELS.rglob("*.yaml")) if b"type: flexible" not in p.read_bytes() and p.parent.name != "parts"]


class Reader:
    """A process that reads cases one after the other; it is started again where one ends it."""

    def __init__(self, ground: Ground):
        self.ground, self.process, self.text = ground, None, b""

    def ask(self, kind: str, path: Path) -> tuple[int | None, str]:
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen([self.ground.reader], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.PIPE, preexec_fn=self.ground.limits)
            self.text = b""
        self.process.stdin.write(f"{kind} {path}\n".encode())
        self.process.stdin.flush()
        while b"\n" not in self.text:
            ready, _, _ = select.select([self.process.stdout], [], [], LIMIT)
            piece = os.read(self.process.stdout.fileno(), 1 << 16) if ready else b""
            if not piece:
                self.process.kill()
                err = self.process.communicate()[1].decode("utf-8", "replace")
                why = f"ended by {self.process.returncode}" if ready else "takes too long"
                self.process = None
                return None, f"{why}\n{err[-3000:]}"
            self.text += piece
        row, self.text = self.text.split(b"\n", 1)
        code, _, message = row.decode("utf-8", "replace").partition(" ")
        return int(code), message

    def close(self):
        if self.process:
            self.process.kill()
            self.process.communicate()


def problem(kind: str, path: Path, code, message: str) -> str:
    if code is None:
        return message
    if code == 0 or (code == 1 and message == "not enough memory"):
        return ""
    place = str(path) if kind == "model" else "text"
    if code != 3:
        return f"code {code}: {message}"
    rest = message[len(place):] if message.startswith(place + ":") else ""
    if not rest[1:2].isdigit() and "cannot read" not in message:
        return f"without its place: {message[:300]}"
    return ""


def run(ground: Ground, seed: int, cases: int) -> Found:
    found = Found()
    folder = ground.scratch / "models"
    shutil.copytree(MODELS, folder)
    origins = [p.relative_to(MODELS) for p in models()]
    reader = Reader(ground)
    try:
        for k in range(cases):
            source = random.Random(f"{seed} reading {k}")
            if k % 8 == 7:
                kind, origin, name = "expression", source.choice(EXPRESSIONS).encode(), "case.txt"
            else:
                chosen = source.choice(origins)
                kind, origin, name = "model", (MODELS / chosen).read_bytes(), str(chosen.parent / "case.yaml")
            data, changes = mutated(origin, source)
            path = folder / name
            path.write_bytes(data)
            code, message = reader.ask(kind, path)
            found.cases += 1
            found.codes[code] += 1
            if wrong := problem(kind, path, code, message):
                saved = ground.keep(f"reading_{seed}_{k}", path, text=f"{kind} {changes}\n{wrong}\n")
                found.failures.append(f"case {k} ({', '.join(changes)}): {wrong.splitlines()[0][:200]}; see {saved}")
    finally:
        reader.close()
    return found
