"""Running the command and reading what it leaves: the ground all tests of the command line stand on."""
import base64
import csv
import gzip
import json
import subprocess
import tempfile
import time
import unittest
import zlib
from pathlib import Path

import numpy

MODELS = Path(__file__).resolve().parents[2] / "models"
TIMEOUT = 120  # seconds for one command; under the sanitizers everything is slow
DONE, INTERNAL, USAGE, MODEL, ASSEMBLY, INTEGRATION, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130
FILES = ["outputs.csv", "results.h5", "steps.jsonl", "summary.json"]
MEMORY_LIMIT = 150_000_000  # bytes: the program starts with less, but a model of 30000 bodies needs more

# A rod on a pin, line by line, so that the tables can say where an error is.
ROD = """alembert: 1
bodies:
  rod: {mass: 1, inertia: [1, 1, 1], position: [0.5, 0, 0], markers: {tip: {at: [0.5, 0, 0]}}}
joints:
  pivot: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]}
simulation: {end: 0.1}
"""

# Four bars in the plane; {body} and {inertia} make them planar or spatial.
FOUR_BAR = """alembert: 1
bodies:
  crank: {{{body}mass: 1, inertia: {inertia}, position: [0, 0.5, 0]}}
  coupler: {{{body}mass: 1, inertia: {inertia}, position: [1, 1.5, 0]}}
  rocker: {{{body}mass: 1, inertia: {inertia}, position: [2, 1, 0]}}
joints:
  A: {{type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}}
  B: {{type: revolute, bodies: [crank, coupler], at: [0, 1, 0], axis: [0, 0, 1]}}
  C: {{type: revolute, bodies: [coupler, rocker], at: [2, 2, 0], axis: [0, 0, 1]}}
  D: {{type: revolute, bodies: [rocker, ground], at: [2, 0, 0], axis: [0, 0, 1]}}
"""
PLANAR_FOUR_BAR = FOUR_BAR.format(body="type: planar, ", inertia="1")
SPATIAL_FOUR_BAR = FOUR_BAR.format(body="", inertia="[1, 1, 1]")

# Two bars of 1 m that should bridge 5 m.
TOO_SHORT = """alembert: 1
bodies:
  ground: {markers: {far: {at: [5, 0, 0]}}}
  a: {mass: 1, inertia: [1, 1, 1], position: [0.5, 0, 0], markers: {l: {at: [-0.5, 0, 0]}, r: {at: [0.5, 0, 0]}}}
  b: {mass: 1, inertia: [1, 1, 1], position: [2.5, 0, 0], markers: {l: {at: [-0.5, 0, 0]}, r: {at: [0.5, 0, 0]}}}
joints:
  left: {type: revolute, between: [ground, a.l]}
  middle: {type: revolute, between: [a.r, b.l]}
  right: {type: revolute, between: [b.r, ground.far]}
"""


def rod(old: str, new: str) -> str:
    """The rod with something replaced."""
    assert old in ROD
    return ROD.replace(old, new)


def seal(path: Path):
    """Gives a file that was changed its checksum again (src/results/seal.h)."""
    data = path.read_bytes()
    if data[-24:].startswith(b"alembert crc32 "):
        data = data[:-24]
    path.write_bytes(data + f"alembert crc32 {zlib.crc32(data):08x}\n".encode())


class CommandLine(unittest.TestCase):
    program: str

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def alembert(self, *arguments, **options) -> subprocess.CompletedProcess:
        return subprocess.run([self.program, *map(str, arguments)], cwd=self.folder, text=True, timeout=TIMEOUT,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    def start(self, *arguments, stderr=subprocess.PIPE) -> subprocess.Popen:
        """Starts a command that goes on while the test does."""
        process = subprocess.Popen([self.program, *map(str, arguments)], cwd=self.folder, text=True,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr)
        self.addCleanup(self.end, process)
        return process

    def page(self, name: str) -> dict:
        """The header of the data in a page (viewer/src/data.ts), its arrays put in place of what names them."""
        html = (self.folder / name).read_text(encoding="utf-8")
        text = html.split('<script id="alembert-data" type="text/plain">', 1)[1].split("</script>", 1)[0]
        data = gzip.decompress(base64.b64decode(text, validate=True))
        end = 4 + int.from_bytes(data[:4], "little")
        arrays = data[(end + 7) // 8 * 8:]

        def filled(entry: dict):
            if "dtype" not in entry:
                return entry
            count = int(numpy.prod(entry["shape"]))
            kind = numpy.dtype({"f64": "<f8", "f32": "<f4", "i32": "<i4", "i8": "i1"}[entry["dtype"]])
            return numpy.frombuffer(arrays, kind, count, entry["offset"]).reshape(entry["shape"])

        return json.loads(data[4:end], object_hook=filled)

    @staticmethod
    def end(process: subprocess.Popen):
        process.kill()
        process.communicate()

    def write(self, text, name="m.yaml") -> Path:
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def wait_for(self, condition, what: str):
        limit = time.monotonic() + TIMEOUT
        while not condition():
            self.assertLess(time.monotonic(), limit, f"waited in vain for {what}")
            time.sleep(0.05)

    def expect(self, done, code: int, *words: str, report: bool = False):
        """The exit code, and the words somewhere in the message; a failed command prints nothing but a `report`."""
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)
        if code != DONE:
            self.assertEqual(done.stdout != "", report)
            lines = [line for line in done.stderr.splitlines() if not line.startswith("warning: ")]
            self.assertTrue(lines and lines[0].startswith("alembert: "), done.stderr)

    def summary(self, folder="m.out") -> dict:
        return json.loads((self.folder / folder / "summary.json").read_text())

    def table(self, folder="m.out", name="outputs.csv"):
        """Header and numbers of a CSV file."""
        with open(self.folder / folder / name, newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        return rows[0], numpy.array([[float(x) for x in row] for row in rows[1:]])

    def attempts(self, folder="m.out", name="steps.jsonl") -> list[dict]:
        return [json.loads(line) for line in (self.folder / folder / name).read_text().splitlines()]
