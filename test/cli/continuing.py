"""`alembert run --continue`: a run that was continued is the run that was never interrupted, to the last bit."""
import json
import os
import shutil
import signal

import h5py
import numpy

from command_line import DONE, FILES, INTERRUPTED, MODELS, ROD, TIMEOUT, USAGE, CommandLine, seal

# Sensors that give a parameter a new value, activate and deactivate, and one that acts once; a state counts the time in
# which the ball is slow. The ball bounces for ever smaller times until it is caught.
BOUNCE = """alembert: 1
parameters: {e: 0.8, m: 2}
gravity: [0, 0, -9.81]
bodies: {ball: {type: point, mass: m, position: [0, 0, 1], velocity: [0.5, 0, 0]}}
constraints: {rest: {position: dz(ball), active: false}}
states: {slow: {derivative: "if(vm(ball) < 1, 1, 0)", initial: 0}}
sensors:
  floor: {event: dz(ball), direction: falling, impulse: {on: ball, force: [0, 0, "-(1 + e)*m*vz(ball)"]}}
  older: {event: time - 1.1, set: {e: 0.9*e}, record: true}
  tired: {event: total_energy() - 0.5*m*vx(ball)^2 - 0.01, direction: falling, deactivate: floor, activate: catch}
  catch: {event: dz(ball), direction: falling, active: false, activate: rest, once: true}
outputs: {height: dz(ball), speed: vm(ball), slow: state(slow)}
simulation: {end: 6, output_step: 0.01}
"""

# A pendulum in small steps: long enough to be killed in the middle of it.
SLOW = ROD.replace("simulation: {end: 0.1}", """gravity: [0, -9.81, 0]
outputs: {angle: az(rod)}
simulation: {end: 60, output_step: 0.01, tolerance: 1e-10}
""")


# A ball that bounces, slides and rolls; it touches the floor when a sensor changes the model.
TOUCHING = """alembert: 1
gravity: [0, 0, -9.81]
parameters: {push: 0}
bodies:
  ground: {geometry: [{name: floor, plane: [0, 0, 1]}]}
  ball: {mass: 1, inertia: [4e-3, 4e-3, 4e-3], geometry: [{name: skin, sphere: 0.1}], position: [0, 0, 0.15],
    velocity: [1, 0, 0]}
contacts:
  drop: {between: [ball.skin, ground.floor], stiffness: 1e6, restitution: 0.5, impact_speed: 1, friction: 0.2}
forces: {wind: {type: force, on: ball, force: [push, 0, 0]}}
sensors: {later: {event: time - 0.8, set: {push: 1}}}
outputs: {z: dz(ball), load: normal_force(drop)}
simulation: {end: 1.5, output_step: 0.01}
"""


class Continuing(CommandLine):
    def same(self, a: str, b: str):
        """Two results folders hold the same, but for what they cost and what they would be continued from."""
        for name in ["outputs.csv", "steps.jsonl"]:
            self.assertEqual((self.folder / a / name).read_bytes(), (self.folder / b / name).read_bytes(), name)
        one, other = self.summary(a), self.summary(b)
        for summary in [one, other]:
            del summary["cpu_seconds"], summary["phases"], summary["checksum"]
        self.assertEqual(one, other)
        with h5py.File(self.folder / a / "results.h5") as x, h5py.File(self.folder / b / "results.h5") as y:
            names = []
            x.visititems(lambda name, item: names.append(name) if isinstance(item, h5py.Dataset) else None)
            compared = [name for name in names if not name.startswith("restart/")]
            self.assertGreater(len(compared), 30)
            for name in compared:
                first, second = x[name][()], y[name][()]
                if isinstance(first, numpy.ndarray) and first.dtype != object:
                    self.assertEqual(first.tobytes(), second.tobytes(), name)
                else:
                    self.assertEqual(numpy.array(first).tolist(), numpy.array(second).tolist(), name)

    def check(self, model, middle: float, end: float, *options):
        self.expect(self.alembert("run", model, "-o", "whole", "--end", end, *options), DONE)
        self.expect(self.alembert("run", model, "-o", "part", "--end", middle, *options), DONE)
        self.expect(self.alembert("run", "--continue", "part", "--end", end), DONE)
        self.assertEqual(sorted(os.listdir(self.folder / "part")), FILES)
        self.same("whole", "part")

    def test_a_variable_step(self):
        self.check(MODELS / "slider_crank.yaml", 1, 2)

    def test_redundant_constraints(self):
        self.check(MODELS / "double_four_bar.yaml", 0.7, 2, "--tolerance", "1e-5")

    def test_a_fixed_step_that_does_not_divide_the_end(self):
        self.check(MODELS / "double_four_bar.yaml", 1, 2)  # steps of 0.0075

    def test_a_fixed_step_that_does(self):
        self.check(MODELS / "slider_crank.yaml", 1, 2, "--step", "0.01")

    def test_a_stiff_controller(self):
        self.check(MODELS / "governor.yaml", 0.2, 0.5, "--method", "hht", "--tolerance", "1e-5")

    def test_whole_turns_and_an_overridden_parameter(self):
        self.check(MODELS / "planetary_gear.yaml", 0.5, 1, "--method", "gen_alpha_soi2")
        self.check(MODELS / "slider_crank.yaml", 1, 2, "--set", "k=200")

    def test_joint_friction(self):
        self.check(MODELS / "block_on_incline.yaml", 0.9, 2)

    def test_states_and_sensors(self):
        self.check(MODELS / "abs_brake.yaml", 1.234, 2)

    def test_sensors_that_changed_the_model(self):
        model = self.write(BOUNCE)
        for method in ["hht", "nstiff", "tangent"]:
            with self.subTest(method=method):
                for middle in [2.5, 5.5]:  # after `older` has set e; after the ball was caught
                    self.check(model, middle, 6, "--method", method)

    def test_contacts_and_their_impacts(self):
        model = self.write(TOUCHING)
        for middle in [0.25, 1.2]:  # while it bounces; after the sensor has acted
            self.check(model, middle, 1.5)
        drop = self.summary("whole")["contacts"]["drop"]
        self.assertGreater(drop["count"], 3)
        self.assertEqual(len(drop["impacts"]), drop["count"])

    def test_in_three_pieces_and_another_folder(self):
        model = MODELS / "slider_crank.yaml"
        self.expect(self.alembert("run", model, "-o", "whole"), DONE)
        self.expect(self.alembert("run", model, "-o", "a", "--end", "0.5"), DONE)
        before = {name: (self.folder / "a" / name).read_bytes() for name in FILES}
        self.expect(self.alembert("run", "--continue", "a", "-o", "b", "--end", "1.3"), DONE)
        self.expect(self.alembert("run", "--continue", "b", "-o", "c", "--end", "2"), DONE)
        self.same("whole", "c")
        self.assertEqual(before, {name: (self.folder / "a" / name).read_bytes() for name in FILES})

    def test_the_default_output_step_is_kept(self):
        model = self.write(ROD)
        self.expect(self.alembert("run", model), DONE)
        self.expect(self.alembert("run", "--continue", "m.out", "--end", "0.2"), DONE)
        rows = self.table()[1]
        numpy.testing.assert_allclose(numpy.diff(rows[:, 0]), 0.1 / 500, rtol=1e-9)
        self.assertEqual(rows[-1, 0], 0.2)

    def test_the_files_of_the_model_are_found_and_the_model_is_not_needed(self):
        (self.folder / "data").mkdir()
        (self.folder / "data" / "push.csv").write_text("t,f\n0,0\n1,2\n2,0\n3,1\n")
        text = ROD.replace("simulation: {end: 0.1}", """splines: {push: {file: push.csv, columns: [t, f]}}
forces: {push: {type: force, on: rod.tip, force: [0, "linear(push, time)", 0]}}
outputs: {angle: az(rod)}
simulation: {end: 2, output_step: 0.01}
""")
        model = self.folder / "data" / "m.yaml"
        model.write_text(text)
        self.expect(self.alembert("run", "data/m.yaml", "-o", "whole"), DONE)
        self.expect(self.alembert("run", "data/m.yaml", "-o", "part", "--end", "1"), DONE)
        model.unlink()
        table = (self.folder / "data" / "push.csv").read_text()
        (self.folder / "data" / "push.csv").write_text(table.replace("1,2", "1,3"))
        self.expect(self.alembert("run", "--continue", "part", "--end", "2"), USAGE, "has changed")
        (self.folder / "data" / "push.csv").write_text(table)
        self.expect(self.alembert("run", "--continue", "part", "--end", "2"), DONE)
        self.same("whole", "part")

    def test_a_part_that_has_changed_is_noticed(self):
        shutil.copy(MODELS / "parts" / "block.inp", self.folder / "block.inp")
        self.write("""alembert: 1
units: {length: mm, mass: t, force: N}
mesh: block.inp
interfaces: {left: LEFT, right: RIGHT}
modes: {fixed: 2}
""", "part.yaml")
        self.write("""alembert: 1
gravity: [0, 0, -9.81]
bodies:
  bar: {type: flexible, data: part.yaml}
joints:
  hold: {type: fixed, between: [bar.left, ground]}
simulation: {end: 0.002, output_step: 0.0005}
""")
        self.expect(self.alembert("run", "m.yaml", "-o", "part", "--end", "0.001"), DONE)
        mesh = (self.folder / "block.inp").read_text()
        self.assertIn("210000, 0.3", mesh)
        (self.folder / "block.inp").write_text(mesh.replace("210000, 0.3", "200000, 0.3"))
        self.expect(self.alembert("run", "--continue", "part", "--end", "0.002"), USAGE, "changed")
        (self.folder / "block.inp").write_text(mesh)
        self.expect(self.alembert("run", "--continue", "part", "--end", "0.002"), DONE)

    def test_an_interrupted_run_goes_on_to_its_own_end(self):
        self.write(SLOW)
        process = self.start("run", "m.yaml")
        steps = self.folder / "m.out" / "steps.jsonl.part"
        self.wait_for(lambda: steps.exists() and steps.stat().st_size > 0, "the first steps")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=TIMEOUT)
        if process.returncode != INTERRUPTED:
            self.skipTest("the run was over before it could be interrupted")
        self.expect(self.alembert("run", "m.yaml", "-o", "whole"), DONE)
        self.expect(self.alembert("run", "--continue", "m.out"), DONE)
        self.same("whole", "m.out")

    def test_a_killed_run_goes_on(self):
        self.write(SLOW)
        process = self.start("run", "m.yaml", "--end", "1e5")
        part = self.folder / "m.out" / "results.h5.part"
        self.wait_for(part.exists, "results.h5.part")
        process.kill()
        process.communicate()
        with h5py.File(part) as file:
            reached = file["time"][-1]
        end = round(reached + 1)
        self.expect(self.alembert("run", "--continue", "m.out", "--end", end), DONE)
        self.expect(self.alembert("run", "m.yaml", "-o", "whole", "--end", end), DONE)
        self.assertEqual(sorted(os.listdir(self.folder / "m.out")), FILES)
        self.same("whole", "m.out")

    def test_a_continuation_killed_at_once_loses_nothing(self):
        self.write(SLOW)
        self.expect(self.alembert("run", "m.yaml", "--end", "2"), DONE)
        process = self.start("run", "--continue", "m.out", "--end", "1e5")
        self.wait_for((self.folder / "m.out" / "results.h5.part").exists, "results.h5.part")
        process.kill()
        process.communicate()
        self.expect(self.alembert("run", "--continue", "m.out", "--end", "3"), DONE)
        self.expect(self.alembert("run", "m.yaml", "-o", "whole", "--end", "3"), DONE)
        self.same("whole", "m.out")

    def test_bdf_starts_anew_and_says_so(self):
        model = MODELS / "slider_crank.yaml"
        self.expect(self.alembert("run", model, "-o", "whole", "--method", "bdf"), DONE)
        self.expect(self.alembert("run", model, "-o", "part", "--method", "bdf", "--end", "1"), DONE)
        self.expect(self.alembert("run", "--continue", "part", "--end", "2"), DONE, "bdf does not store its history")
        one, other = self.table("whole"), self.table("part")
        numpy.testing.assert_array_equal(one[1][:, 0], other[1][:, 0])
        # The tolerance is 1e-6 a step; the motion forgets errors neither quickly nor slowly: within 1e-3.
        for name in ["crank_angle", "slider_x"]:
            k = one[0].index(name)
            numpy.testing.assert_allclose(one[1][:, k], other[1][:, k], atol=1e-3)
        self.assertGreater(self.summary("part")["steps"], self.summary("whole")["steps"] // 2)

    def test_refusals(self):
        self.expect(self.alembert("run"), USAGE, "MODEL", "--continue")
        self.expect(self.alembert("run", "--continue", "missing"), USAGE, "missing")
        (self.folder / "empty").mkdir()
        self.expect(self.alembert("run", "--continue", "empty"), USAGE, "holds no results.h5")
        self.write(ROD)
        self.expect(self.alembert("run", "m.yaml"), DONE)
        for options in [["--set", "x=1"], ["--method", "hht"], ["--tolerance", "1e-3"], ["--step", "1e-3"]]:
            self.expect(self.alembert("run", "--continue", "m.out", "--end", "1", *options), USAGE, "--continue: ",
                        "cannot be given", options[0])
        self.expect(self.alembert("run", "m.yaml", "--continue", "m.out", "--end", "1"), USAGE, "-o")
        for options in [[], ["--end", "0.1"], ["--end", "0.05"]]:
            self.expect(self.alembert("run", "--continue", "m.out", *options), USAGE, "has reached 0.1 s", "--end")
        self.assertEqual(sorted(os.listdir(self.folder / "m.out")), FILES)

    def change(self, folder: str, edit):
        with h5py.File(self.folder / folder / "results.h5", "r+") as file:
            edit(file)
        seal(self.folder / folder / "results.h5")

    def test_foreign_results_are_refused_and_left_alone(self):
        self.write(ROD)

        def version(file):
            file.attrs["program_version"] = "0.0.1"

        def without(file):
            del file["restart"]

        def damaged(file):
            values = file["restart/state"][:-7]
            del file["restart/state"]
            file["restart/state"] = values

        def build(file):
            run = json.loads(file["restart/run"].asstr()[()])
            run["format"] = 0
            del file["restart/run"]
            file["restart/run"] = json.dumps(run)

        for edit, words in [(version, "version 0.0.1"), (without, "no checkpoint"), (damaged, "damaged"),
                            (build, "another build")]:
            with self.subTest(edit=edit.__name__):
                self.expect(self.alembert("run", "m.yaml"), DONE)
                self.change("m.out", edit)
                before = {name: (self.folder / "m.out" / name).read_bytes() for name in FILES}
                self.expect(self.alembert("run", "--continue", "m.out", "--end", "1"), USAGE, words)
                self.assertEqual(before, {name: (self.folder / "m.out" / name).read_bytes() for name in FILES})

    def test_runs_that_ended_by_themselves_are_refused(self):
        self.write(BOUNCE.replace("record: true", "stop: true"))
        self.expect(self.alembert("run", "m.yaml"), DONE)
        self.expect(self.alembert("run", "--continue", "m.out", "--end", "7"), USAGE, "stopped by sensor older")
