"""`alembert report` and `--report`: what the pages of the analyses hold."""
import json

import numpy

from command_line import DONE, INTEGRATION, MODELS, USAGE, CommandLine

# A crank turned by a motor whose torque is to be found.
DRIVEN = """alembert: 1
title: A driven crank
gravity: [0, -9.81, 0]
bodies:
  crank: {mass: 1, inertia: [0.001, 0.01, 0.01], position: [0.15, 0, 0]}
joints:
  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}
variables: {motor: 0}
forces:
  drive: {type: torque, on: crank, torque: [0, 0, var(motor)]}
motions:
  turn: {joint: shaft, angle: 2*pi*time}
outputs: {x: dx(crank)}
simulation: {analysis: ANALYSIS, end: 1, output_step: 0.1}
"""

# A mass that is pushed and that nothing holds: there is no equilibrium.
RUNS_AWAY = """alembert: 1
bodies:
  ball: {type: point, mass: 1}
forces:
  push: {type: force, on: ball, force: [1, 0, 0]}
simulation: {analysis: statics}
"""


class Pages(CommandLine):
    def run_of(self, folder: str) -> dict:
        return self.page(f"{folder}/report.html")["run"]

    def test_modes(self):
        done = self.alembert("modes", MODELS / "slider_crank.yaml", "--about", "equilibrium", "-o", "m", "--report")
        self.expect(done, DONE)
        self.assertTrue(done.stdout.endswith("results in m\nreport page: m/report.html\n"), done.stdout)
        run = self.run_of("m")
        self.assertEqual((run["analysis"], run["integrated"], len(run["frames"]["time"])), ("modes", False, 1))
        stored = json.loads((self.folder / "m/modes.json").read_text())
        self.assertEqual(run["modes"]["about"], "the equilibrium")
        self.assertEqual(len(run["modes"]["list"]), len(stored["modes"]))
        for shown, mode in zip(run["modes"]["list"], stored["modes"]):
            self.assertEqual(shown["eigenvalue"], mode["eigenvalue"])
            self.assertEqual({s["name"]: s["share"] for s in shown["kinetic"]}, mode["energy"]["kinetic"])
            self.assertTrue(numpy.allclose(shown["shape"], list(mode["shape"].values()), atol=1e-6))
        self.assertIn("1 mode about the equilibrium. 1 oscillates", run["story"][0])
        self.assertEqual({fact["group"] for fact in run["facts"]}, {"Analysis"})

    def test_a_linear_model_shows_its_modes(self):
        self.expect(self.alembert("linearise", MODELS / "slider_crank.yaml", "-o", "m", "--quiet"), DONE)
        self.expect(self.alembert("report", "m", "--quiet"), DONE)
        run = self.run_of("m")
        self.assertTrue(run["modes"]["list"])
        self.assertIn("linear.mat", run["story"][-1])

    def test_equilibria(self):
        self.expect(self.alembert("statics", MODELS / "slider_crank.yaml", "-o", "s", "--report", "--quiet"), DONE)
        run = self.run_of("s")
        self.assertIn("It is stable", run["story"][0])
        self.assertEqual(len(run["frames"]["time"]), 1)
        self.assertEqual([c["names"] for c in run["columns"]][1], ["kinetic", "potential", "total"])
        self.expect(self.alembert("quasi_statics", MODELS / "slider_crank.yaml", "-o", "q", "--report", "--quiet",
                                  "--end", "1", "--output-step", "0.5"), DONE)
        run = self.run_of("q")
        self.assertIn("3 equilibria from time 0 to 1 s: 3 stable.", run["story"][0])
        stability = run["columns"][-1]
        self.assertEqual((stability["group"], stability["values"].shape), ("stability", (3, 1)))
        eigenvalues = [e["smallest_eigenvalue"] for e in self.summary("q")["equilibria"]]
        self.assertEqual(stability["values"][:, 0].tolist(), eigenvalues)

    def test_driven_motions_by_the_models_own_analysis(self):
        self.write(DRIVEN.replace("ANALYSIS", "kinematics"))
        self.expect(self.alembert("run", "m.yaml", "--report", "--quiet"), DONE)
        run = self.run_of("m.out")
        self.assertIn("at 11 times from 0 to 1 s", run["story"][0])
        self.assertEqual(len(run["frames"]["time"]), 11)
        self.write(DRIVEN.replace("ANALYSIS", "inverse_dynamics, actuators: [motor]"))
        self.expect(self.alembert("run", "m.yaml", "--report", "--quiet"), DONE)
        found = next(c for c in self.run_of("m.out")["columns"] if c["group"] == "variables")
        self.assertEqual(found["names"], ["motor"])
        _, actuators = self.table("m.out", "actuators.csv")
        self.assertTrue((found["values"][:, 0] == actuators[:, 1]).all())

    def test_step_limit(self):
        self.expect(self.alembert("step_limit", MODELS / "slider_crank.yaml", "-o", "l", "--end", "0.2", "--report",
                                  "--quiet"), DONE)
        page = self.page("l/report.html")
        self.assertEqual(page["title"], "Rigid slider-crank with a spring: largest stable step")
        curve = page["sections"][1]["blocks"][0]["chart"]["series"][0]
        _, numbers = self.table("l", "step_limit.csv")
        self.assertTrue((curve["x"] == numbers[:, 0]).all() and (curve["y"] == numbers[:, 1]).all())

    def test_a_failed_analysis_has_a_page_that_says_why(self):
        self.write(RUNS_AWAY)
        self.expect(self.alembert("run", "m.yaml", "--report", "--quiet"), INTEGRATION)
        run = self.run_of("m.out")
        self.assertEqual(run["status"], "failed")
        self.assertIn("no equilibrium was found", run["message"])
        self.assertEqual(run["story"], [])

    def test_damaged_modes_are_refused(self):
        self.expect(self.alembert("modes", MODELS / "slider_crank.yaml", "-o", "m", "--quiet"), DONE)
        for text in ["{", "[]", '{"modes": [{}]}', '{"about": "x", "modes": [{"eigenvalue": 1}]}']:
            (self.folder / "m/modes.json").write_text(text)
            self.expect(self.alembert("report", "m"), USAGE, "m/modes.json")
