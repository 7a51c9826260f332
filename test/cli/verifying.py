"""`alembert verify`: what it prints, writes and refuses."""
import csv
import json
import os

from command_line import DONE, INTEGRATION, MODEL, MODELS, ROD, USAGE, CommandLine

# A point that keeps its velocity, and a clock: no error of integration can be seen in either.
STRAIGHT = """alembert: 1
bodies: {ball: {type: point, mass: 1, velocity: [0.5, 0, 0]}}
outputs: {x: dx(ball), clock: time^2, nothing: dy(ball)}
simulation: {end: 2, output_step: 0.01}
"""


class Verifying(CommandLine):
    def report(self, folder="m.verify") -> dict:
        return json.loads((self.folder / folder / "verify.json").read_text())

    def test_files_and_table(self):
        done = self.alembert("verify", MODELS / "slider_crank.yaml", "-o", "v")
        self.expect(done, DONE)
        self.assertEqual(sorted(os.listdir(self.folder / "v")), ["verify.csv", "verify.json"])
        report = self.report("v")
        self.assertEqual(report["tolerance"], [1e-6, 1e-7])
        self.assertGreater(report["steps"][1], report["steps"][0])
        self.assertIn(report["verdict"], done.stdout)
        self.assertTrue(report["verdict"].startswith("good: "), report["verdict"])
        with open(self.folder / "v" / "verify.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([r["output"] for r in rows], [o["name"] for o in report["outputs"]])
        for row, output in zip(rows, report["outputs"]):
            self.assertIn(row["output"], done.stdout)
            for name in ["final", "peak", "rms"]:
                self.assertEqual(float(row[name]), output[name]["value"])
                self.assertEqual(float(row[name + "_change"]), output[name]["change"])
        # The slider stays on its rail whatever the tolerance.
        self.assertTrue(next(o for o in report["outputs"] if o["name"] == "slider_y")["zero"])

    def test_a_fixed_step_is_quartered(self):
        options = ["--step", "0.01", "--end", "1", "--quiet"]
        done = self.alembert("verify", MODELS / "slider_crank.yaml", "-o", "v", *options)
        self.expect(done, DONE)
        self.assertEqual(done.stdout, "")
        self.assertEqual(self.report("v")["step"], [0.01, 0.0025])
        self.assertEqual(self.report("v")["steps"], [100, 400])

    def test_outputs_that_do_not_depend_on_it(self):
        self.write(STRAIGHT)
        done = self.alembert("verify", "m.yaml")
        self.expect(done, DONE)
        self.assertEqual(self.report()["verdict"], "the outputs do not depend on the tolerance")
        # Rounding of some hundred steps.
        for output in self.report()["outputs"]:
            for name in ["final", "peak", "rms"]:
                self.assertLess(output[name]["relative"], 1e-12)

    def test_a_loose_tolerance_is_called_poor(self):
        text = (MODELS / "slider_crank.yaml").read_text()
        self.write(text.replace("  output_step:", "  max_step: 1\n  output_step:"))
        done = self.alembert("verify", "m.yaml", "-o", "v", "--tolerance", "0.1")
        self.expect(done, DONE)
        self.assertTrue(self.report("v")["verdict"].startswith("poor: "), self.report("v")["verdict"])

    def test_refusals(self):
        self.expect(self.alembert("verify"), USAGE, "MODEL")
        self.expect(self.alembert("verify", "missing.yaml"), MODEL, "missing.yaml")
        self.write(ROD)
        self.expect(self.alembert("verify", "m.yaml"), MODEL, "no `outputs:`")
        self.write(STRAIGHT.replace("end: 2,", "end: 2, analysis: kinematics,"))
        self.expect(self.alembert("verify", "m.yaml"), MODEL, "only `analysis: dynamics` can be verified")
        self.write(STRAIGHT)
        self.expect(self.alembert("verify", "m.yaml", "--tolerance", "2"), USAGE, "--tolerance 2")
        self.expect(self.alembert("verify", "m.yaml", "--tolerance", "1e-13"), MODEL, "below rounding")
        self.write(STRAIGHT.replace("x: dx(ball)", "x: sqrt(1 - dx(ball)*1.5)"))
        self.expect(self.alembert("verify", "m.yaml"), INTEGRATION, "the run as it is: ")
        self.assertEqual(os.listdir(self.folder), ["m.yaml"])
