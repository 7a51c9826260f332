"""Analyses other than dynamics: commands, files, refusals."""
import json
import math
import struct

from command_line import (ASSEMBLY, DONE, INTEGRATION, MODEL, MODELS, ROD, TOO_SHORT, USAGE, CommandLine)

PENDULUM = """alembert: 1
gravity: [0, -9.81, 0]
bodies: {rod: {mass: 2, inertia: [0.5, 0.01, 0.5], position: [0, -1, 0], markers: {end: {at: [0, 1, 0]}}}}
joints: {pin: {type: revolute, between: [ground, rod.end]}}
variables: {push: 0}
forces: {hand: {type: torque, on: rod, torque: [0, 0, var(push)]}}
outputs: {angle: az(rod), turning: wdtz(rod)}
simulation: {end: 1}
"""


def read_mat(data: bytes) -> dict:
    """The matrices of a MAT-file of level 4: {name: list of rows}."""
    out, at = {}, 0
    while at < len(data):
        kind, rows, columns, imaginary, length = struct.unpack_from("<5I", data, at)
        assert (kind, imaginary) == (0, 0)
        at += 20
        name = data[at:at + length - 1].decode()
        at += length
        values = struct.unpack_from(f"<{rows * columns}d", data, at)
        at += 8 * rows * columns
        out[name] = [[values[c * rows + r] for c in range(columns)] for r in range(rows)]
    return out


class Analyses(CommandLine):
    def write(self, text: str, name: str = "m.yaml"):
        (self.folder / name).write_text(text)
        return name

    def load(self, name: str, folder: str = "m.out"):
        return json.loads((self.folder / folder / name).read_text())

    def test_dynamics_is_run_whatever_the_model_says(self):
        self.write(ROD.replace("{end: 0.1}", "{analysis: kinematics, end: 0.1, output_step: 0.01}") +
                   "motions: {m: {joint: pivot, angle: 2*time}}\noutputs: {a: az(rod)}\n")
        self.expect(self.alembert("run", "m.yaml", "--tolerance", "1e-6"), USAGE, "kinematics", "for dynamics")
        self.expect(self.alembert("dynamics", "m.yaml", "--tolerance", "1e-6"), DONE)
        self.assertEqual(self.summary()["analysis"], "dynamics")
        self.expect(self.alembert("dynamics", "m.yaml", "-o", "long.out", "--end", "0.2"), DONE)
        self.expect(self.alembert("dynamics", "m.yaml", "-o", "gone_on.out"), DONE)
        self.expect(self.alembert("run", "--continue", "gone_on.out", "--end", "0.2"), DONE)
        self.assertEqual((self.folder / "gone_on.out/outputs.csv").read_bytes(),
                         (self.folder / "long.out/outputs.csv").read_bytes())
        self.expect(self.alembert("dynamics", MODELS / "quarter_car.yaml", "-o", "car.out", "--end", "0.1"), DONE)
        self.expect(self.alembert("run", "--continue", "car.out", "--end", "0.2"), DONE)

    def test_modes_of_a_pendulum(self):
        self.write(PENDULUM)
        done = self.alembert("modes", "m.yaml")
        self.assertEqual(done.returncode, DONE, done.stderr)
        w = math.sqrt(2 * 9.81 * 1 / (0.5 + 2))
        self.assertIn("rod", done.stdout)
        (mode,) = self.load("modes.json", "m.modes")["modes"]
        self.assertAlmostEqual(mode["eigenvalue"][0], 0, places=12)
        self.assertAlmostEqual(mode["eigenvalue"][1], w, places=12)
        self.assertAlmostEqual(mode["frequency"], w / (2 * math.pi), places=12)
        self.assertAlmostEqual(mode["damping_ratio"], 0, places=12)
        # Hanging 1 m below the pin: a turn of 1 moves it by 1 along x.
        for value, exact in zip(mode["shape"]["rod"], [1, 0, 0, 0, 0, 1]):
            self.assertAlmostEqual(value, exact, places=12)
        self.assertEqual(self.load("summary.json", "m.modes")["analysis"], "modes")

    def test_linear_model_in_all_formats(self):
        self.write(PENDULUM)
        self.assertEqual(self.alembert("linearise", "m.yaml").returncode, DONE)
        linear = self.load("linear.json", "m.linear")
        self.assertEqual(linear["states"], ["body rod: rotation z", "rate of body rod: rotation z"])
        self.assertEqual((linear["inputs"], linear["outputs"]), (["push"], ["angle", "turning"]))
        k, j = 2 * 9.81, 2.5
        exact = {"A": [[0, 1], [-k / j, 0]], "B": [[0], [1 / j]], "C": [[1, 0], [-k / j, 0]], "D": [[0], [1 / j]]}
        mat = read_mat((self.folder / "m.linear" / "linear.mat").read_bytes())
        for name, rows in exact.items():
            for r, row in enumerate(rows):
                for c, value in enumerate(row):
                    self.assertAlmostEqual(linear[name][r][c], value, places=10)
                    self.assertEqual(mat[name][r][c], linear[name][r][c])
        script = (self.folder / "m.linear" / "linear.m").read_text()
        self.assertIn("states = {'body rod: rotation z', 'rate of body rod: rotation z'};", script)
        # American spelling; chosen inputs and outputs.
        done = self.alembert("linearize", "m.yaml", "--outputs", "turning", "--about", "equilibrium")
        self.assertEqual(done.returncode, DONE)
        self.assertEqual(self.load("linear.json", "m.linear")["outputs"], ["turning"])

    def test_run_does_what_the_model_asks_for(self):
        for analysis, has in [("statics", "outputs.csv"), ("modes", "modes.json"), ("linearise", "linear.json"),
                              ("step_limit", "step_limit.csv"), ("quasi_statics", "outputs.csv")]:
            self.write(PENDULUM.replace("simulation: {", "simulation: {analysis: " + analysis + ", "))
            self.assertEqual(self.alembert("run", "m.yaml").returncode, DONE)
            self.assertTrue((self.folder / "m.out" / has).exists(), analysis)
            self.assertEqual(self.load("summary.json")["analysis"], analysis)

    def test_options_of_dynamics_are_refused_where_nothing_is_integrated(self):
        self.write(PENDULUM.replace("simulation: {", "simulation: {analysis: statics, "))
        for option in ["--method=hht", "--tolerance=1e-3", "--step=1e-3", "--end=2"]:
            self.expect(self.alembert("run", "m.yaml", option), USAGE, option.split("=")[0], "`analysis: statics`")
        self.assertFalse((self.folder / "m.out").exists())
        self.write(PENDULUM.replace("simulation: {", "simulation: {analysis: quasi_statics, "))
        self.expect(self.alembert("run", "m.yaml", "--end", "0.5"), DONE)
        self.assertEqual(self.load("summary.json")["end_time"], 0.5)
        self.expect(self.alembert("run", "m.yaml", "--step", "1e-3"), USAGE, "--step", "dynamics")

    def test_no_analysis_leaves_the_files_of_another(self):
        self.write(PENDULUM)
        self.alembert("modes", "m.yaml", "-o", "m.out")
        self.alembert("statics", "m.yaml", "-o", "m.out")
        self.assertFalse((self.folder / "m.out" / "modes.json").exists())
        self.alembert("step_limit", "m.yaml", "-o", "m.out")
        self.assertFalse((self.folder / "m.out" / "results.h5").exists())

    def test_statics(self):
        self.write(PENDULUM.replace("position: [0, -1, 0]",
                                    "position: [1, 0, 0], orientation: {axis: [0, 0, 1], angle: pi/2}"))
        done = self.alembert("statics", "m.yaml")
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertIn("stable", done.stdout)
        summary = self.load("summary.json", "m.statics")
        self.assertEqual(summary["equilibria"][0]["stability"], "stable")
        self.assertAlmostEqual(summary["equilibria"][0]["smallest_eigenvalue"], 2 * 9.81 / 2.5, places=9)

    def test_refusals(self):
        self.write(PENDULUM)
        self.write(TOO_SHORT, "short.yaml")
        self.write(ROD.replace("joints:", "gravity: [0, 0, -9.81]\njoints:").replace("axis: [0, 0, 1]}",
                   "axis: [0, 0, 1], active: false}"), "falls.yaml")
        for arguments, code, words in [
                (["kinematics", "m.yaml"], MODEL, ["1 degree of freedom is left", "body rod: rotation z"]),
                (["inverse_dynamics", "m.yaml"], MODEL, ["actuators"]),
                (["inverse_dynamics", "m.yaml", "--actuators", "pushh"], USAGE, ["did you mean `push`"]),
                (["modes", "m.yaml", "--frame", "rodd"], USAGE, ["did you mean `rod`"]),
                (["modes", "m.yaml", "--modes", "0"], USAGE, ["at least 1"]),
                (["modes", "m.yaml", "--about", "noon"], USAGE, ["expected a number"]),
                (["modes", "m.yaml", "--about", "-1"], USAGE, ["negative"]),
                (["linearise", "m.yaml", "--outputs", "angel"], USAGE, ["did you mean `angle`"]),
                (["statics", "short.yaml"], ASSEMBLY, ["cannot be put together"]),
                (["statics", "falls.yaml"], INTEGRATION, ["no equilibrium was found", "body rod: z"]),
                (["statics", "none.yaml"], MODEL, ["no such file"])]:
            done = self.alembert(*arguments)
            self.assertEqual(done.returncode, code, (arguments, done.stderr))
            for word in words:
                self.assertIn(word, done.stderr, arguments)

    def test_bad_keys_are_found_where_they_are(self):
        for text, position, words in [
                ("analysis: mods", "8:24", "did you mean `modes`"),
                ("inputs: puch", "8:22", "did you mean `push`"),
                ("outputs: [angle, angle]", "8:31", "named twice"),
                ("frame: rood", "8:21", "did you mean `rod`"),
                ("modes: 0", None, "at least 1"),
                ("about: -2", None, "must not be negative")]:
            self.write(PENDULUM.replace("simulation: {end: 1}", "simulation: {" + text + "}"))
            done = self.alembert("modes", "m.yaml")
            self.assertEqual(done.returncode, MODEL, (text, done.stderr))
            self.assertIn(words, done.stderr)
            if position:
                self.assertIn("m.yaml:" + position, done.stderr, text)

    def test_every_analysis_ends_well_on_every_model(self):
        for model in sorted(MODELS.glob("*.yaml")):
            if model.stem in ("chain", "hanging_chain", "spheres_in_bin", "dominoes", "roller_chain", "gear_pair",
                              "chain_drive", "poly_v_belt", "excavator_track", "tracked_vehicle", "all_terrain_vehicle",
                              "four_cylinder_engine"):
                continue  # slow under the sanitizers, and tested elsewhere
            for analysis in (["statics"], ["modes"], ["modes", "--about", "equilibrium"],
                             ["quasi_statics", "--end", "0.02", "--output-step", "0.01"],
                             ["step_limit", "--end", "0.01", "--output-step", "0.01"],
                             ["kinematics", "--end", "0.02", "--output-step", "0.01"]):
                done = self.alembert(analysis[0], model, *analysis[1:], "-o", "out", "--quiet")
                self.assertIn(done.returncode, (DONE, MODEL, INTEGRATION), (model.stem, analysis, done.stderr))
                self.assertEqual(done.returncode == DONE, done.stderr == "", (model.stem, analysis, done.stderr))
