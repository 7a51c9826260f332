"""`--input` of every command that takes a model, and `export --fmu`."""
import csv
import json
import zipfile

import h5py

from command_line import DONE, MODEL, USAGE, CommandLine

CART = """alembert: 1
inputs: {push: 2, wind: {x: [0, 1], y: [0, 0]}}
bodies: {cart: {type: point, mass: 1}}
forces: {push: {type: force, on: cart, force: [input(push) + input(wind), 0, 0]}}
outputs: {v: vx(cart), push: input(push)}
simulation: {end: 1, output_step: 0.1}
"""


class Inputs(CommandLine):
    def last(self, folder: str) -> list[float]:
        with open(self.folder / folder / "outputs.csv", newline="", encoding="utf-8") as file:
            return [float(x) for x in list(csv.reader(file))[-1]]

    def test_numbers_and_files_replace_them(self):
        self.write(CART)
        (self.folder / "w.csv").write_text("time,gust,wind\n0,9,0\n1,9,4\n")
        self.expect(self.alembert("run", "m.yaml", "--quiet"), DONE)
        self.assertAlmostEqual(self.last("m.out")[1], 2.0, 6)
        self.expect(self.alembert("run", "m.yaml", "-o", "a", "--input", "push=1/2", "--input", "wind=w.csv"), DONE)
        self.assertAlmostEqual(self.last("a")[1], 2.5, 6)
        self.assertEqual(self.last("a")[2], 0.5)
        with h5py.File(self.folder / "a" / "results.h5") as results:
            self.assertEqual([name.decode() for name in results["inputs/names"]], ["push", "wind"])
            self.assertEqual(list(results["inputs/value"][-1][:, 0]), [0.5, 4.0])
        # What was given stays with a run that goes on: the gust ends with its file's last value.
        self.expect(self.alembert("run", "--continue", "a", "--end", "2"), DONE)
        self.assertAlmostEqual(self.last("a")[1], 7.0, 6)
        done = self.alembert("check", "m.yaml", "--input", "push=7")
        self.expect(done, DONE)
        self.assertIn("push = 7 (given)", done.stdout)

    def test_linear_models_have_them(self):
        self.write(CART)
        self.expect(self.alembert("linearise", "m.yaml", "-o", "l", "--inputs", "push", "--outputs", "v,push"), DONE)
        linear = json.loads((self.folder / "l" / "linear.json").read_text())
        self.assertEqual(linear["inputs"], ["push"])
        self.assertAlmostEqual(linear["D"][1][0], 1.0, 12)

    def test_refusals(self):
        self.write(CART)
        self.expect(self.alembert("run", "m.yaml", "--input", "pusch=1"), USAGE, "did you mean `push`?")
        self.expect(self.alembert("run", "m.yaml", "--input", "push"), USAGE, "NAME=NUMBER or NAME=FILE")
        self.expect(self.alembert("run", "m.yaml", "--input", "push=hard"), USAGE, "neither a number nor a file")
        self.expect(self.alembert("run", "m.yaml", "--input", "push=none.csv"), MODEL, "none.csv")
        (self.folder / "bad.csv").write_text("0,1\n1,x\n")
        self.expect(self.alembert("run", "m.yaml", "--input", "push=bad.csv"), MODEL, "bad.csv:2:3")
        self.write(CART.replace("inputs: {push: 2,", "inputs: {posh: 2,"))
        self.expect(self.alembert("run", "m.yaml"), MODEL, "unknown input `push`, did you mean `posh`?")

    def test_export_as_fmu(self):
        self.write(CART)
        done = self.alembert("export", "m.yaml", "--fmu", "--input", "push=3")
        self.expect(done, DONE)
        self.assertEqual(done.stdout, "written to m.fmu\n")
        with zipfile.ZipFile(self.folder / "m.fmu") as archive:
            self.assertIsNone(archive.testzip())
            self.assertIn('name="push" valueReference="1"', archive.read("modelDescription.xml").decode())
            self.assertEqual(json.loads(archive.read("resources/alembert.json"))["inputs"], {"push": 3.0})
        self.expect(self.alembert("export", "m.yaml", "--csv"), USAGE, "is a model file")
        self.expect(self.alembert("run", "m.yaml", "--quiet"), DONE)
        self.expect(self.alembert("export", "m.out", "--fmu"), USAGE, "is a folder")
        self.expect(self.alembert("export", "m.out", "--csv", "--input", "push=1"), USAGE, "--input is for --fmu")
        self.expect(self.alembert("export", "m.yaml", "--fmu", "-o", "x.zip"), USAGE, "ends with .fmu")
