"""Lists of analyses, each from the state before: one folder, one page; continued; refused where they make no sense."""
import json
import math
import os
import signal

import h5py
import numpy

from command_line import DONE, FILES, INTEGRATION, INTERRUPTED, MODEL, MODELS, TIMEOUT, USAGE, CommandLine

# A load on a spring, drawn where the spring is free, and given a velocity that the equilibrium does not know.
LOAD = """alembert: 1
parameters: {m: 2, k: 800, c: 4}
gravity: [0, 0, -10]
bodies: {load: {type: point, mass: m, position: [0, 0, 1], velocity: [0, 0, 3]}}
joints: {rail: {type: inline, between: [ground, load]}}
forces:
  spring: {type: spring_damper, between: [ground, load], stiffness: k, damping: c, length: 1}
  kick: {type: force, on: load, force: [0, 0, 10], active: false}
outputs: {z: dz(load), v: vz(load)}
simulation: LIST
"""
STATICS = "{analysis: statics}"
REST = 1 - 2 * 10 / 800


class Lists(CommandLine):
    def write(self, text: str, name: str = "m.yaml"):
        (self.folder / name).write_text(text)
        return name

    def load(self, *entries: str, model: str = LOAD):
        self.write(model.replace("LIST", "[" + ", ".join(entries) + "]"))

    def test_from_equilibrium_into_motion(self):
        self.load(STATICS, "{analysis: dynamics, end: 0.5, output_step: 0.05}")
        done = self.alembert("run", "m.yaml")
        self.expect(done, DONE)
        self.assertIn("1 of 2: statics", done.stdout)
        self.assertIn("2 of 2: dynamics", done.stdout)
        self.assertEqual(sorted(os.listdir(self.folder / "m.out")), sorted(["1_statics", *FILES]))
        names, rows = self.table()
        self.assertEqual(names, ["time", "z", "v"])
        numpy.testing.assert_allclose(rows[:, 0], numpy.linspace(0, 0.5, 11), atol=1e-12)
        numpy.testing.assert_allclose(rows[:, 1], REST, atol=1e-12)
        numpy.testing.assert_allclose(rows[:, 2], 0, atol=1e-11)
        summary = self.summary()
        self.assertEqual([(a["name"], a["analysis"], a["status"]) for a in summary["analyses"]],
                         [("1_statics", "statics", "done"), ("2_dynamics", "dynamics", "done")])
        self.assertEqual(summary["analyses"][0]["equilibria"][0]["stability"], "stable")
        self.assertEqual((summary["analysis"], summary["end_time"]), ("dynamics", 0.5))
        self.assertEqual(summary["analyses"][1]["steps"], summary["steps"])
        with h5py.File(self.folder / "m.out" / "results.h5") as file:
            self.assertEqual(list(file["analyses/names"].asstr()), ["1_statics", "2_dynamics"])
            numpy.testing.assert_array_equal(file["analysis"], 1)
            self.assertAlmostEqual(file["analyses/1_statics/bodies/position"][0, 0, 2], REST, places=12)
            self.assertAlmostEqual(file["analyses/1_statics/forces/force"][0, 0, 2], -20, places=9)

    def test_time_goes_on_over_several_motions(self):
        self.load(STATICS, "{analysis: dynamics, end: 0.2, output_step: 0.05, activate: kick}",
                  "{analysis: dynamics, end: 1, output_step: 0.1, deactivate: kick, method: {name: hht, alpha: -0.01}}")
        self.expect(self.alembert("run", "m.yaml"), DONE)
        _, rows = self.table()
        numpy.testing.assert_allclose(rows[:, 0], [0, 0.05, 0.1, 0.15, *numpy.arange(2, 11) / 10], atol=1e-12)
        # A damped oscillator: pushed by 10 N for 0.2 s.
        w0, d = math.sqrt(800 / 2), 4 / (2 * 2)
        w = math.sqrt(w0**2 - d**2)
        step = lambda t: 10 / 800 * (1 - numpy.exp(-d * t) * (numpy.cos(w * t) + d / w * numpy.sin(w * t)))  # noqa: E731
        t = rows[:, 0]
        exact = REST + step(t) - numpy.where(t > 0.2, step(numpy.maximum(t - 0.2, 0)), 0)
        numpy.testing.assert_allclose(rows[:, 1], exact, atol=3e-5)  # 1e-3 of the swing, at a tolerance of 1e-8
        summary = self.summary()
        self.assertEqual([a["method"]["name"] for a in summary["analyses"][1:]], ["hht_si2", "hht"])
        self.assertEqual([a["end_time"] for a in summary["analyses"][1:]], [0.2, 1])
        with h5py.File(self.folder / "m.out" / "results.h5") as file:
            self.assertEqual(list(file["analysis"]), [1] * 5 + [2] * 8)

    def test_small_motions_about_the_equilibrium(self):
        self.load(STATICS, "{analysis: modes}", "{analysis: linearise}")
        self.expect(self.alembert("run", "m.yaml"), DONE)
        self.assertTrue((self.folder / "m.out" / "linear.json").exists())
        found = json.loads((self.folder / "m.out" / "2_modes" / "modes.json").read_text())
        self.assertEqual(found["about"], "the state before it")
        (mode,) = found["modes"]
        self.assertAlmostEqual(mode["eigenvalue"][0], -1, places=9)
        self.assertAlmostEqual(mode["eigenvalue"][1], math.sqrt(399), places=9)
        self.assertNotIn("not in equilibrium", json.dumps(self.summary()))
        _, rows = self.table()
        self.assertAlmostEqual(rows[0][1], REST, places=12)

    def test_driven_and_then_let_go(self):
        model = LOAD.replace("outputs:", "motions: {lift: {between: [ground, load], axis: z, "
                             "displacement: 1 + 0.5*time^2}}\noutputs:")
        self.load("{analysis: kinematics, end: 0.4, output_step: 0.1}",
                  "{analysis: dynamics, end: 0.5, output_step: 0.1, deactivate: [lift, spring]}", model=model)
        self.expect(self.alembert("run", "m.yaml"), DONE)
        _, rows = self.table()
        t = rows[:5, 0]
        numpy.testing.assert_allclose(rows[:5, 1], 1 + 0.5 * t**2, atol=1e-12)
        # Thrown: from 1.08 with 0.4 up, in free fall.
        self.assertAlmostEqual(rows[5][1], 1.08 + 0.4 * 0.1 - 5 * 0.1**2, places=9)
        self.assertAlmostEqual(rows[5][2], 0.4 - 10 * 0.1, places=9)

    def test_equilibrium_with_motions_that_drive_on(self):
        """After statics the velocities are those of the motions, and 0 otherwise."""
        model = LOAD.replace("between: [ground, load]}}\nforces", "between: [ground, load]}}\nmotions: {up: {between: "
                             "[ground, load], axis: z, displacement: 1 + 0.25*time}}\nforces")
        self.load(STATICS, "{analysis: dynamics, end: 0.1, output_step: 0.1}", model=model)
        self.expect(self.alembert("run", "m.yaml"), DONE)
        _, rows = self.table()
        numpy.testing.assert_allclose(rows, [[0, 1, 0.25], [0.1, 1.025, 0.25]], atol=1e-9)

    def test_quarter_car(self):
        done = self.alembert("run", MODELS / "quarter_car.yaml", "-o", "car", "--report")
        self.expect(done, DONE)
        names, rows = self.table("car")
        at = {name: rows[:, k] for k, name in enumerate(names)}
        self.assertAlmostEqual(at["spring"][0], -400 * 9.81 / 20e3, places=9)
        self.assertAlmostEqual(at["load"][0], 440 * 9.81, places=5)
        before = at["time"] <= 0.5
        # Nothing moves until the bump comes; then the body follows it by less than its height, the wheel by more.
        for name in ["wheel", "body", "spring"]:
            self.assertLess(numpy.ptp(at[name][before]), 1e-9, name)
        self.assertGreater(numpy.max(at["wheel"] - at["wheel"][0]), 0.05)
        self.assertGreater(numpy.max(at["body"] - at["body"][0]), 0.005)
        self.assertLess(numpy.max(at["body"] - at["body"][0]), 0.05)
        # 2.4 s later, 1.1 Hz damped by 0.27, all is as it was.
        self.assertAlmostEqual(at["spring"][-1], at["spring"][0], delta=1e-3)
        page = self.page("car/report.html")
        self.assertEqual([a["title"] for a in page["analyses"]], ["1 statics", "2 dynamics"])
        self.assertEqual([("run" in a) for a in page["analyses"]], [True, False])
        settled = page["analyses"][0]["run"]
        self.assertEqual((settled["analysis"], page["run"]["analysis"]), ("statics", "dynamics"))
        self.assertIn("stable", " ".join(settled["story"]))

    def test_options_are_for_the_motions(self):
        self.load(STATICS, "{analysis: dynamics, end: 0.1}", "{analysis: dynamics, end: 0.2, tolerance: 1e-3}")
        self.expect(self.alembert("run", "m.yaml", "--method", "newmark", "--step", "1e-3", "--end", "0.3"), DONE)
        two, three = self.summary()["analyses"][1:]
        self.assertEqual([two["method"]["name"], three["method"]["name"]], ["newmark"] * 2)
        self.assertEqual([two["step"], three["step"]], [1e-3] * 2)
        self.assertEqual([two["end_time"], three["end_time"]], [0.1, 0.3])
        self.expect(self.alembert("run", "m.yaml", "--end", "0.05"), MODEL, "analysis 3", "0.05")
        self.load(STATICS, "{analysis: modes}")
        for option in ["--method=hht", "--step=1e-3", "--tolerance=1e-3", "--end=3"]:
            self.expect(self.alembert("run", "m.yaml", option), USAGE, option.split("=")[0], "list of analyses")

    def test_a_command_asks_its_question_alone(self):
        self.load("{analysis: dynamics, end: 0.1}", STATICS, "{analysis: modes, modes: 1, deactivate: spring}")
        self.expect(self.alembert("statics", "m.yaml"), DONE)
        self.expect(self.alembert("modes", "m.yaml", "-o", "m.modes"), DONE)
        (mode,) = json.loads((self.folder / "m.modes" / "modes.json").read_text())["modes"]
        self.assertEqual(mode["eigenvalue"], [0, 0])  # nothing holds it
        self.assertNotIn("analyses", self.summary("m.statics"))
        self.assertFalse((self.folder / "m.out").exists())

    def test_every_analysis_has_a_folder_of_its_own(self):
        self.load(STATICS, "{analysis: dynamics, end: 0.1}")
        self.expect(self.alembert("run", "m.yaml"), DONE)
        before = sorted(os.listdir(self.folder / "m.out"))
        for command, folder in [("statics", "m.statics"), ("modes", "m.modes"), ("linearise", "m.linear"),
                                ("quasi_statics", "m.quasi_statics"), ("step_limit", "m.step_limit")]:
            done = self.alembert(command, "m.yaml")
            self.expect(done, DONE)
            self.assertIn(f"results in {folder}", done.stdout)
            self.assertTrue((self.folder / folder / "summary.json").exists())
        self.assertEqual(sorted(os.listdir(self.folder / "m.out")), before)

    def test_a_run_removes_what_a_list_has_left(self):
        self.load(STATICS, "{analysis: modes}", "{analysis: dynamics, end: 0.1}")
        self.expect(self.alembert("run", "m.yaml"), DONE)
        (self.folder / "m.out" / "2_modes" / "mine.txt").write_text("of the user")
        self.write(LOAD.replace("LIST", "{end: 0.1}"))
        self.expect(self.alembert("run", "m.yaml"), DONE)
        self.assertEqual(sorted(os.listdir(self.folder / "m.out")), sorted(["2_modes", *FILES]))
        self.assertEqual(os.listdir(self.folder / "m.out" / "2_modes"), ["mine.txt"])

    def test_dynamics_from_a_stored_equilibrium(self):
        self.write(LOAD.replace("LIST", "{end: 0.2, output_step: 0.1}"))
        self.expect(self.alembert("statics", "m.yaml"), DONE)
        self.expect(self.alembert("run", "m.yaml", "--continue", "m.statics"), DONE)
        _, rows = self.table()
        numpy.testing.assert_allclose(rows, [[t, REST, 0] for t in [0, 0.1, 0.2]], atol=1e-10)
        # Its end is where another begins, with other parameters.
        self.expect(self.alembert("run", "m.yaml", "--continue", "m.out", "--end", "0.3", "--set", "k=400", "-o", "on"),
                    DONE)
        _, rows = self.table("on")
        numpy.testing.assert_allclose(rows[0], [0.2, REST, 0], atol=1e-10)
        self.assertLess(rows[1][1], REST - 0.01)
        self.expect(self.alembert("run", "m.yaml", "--continue", "m.out"), USAGE, "0.2 s", "--end")
        self.expect(self.alembert("run", "m.yaml", "--continue", "m.out", "--end", "1"), USAGE, "-o")
        self.expect(self.alembert("run", MODELS / "single_pendulum.yaml", "--continue", "m.statics"), USAGE, "m.statics",
                    "other bodies")

    LONG = ["{analysis: dynamics, end: 0.1, activate: kick}", STATICS,
            "{analysis: dynamics, end: 1, output_step: 0.1, tolerance: 1e-9, deactivate: kick}", "{analysis: modes}"]

    def test_a_list_that_was_killed_goes_on(self):
        self.load(*self.LONG)
        process = self.start("run", "m.yaml", "--end", "1e6")
        part = self.folder / "m.out" / "results.h5.part"
        self.wait_for(part.exists, "results.h5.part")
        process.send_signal(signal.SIGKILL)
        process.wait(TIMEOUT)
        with h5py.File(part) as file:
            end = str(math.ceil(file["time"][-1]) + 1)
            self.assertEqual(list(file["analyses"]), ["2_statics", "names"])
        self.expect(self.alembert("run", "m.yaml", "-o", "whole", "--end", end), DONE)
        self.expect(self.alembert("run", "--continue", "m.out", "--end", end), DONE)
        self.same("whole", "m.out")
        self.assertEqual(sorted(os.listdir(self.folder / "m.out")), sorted(os.listdir(self.folder / "whole")))

    def test_a_list_that_was_interrupted_goes_on(self):
        self.load(*self.LONG)
        process = self.start("run", "m.yaml", "--end", "1e6")
        steps = self.folder / "m.out" / "steps.jsonl.part"
        self.wait_for(lambda: steps.exists() and steps.stat().st_size > 200_000, "many steps")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, INTERRUPTED)
        self.assertEqual([a["status"] for a in self.summary()["analyses"]], ["done", "done", "interrupted"])
        end = str(math.ceil(self.summary()["end_time"]) + 1)
        self.expect(self.alembert("run", "m.yaml", "-o", "whole", "--end", end), DONE)
        self.expect(self.alembert("run", "--continue", "m.out", "--end", end), DONE)
        self.same("whole", "m.out")

    def test_a_list_goes_on_to_a_later_end_elsewhere(self):
        self.load(*self.LONG[:2], "{analysis: dynamics, end: 1, output_step: 0.1}", "{analysis: modes}")
        self.expect(self.alembert("run", "m.yaml", "-o", "whole", "--end", "2"), DONE)
        self.expect(self.alembert("run", "m.yaml", "-o", "part"), DONE)
        self.expect(self.alembert("run", "--continue", "part", "--end", "2", "-o", "more"), DONE)
        self.same("whole", "more")

    def same(self, a: str, b: str):
        for name in ["outputs.csv", "steps.jsonl"]:
            self.assertEqual((self.folder / a / name).read_bytes(), (self.folder / b / name).read_bytes(), name)
        one, other = [self.summary(f) for f in [a, b]]
        for summary in [one, other]:
            for part in [summary, *summary["analyses"]]:
                for key in ["cpu_seconds", "phases", "checksum"]:
                    part.pop(key, None)
        self.assertEqual(one, other)
        with h5py.File(self.folder / a / "results.h5") as x, h5py.File(self.folder / b / "results.h5") as y:
            self.assertEqual(list(x["analyses"]), list(y["analyses"]))
            for path in ["analysis", "bodies/position", "joints/force", "energy/numerical"]:
                numpy.testing.assert_array_equal(x[path][()], y[path][()], path)

    def test_failures_are_kept_and_named(self):
        falls = LOAD.replace("joints: {rail: {type: inline, between: [ground, load]}}\n", "").replace(
            "  spring: {type: spring_damper, between: [ground, load], stiffness: k, damping: c, length: 1}\n", "")
        self.load(STATICS, "{analysis: dynamics, end: 0.1}", model=falls)
        self.expect(self.alembert("run", "m.yaml"), INTEGRATION, "no equilibrium was found")
        summary = self.summary()
        self.assertEqual((summary["status"], summary["analyses"][0]["status"]), ("failed", "failed"))
        self.load("{analysis: dynamics, end: 0.1}", STATICS, model=falls)
        self.expect(self.alembert("run", "m.yaml"), INTEGRATION, "no equilibrium was found")
        self.assertEqual([a["status"] for a in self.summary()["analyses"]], ["done", "failed"])
        self.assertEqual(self.summary()["status"], "failed")
        self.assertEqual(len(self.table()[1]), 501)

    def test_bad_lists_are_found_where_they_are(self):
        for entries, position, words in [
                (["{analysis: static}"], "10:25", "did you mean `statics`"),
                ([STATICS, "{ennd: 1}"], "10:36", "did you mean `end`"),
                (["{end: 1}", "{end: 1}"], "10:30", "time goes on"),
                ([STATICS, "{end: 1, deactivate: sprin}"], "10:56", "did you mean `spring`"),
                ([STATICS, "{end: 1, tolerance: -1}"], "10:55", "must be positive"),
                (["{analysis: step_limit}"], "10:14", "ask for it alone"),
                ([STATICS, "{analysis: modes, about: 2}"], "10:35", "not about a time"),
                ([], "10:13", "no analysis")]:
            self.load(*entries)
            self.expect(self.alembert("run", "m.yaml"), MODEL, "m.yaml:" + position, words)
            self.assertFalse((self.folder / "m.out").exists())
