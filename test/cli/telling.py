"""What a run says at its end and leaves behind of it: events, why it ended early, ranges of outputs, frequencies, steps."""
import json
import math
import re
import signal

import h5py
import numpy

from command_line import DONE, INTEGRATION, INTERRUPTED, MODEL, CommandLine

# Falls, bounces at 0.1 s on a floor that gives an impulse, and ends the run above 2 s.
BALL = """alembert: 1
parameters: {g: 10}
gravity: [0, 0, -g]
bodies: {ball: {type: point, mass: 2, position: [0, 0, 0.05]}}
variables: {twice: 2*dz(ball)}
states: {seconds: {derivative: 1}}
sensors:
  floor: {event: dz(ball), direction: falling, impulse: {on: ball, force: [0, 0, -4*vz(ball)]}}
  late: {event: time > 0.55, deactivate: floor, once: true}
  low: {event: dz(ball) < -1, stop: true}
outputs: {height: dz(ball), speed: vz(ball), nothing: 0*time}
simulation: {end: 5, output_step: 0.01}
"""
# An oscillator with s = -3 +- 4 i.
DAMPED = """alembert: 1
bodies: {mass: {type: point, mass: 1, position: [0, 0, 1]}}
joints: {rail: {type: inline, between: [ground, mass]}}
forces: {spring: {type: spring_damper, between: [ground, mass], stiffness: 25, damping: 6, length: 1}}
outputs: {z: dz(mass)}
simulation: {end: 1}
"""


class Telling(CommandLine):
    def write(self, text: str, name: str = "m.yaml"):
        (self.folder / name).write_text(text)

    def page(self, folder="m.out") -> dict:
        """The header of a report page."""
        import base64
        import gzip
        self.expect(self.alembert("report", folder), DONE)
        text = (self.folder / folder / "report.html").read_text()
        data = re.search(r'<script id="alembert-data"[^>]*>([^<]*)</script>', text).group(1)
        raw = gzip.decompress(base64.b64decode(data))
        return json.loads(raw[4:4 + int.from_bytes(raw[:4], "little")])

    def test_events_and_why_it_ended_early(self):
        self.write(BALL)
        done = self.alembert("run", "m.yaml")
        self.expect(done, DONE)
        # It meets the floor at 0.1, 0.3, 0.5 s, with 1 m/s, and falls through it at 0.7 s; -1 m is reached at the height of
        # 0.05 m by 1.05 = g t^2 / 2 behind 0.6 s.
        end = 0.6 + math.sqrt(2 * 1.05 / 10)
        self.assertIn("ended early, 5 s were asked for: stopped by sensor low", done.stdout)
        told = re.findall(r"t = (\S+) s +sensor (\w+): (.*)", done.stdout)
        self.assertEqual([(name, what) for _, name, what in told],
                         [("floor", "gives an impulse")] * 3 + [("late", "deactivates floor"), ("low", "stops the run")])
        numpy.testing.assert_allclose([float(t) for t, _, _ in told], [0.1, 0.3, 0.5, 0.55, end], atol=1e-6)
        summary = self.summary()
        self.assertEqual([e["sensor"] for e in summary["events"]], ["floor"] * 3 + ["late", "low"])
        self.assertEqual(summary["events"][3]["actions"], ["deactivates floor"])
        self.assertIn("stopped by sensor low", summary["message"])
        with h5py.File(self.folder / "m.out" / "results.h5") as file:
            self.assertEqual(list(file["events/sensor"].asstr()), ["floor"] * 3 + ["late", "low"])
            numpy.testing.assert_array_equal(file["events/time"], [e["time"] for e in summary["events"]])
            names = list(file["sensors/names"].asstr())
            count = file["sensors/count"][:, names.index("floor"), 0]
            time = file["time"][:]
            numpy.testing.assert_array_equal(count, (time > 0.1).astype(int) + (time > 0.3) + (time > 0.5))
            value = file["sensors/value"][:, :, 0]
            height = file["bodies/position"][:, 0, 2]
            floor = value[:, names.index("floor")]
            numpy.testing.assert_allclose(floor[time < 0.55], height[time < 0.55], atol=1e-12)
            self.assertTrue(numpy.isnan(floor[time > 0.56]).all())
        run = self.page()["run"]
        self.assertEqual([(e["kind"], e["name"]) for e in run["events"]],
                         [("sensor", "floor")] * 3 + [("sensor", "late"), ("sensor", "low")])
        self.assertIn("stopped by sensor low", run["message"])

    def test_many_events_are_told_in_short(self):
        self.write(BALL.replace("time > 0.55", "time > 50"))
        done = self.alembert("run", "m.yaml")
        self.expect(done, DONE)
        self.assertEqual(done.stdout.count("gives an impulse"), 10)
        self.assertIn("... and 15 more: summary.json", done.stdout)  # 0.1, 0.3, ... 4.9
        self.assertEqual(len(self.summary()["events"]), 25)

    def test_least_and_largest_of_outputs(self):
        self.write(BALL)
        done = self.alembert("run", "m.yaml")
        names, rows = self.table()
        outputs = self.summary()["outputs"]
        self.assertEqual(list(outputs), names[1:])
        for k, name in enumerate(names[1:], 1):
            low, high = rows[:, k].argmin(), rows[:, k].argmax()
            self.assertEqual(outputs[name], {"least": rows[low, k], "least_at": rows[low, 0],
                                             "largest": rows[high, k], "largest_at": rows[high, 0]})
        (line,) = [row for row in done.stdout.splitlines() if row.startswith("  height [m]")]
        told = [float(x) for x in line.split()[2:]]
        numpy.testing.assert_allclose(told, list(outputs["height"].values()), rtol=1e-5)
        ranges = {r["name"]: r for r in self.page()["run"]["ranges"]}
        self.assertEqual(ranges["height"]["least"], outputs["height"]["least"])
        self.assertEqual((ranges["height"]["unit"], ranges["height"]["largest_at"]), ("m", outputs["height"]["largest_at"]))
        self.assertEqual(self.alembert("run", "m.yaml", "--quiet").stdout, "")

    def test_of_many_outputs_the_first_are_told(self):
        many = ", ".join(f"o{k}: {k}*dz(mass)" for k in range(30))
        self.write(DAMPED.replace("z: dz(mass)", many))
        done = self.alembert("run", "m.yaml")
        self.assertIn("... and 10 more outputs: summary.json", done.stdout)
        self.assertEqual(len(self.summary()["outputs"]), 30)

    def test_a_failure_tells_what_happened_before(self):
        self.write(BALL.replace("nothing: 0*time", "bad: sqrt(0.8 - time)"))
        done = self.alembert("run", "m.yaml")
        self.expect(done, INTEGRATION)
        self.assertIn("sensor late: deactivates floor", done.stderr)
        self.assertIn("  height [m]", done.stderr)

    def test_contacts_and_corners_are_events(self):
        self.write("""alembert: 1
gravity: [0, 0, -10]
bodies:
  ground: {geometry: [{name: floor, plane: [0, 0, 1]}]}
  ball: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0, 0.6], geometry: [{name: skin, sphere: 0.1}]}
contacts: {landing: {between: [ball.skin, ground.floor], stiffness: 1e5, restitution: 0.5, impact_speed: 1}}
forces: {push: {type: force, on: ball, force: ["0.1*max(0, time - 0.2)", 0, 0]}}
outputs: {z: dz(ball)}
simulation: {end: 0.5, output_step: 0.01}
""")
        done = self.alembert("run", "m.yaml")
        self.expect(done, DONE)
        touch = math.sqrt(2 * 0.5 / 10)
        told = re.search(r"t = (\S+) s +contact landing: ball.skin touches ground.floor at (\S+) m/s", done.stdout)
        self.assertAlmostEqual(float(told.group(1)), touch, places=3)
        self.assertAlmostEqual(float(told.group(2)), 10 * touch, places=2)
        self.assertIn("begun anew at 1 corner of functions of time: 0.2 s", done.stdout)
        self.assertEqual([e["kind"] for e in self.page()["run"]["events"]][:2], ["corner", "contact"])

    def test_lists_tell_the_events_of_each(self):
        self.write(DAMPED.replace("simulation: {end: 1}", """sensors: {high: {event: dz(mass) > 1.05, stop: true, active: false}}
variables: {lift: 0}
simulation:
  - {analysis: statics}
  - {end: 1, output_step: 0.01}
  - {end: 5, output_step: 0.01, activate: [push, high]}""").replace(
            "length: 1}}", "length: 1}, push: {type: force, on: mass, force: [0, 0, 25], active: false}}"))
        done = self.alembert("run", "m.yaml")
        self.expect(done, DONE)
        self.assertIn("t = 1 s         the analysis activates push and high", done.stdout)
        self.assertIn("5 s were asked for: stopped by sensor high", done.stdout)
        events = self.page()["run"]["events"]
        self.assertEqual([(e["kind"], e["name"], e["text"]) for e in events],
                         [("analysis", "", "activates push and high"), ("sensor", "high", "stops the run")])

    def test_an_interrupted_run_tells_what_happened_before(self):
        self.write(BALL.replace("time > 0.55", "time > 1e9").replace("end: 5", "end: 9e4"))
        run = self.start("run", "m.yaml")
        part = self.folder / "m.out" / "outputs.csv.part"
        self.wait_for(lambda: part.exists() and part.stat().st_size > 1000, "rows")
        run.send_signal(signal.SIGINT)
        _, told = run.communicate(timeout=60)
        self.assertEqual(run.returncode, INTERRUPTED)
        self.assertTrue(told.startswith("alembert: interrupted at t = "), told)
        self.assertIn("ended early, 90000 s were asked for: interrupted", told)
        self.assertIn("sensor floor: gives an impulse", told)

    def test_all_that_changes_is_a_channel(self):
        self.write(BALL.replace("sensors:", "motions: {hold: {between: [ground, ball], axis: x, displacement: 0}}\n"
                                "constraints: {flat: {position: dy(ball)}}\nsensors:"))
        self.expect(self.alembert("run", "m.yaml"), DONE)
        listed = self.alembert("plot", "m.out", "--list").stdout
        for name in ["hold.force.x", "flat.force.y", "twice.value", "seconds.value", "floor.value", "low.count"]:
            self.assertIn(name, listed)
        self.expect(self.alembert("plot", "m.out", "floor.value", "floor.count", "twice.value"), DONE)
        run = self.page()["run"]
        self.assertEqual(run["names"], {"motion": ["hold"], "constraint": ["flat"], "variable": ["twice"],
                                        "state": ["seconds"], "input": [], "sensor": ["floor", "late", "low"]})
        tables = {(t["owner"], t["name"]) for t in run["tables"]}
        self.assertLessEqual({("motion", "force"), ("constraint", "force"), ("variable", "value"), ("state", "value"),
                              ("sensor", "what it watches"), ("sensor", "times acted")}, tables)

    def test_a_mode_says_which_frequency_is_which(self):
        self.write(DAMPED)
        done = self.alembert("modes", "m.yaml")
        self.expect(done, DONE)
        (mode,) = json.loads((self.folder / "m.modes" / "modes.json").read_text())["modes"]
        self.assertAlmostEqual(mode["frequency"], 5 / (2 * math.pi), places=10)
        self.assertAlmostEqual(mode["damped_frequency"], 4 / (2 * math.pi), places=10)
        self.assertRegex(done.stdout, r"undamped/Hz +damped/Hz")
        self.assertRegex(done.stdout, r"1 +0\.795774\d* +0\.636619\d* +0\.6 ")
        run = self.page("m.modes")["run"]
        (shown,) = run["modes"]["list"]
        self.assertEqual((shown["frequency"], shown["damped_frequency"]), (mode["frequency"], mode["damped_frequency"]))
        self.assertIn("0.6366 Hz (damped)", run["story"][0])
        self.assertIn("0.7958 Hz undamped", self.alembert("statics", "m.yaml").stdout)

    def test_step_history_is_thinned_or_switched_off(self):
        for most, kept in [(100, 40), (0, 0)]:  # three quarters of 100 hold every 256th
            self.write(DAMPED.replace("{end: 1}", f"{{end: 1, step: 1e-4, step_history: {most}}}"))
            done = self.alembert("run", "m.yaml")
            self.expect(done, DONE)
            summary = self.summary()
            said = summary["step_history"]
            self.assertEqual((summary["steps"], said["attempted"], said["recorded"]), (10000, 10000, kept if most else 0))
            first, *lines = self.attempts()
            self.assertEqual(first, {"thinned": {"accepted_one_in": 256 if most else 0,
                                                 "rejected_one_in": 1 if most else 0}})
            self.assertEqual([a["number"] for a in lines], list(range(0, 10000, 256)) if most else [])
            with h5py.File(self.folder / "m.out" / "results.h5") as file:
                self.assertEqual(list(file["steps/attempted"]), [10000, 0])
                self.assertEqual(list(file["steps/number"]), [a["number"] for a in lines])
            self.assertIn(f"of 10000 attempted steps {kept if most else 'none'} are recorded", done.stdout)
            run = self.page()["run"]
            self.assertEqual(run["steps"]["of"], 10000)
            self.assertIn("10000", run["story"][0])

    def test_a_thinned_run_goes_on_as_one(self):
        model = DAMPED.replace("{end: 1}", "{end: 1, step: 1e-3, output_step: 0.1, step_history: 100}")
        self.write(model)
        self.expect(self.alembert("run", "m.yaml", "-o", "whole", "--end", "2"), DONE)
        self.expect(self.alembert("run", "m.yaml"), DONE)
        self.expect(self.alembert("run", "--continue", "m.out", "--end", "2"), DONE)
        for name in ["outputs.csv", "steps.jsonl"]:
            self.assertEqual((self.folder / "m.out" / name).read_text(), (self.folder / "whole" / name).read_text())

    def test_a_negative_step_history_is_refused(self):
        self.write(DAMPED.replace("{end: 1}", "{end: 1, step_history: -1}"))
        done = self.alembert("run", "m.yaml")
        self.expect(done, MODEL)
        self.assertIn("must not be negative", done.stderr)
