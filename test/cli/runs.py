"""What a run leaves: complete results, failed runs, interrupted ones."""
import json
import os
import pty
import resource
import select
import signal
import time
from pathlib import Path

import h5py
import numpy

from command_line import DONE, FILES, INTEGRATION, INTERRUPTED, MODEL, MODELS, ROD, TIMEOUT, USAGE, CommandLine


class Results(CommandLine):
    # Group, array, width, units (docs/results.md).
    ARRAYS = [
        ("bodies", "position", 3, "m"), ("bodies", "quaternion", 4, "1"), ("bodies", "velocity", 3, "m/s"),
        ("bodies", "angular_velocity", 3, "rad/s"), ("bodies", "acceleration", 3, "m/s^2"),
        ("bodies", "angular_acceleration", 3, "rad/s^2"), ("joints", "force", 3, "N"), ("joints", "torque", 3, "N*m"),
        ("forces", "force", 3, "N"), ("forces", "torque", 3, "N*m"),
    ]
    NAMES = {"bodies": ["crank", "rod"], "joints": ["crankshaft", "wrist", "slide"], "forces": ["spring"],
             "outputs": ["crank_angle", "crank_rate", "rod_angle", "slider_x", "slider_y", "wrist_force",
                         "spring_force", "energy"]}

    def run_slider_crank(self, folder="m.out", *options):
        done = self.alembert("run", MODELS / "slider_crank.yaml", "-o", folder, *options)
        self.expect(done, DONE)
        return done

    def test_files(self):
        done = self.run_slider_crank()
        self.assertEqual(sorted(os.listdir(self.folder / "m.out")), FILES)
        self.assertIn("results in m.out", done.stdout)
        self.assertEqual(done.stderr, "")

    def test_folder_is_named_after_the_model(self):
        self.write(ROD, "rod.on.pin.yaml")
        self.expect(self.alembert("run", "rod.on.pin.yaml", "--quiet"), DONE)
        self.assertEqual(sorted(os.listdir(self.folder / "rod.on.pin.out")), FILES)

    def test_outputs(self):
        self.run_slider_crank()
        header, values = self.table()
        self.assertEqual(header, ["time", *self.NAMES["outputs"]])
        self.assertEqual(values.shape, (201, 9))
        numpy.testing.assert_allclose(values[:, 0], numpy.arange(201) * 0.01, rtol=0, atol=1e-12)
        self.assertEqual(values[-1, 0], 2.0)
        self.assertLess(numpy.abs(values[:, header.index("slider_y")]).max(), 1e-6)

    def test_summary(self):
        self.run_slider_crank()
        summary = self.summary()
        self.assertEqual(set(summary), {
            "title", "version", "analysis", "status", "method", "tolerance", "end_time", "steps", "rejected_steps",
            "newton_iterations", "jacobian_evaluations", "factorizations", "equations", "cpu_seconds", "phases",
            "max_energy_drift", "energy", "max_violation", "outputs", "reactions_not_unique", "warnings",
            "checksum"})
        self.assertAlmostEqual(sum(summary["phases"].values()), summary["cpu_seconds"], places=12)
        self.assertEqual(set(summary["energy"]), {"start", "end", "work_in", "dissipated", "numerical",
                                                  "turned_over"})
        self.assertEqual(set(summary["max_violation"]), {"position", "velocity", "acceleration"})
        self.assertEqual(summary["title"], "Rigid slider-crank with a spring")
        self.assertEqual(summary["status"], "done")
        self.assertEqual(summary["method"], {"name": "hht", "parameters": {"alpha": -0.3}})
        self.assertEqual((summary["tolerance"], summary["end_time"]), (1e-6, 2.0))
        self.assertEqual(summary["equations"], 6 + 5)
        self.assertIsNone(summary["max_energy_drift"])  # it has a damper
        energy = summary["energy"]
        self.assertGreater(energy["dissipated"], 0)
        self.assertAlmostEqual(energy["end"], energy["start"] + energy["work_in"] - energy["dissipated"]
                               + energy["numerical"], places=12)
        self.assertGreaterEqual(summary["newton_iterations"], summary["steps"])

    def test_settings_of_the_command_line_are_those_of_the_summary(self):
        self.run_slider_crank("m.out", "--step", "0.01", "--end", "0.5", "--method", "newmark:gamma=0.6")
        summary = self.summary()
        self.assertEqual((summary["step"], summary["end_time"], summary["steps"]), (0.01, 0.5, 50))
        self.assertNotIn("tolerance", summary)
        self.assertEqual(summary["method"]["name"], "newmark")
        self.assertEqual(summary["method"]["parameters"]["gamma"], 0.6)
        self.run_slider_crank("m.out", "--set", "m1=6", "--set", "k=0", "--tolerance", "1e-4")
        self.assertEqual(self.summary()["tolerance"], 1e-4)

    def test_conservative_models_say_how_much_energy_drifts(self):
        self.expect(self.alembert("run", MODELS / "single_pendulum.yaml", "-o", "m.out"), DONE)
        self.assertGreater(self.summary()["max_energy_drift"], 0)

    def test_redundant_models_say_which_reactions_are_not_unique(self):
        self.expect(self.alembert("run", MODELS / "bricard.yaml", "-o", "m.out", "--end", "0.1"), DONE)
        self.assertEqual(self.summary()["reactions_not_unique"], ["J0", "J1", "J2", "J3", "J4", "J5"])
        self.assertTrue(any("redundant" in text for text in self.summary()["warnings"]))

    def test_steps(self):
        self.run_slider_crank()
        attempts, summary = self.attempts(), self.summary()
        self.assertEqual(len(attempts), summary["steps"] + summary["rejected_steps"])
        accepted = [a for a in attempts if a["outcome"] == "accepted"]
        self.assertEqual(len(accepted), summary["steps"])
        self.assertEqual(sum(a["newton"] for a in attempts), summary["newton_iterations"])
        self.assertAlmostEqual(sum(a["h"] for a in accepted), 2.0, places=9)
        for attempt in attempts:
            self.assertEqual(set(attempt), {"number", "time", "h", "order", "newton", "error", "outcome", "worst",
                                            "jacobian"})
            self.assertRegex(attempt["worst"], r"^(body|joint) \w+: ")
        self.assertTrue(all(a["error"] <= 1 for a in accepted))

    def test_results_h5(self):
        self.run_slider_crank()
        steps = self.summary()["steps"] + self.summary()["rejected_steps"]
        with h5py.File(self.folder / "m.out" / "results.h5") as file:
            self.assertEqual(file.attrs["format"], "alembert results")
            self.assertEqual(file.attrs["status"], "done")
            for group, names in self.NAMES.items():
                self.assertEqual(list(file[group]["names"].asstr()), names)
            for group, name, width, units in self.ARRAYS:
                with self.subTest(group=group, name=name):
                    array = file[group][name]
                    self.assertEqual(array.shape, (201, len(self.NAMES[group]), width))
                    self.assertEqual(array.attrs["units"], units)
                    self.assertTrue(numpy.isfinite(array[:]).all())
            self.assertEqual(file["time"].attrs["units"], "s")
            for name in ["kinetic", "potential", "total"]:
                self.assertEqual((file["energy"][name].shape, file["energy"][name].attrs["units"]), ((201,), "J"))
            numpy.testing.assert_allclose(numpy.linalg.norm(file["bodies/quaternion"][:], axis=2), 1, atol=1e-12)
            numpy.testing.assert_array_equal(file["outputs/values"][:], self.table()[1][:, 1:])
            self.assertEqual(file["steps/h"].shape, (steps,))
            self.assertEqual(len(file["row_names"]), 11)
            self.assertEqual(file["model/text"].asstr()[()], (MODELS / "slider_crank.yaml").read_text())

    def test_two_runs_are_the_same_to_the_last_byte(self):
        for model in ["slider_crank", "double_four_bar"]:
            with self.subTest(model=model):
                for folder in ["a.out", "b.out"]:
                    self.expect(self.alembert("run", MODELS / f"{model}.yaml", "-o", folder, "--end", "1"), DONE)
                for name in ["outputs.csv", "steps.jsonl"]:
                    first, second = [(self.folder / f / name).read_bytes() for f in ["a.out", "b.out"]]
                    self.assertEqual(first, second)

    def test_a_second_run_replaces_the_first_and_nothing_else(self):
        self.run_slider_crank()
        folder = self.folder / "m.out"
        (folder / "notes.txt").write_text("mine")
        (folder / "results.h5.part").write_text("of a run that was killed")
        self.expect(self.alembert("run", MODELS / "single_pendulum.yaml", "-o", "m.out", "--end", "1"), DONE)
        self.assertEqual(sorted(os.listdir(folder)), sorted([*FILES, "notes.txt"]))
        self.assertEqual(self.summary()["title"], "Single pendulum")
        self.assertEqual(self.table()[1].shape, (101, 7))

    def test_quiet_says_nothing(self):
        for model in ["slider_crank", "bricard"]:  # the second has warnings
            done = self.alembert("run", MODELS / f"{model}.yaml", "--end", "0.2", "-o", "m.out", "--quiet")
            self.expect(done, DONE)
            self.assertEqual((done.stdout, done.stderr), ("", ""))

    def test_quiet_still_says_what_is_wrong(self):
        self.expect(self.alembert("run", "missing.yaml", "--quiet"), MODEL, "missing.yaml")


class Failures(CommandLine):
    UNSTABLE = ["run", MODELS / "single_pendulum.yaml", "-o", "m.out", "--method", "newmark:gamma=0.5,beta=0.0834",
                "--step", "0.01"]

    def test_say_when_why_where_and_what_to_try(self):
        done = self.alembert(*self.UNSTABLE)
        self.expect(done, INTEGRATION, "integration failed at t = ", "with step 0.01", "Newton",
                    "results up to the failure are in m.out")
        self.assertRegex(done.stderr, r"worst: (body bob|joint rod|joint plane): ")
        self.assertRegex(done.stderr, r"smaller `step`|`tolerance`")

    def test_keep_the_results_and_mark_them(self):
        done = self.alembert(*self.UNSTABLE)
        summary = self.summary()
        self.assertEqual(summary["status"], "failed")
        self.assertIn(summary["message"], done.stderr)
        self.assertEqual(sorted(os.listdir(self.folder / "m.out")), FILES)
        self.assertTrue(0 < summary["end_time"] < 4)
        self.assertEqual(self.table()[1].shape[0], round(summary["end_time"] / 0.01) + 1)
        attempts = self.attempts()
        self.assertEqual(len(attempts), summary["steps"] + summary["rejected_steps"])
        self.assertNotEqual(attempts[-1]["outcome"], "accepted")
        with h5py.File(self.folder / "m.out" / "results.h5") as file:
            self.assertEqual(file.attrs["status"], "failed")
            self.assertEqual(file.attrs["message"], summary["message"])
        self.assertTrue(any("newmark" in text for text in summary["warnings"]))

    def test_an_output_that_is_not_finite_stops_the_run(self):
        self.write(ROD + "outputs: {x: sqrt(0.05 - time)}\n")
        self.expect(self.alembert("run", "m.yaml"), INTEGRATION, "m.yaml:7:", "output `x`", "not finite", "t = 0.05")
        self.assertEqual(self.summary()["status"], "failed")
        self.assertTrue(numpy.isfinite(self.table()[1]).all())


class FullDisk(CommandLine):
    def test_stops_the_run_and_says_which_file(self):
        def limit():  # like a full disk: writing beyond this fails
            resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

        done = self.alembert("run", MODELS / "slider_crank.yaml", "-o", "m.out", preexec_fn=limit)
        self.expect(done, USAGE, "cannot write m.out/", ".part: File too large")
        self.assertFalse((self.folder / "m.out" / "summary.json").exists())


class Interruption(CommandLine):
    LONG = ["run", MODELS / "chain.yaml", "-o", "m.out", "--end", "1e5"]

    def size(self, name: str) -> int:
        path = self.folder / "m.out" / name
        return path.stat().st_size if path.exists() else 0

    def test_control_c_keeps_the_results(self):
        process = self.start(*self.LONG)
        self.wait_for(lambda: self.size("steps.jsonl.part") > 0, "the first steps")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, INTERRUPTED, err)
        self.assertEqual(out, "")
        self.assertIn("interrupted at t = ", err)
        self.assertIn("m.out", err)
        self.assertNotIn("\r", err)  # a pipe sees no progress line
        self.assertEqual(sorted(os.listdir(self.folder / "m.out")), FILES)
        summary = self.summary()
        self.assertEqual(summary["status"], "interrupted")
        self.assertEqual(len(self.attempts()), summary["steps"] + summary["rejected_steps"])
        rows = self.table()[1]
        self.assertLessEqual(rows[-1, 0], summary["end_time"])
        with h5py.File(self.folder / "m.out" / "results.h5") as file:
            self.assertEqual(file.attrs["status"], "interrupted")
            self.assertEqual(file["time"].shape, (len(rows),))

    def test_of_what_has_nothing_to_keep_ends_it_at_once(self):
        # Reading and putting together so many bars takes seconds, in which no loop looks up.
        large = [MODELS / "chain.yaml", "--set", "N=30000"]
        for command in ["check", "run", "statics", "modes", "compare", "verify", "step_limit"]:
            for number in [signal.SIGINT, signal.SIGTERM]:
                with self.subTest(command=command, signal=number.name):
                    process = self.start(command, *large, *([] if command == "check" else ["-o", "out"]))
                    self.wait_for(lambda: self.seconds(process) > 0.5, "the command to be at work")
                    began = time.monotonic()
                    process.send_signal(number)
                    out, err = process.communicate(timeout=TIMEOUT)
                    self.assertEqual((process.returncode, out, err), (INTERRUPTED, "", "alembert: interrupted\n"))
                    self.assertLess(time.monotonic() - began, 1.0)
                    self.assertEqual(list(self.folder.iterdir()), [])

    @staticmethod
    def seconds(process) -> float:
        """Processor time used so far; a process that has ended has used more than any other."""
        try:
            fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            return float("inf")
        return float("inf") if fields[0] == "Z" else int(fields[11]) / os.sysconf("SC_CLK_TCK")

    def test_a_killed_run_leaves_readable_files(self):
        process = self.start(*self.LONG)
        self.wait_for(lambda: self.size("results.h5.part") > 0, "results.h5.part")
        self.wait_for(lambda: self.size("outputs.csv.part") > 0, "outputs.csv.part")
        process.kill()
        process.communicate()
        names = sorted(os.listdir(self.folder / "m.out"))
        self.assertEqual([n for n in names if not n.endswith(".tmp")],
                         ["alembert.lock", *[f"{name}.part" for name in FILES]])
        header, rows = self.table(name="outputs.csv.part")
        self.assertEqual(header, ["time", "energy", "tip_x", "tip_y"])
        self.assertGreater(len(rows), 1)
        self.assertGreater(len(self.attempts(name="steps.jsonl.part")), 1)
        with h5py.File(self.folder / "m.out" / "results.h5.part") as file:
            self.assertEqual(file.attrs["status"], "running")
            self.assertGreater(file["time"].shape[0], 1)
            self.assertTrue(numpy.isfinite(file["bodies/position"][:]).all())
        running = json.loads((self.folder / "m.out" / "summary.json.part").read_text())
        self.assertEqual(running["status"], "running")

    @staticmethod
    def read_terminal(terminal: int, enough, seconds: float) -> bytes:
        """What a terminal shows until it is enough, the other end closes or the time is over."""
        text, limit = b"", time.monotonic() + seconds
        while not enough(text) and time.monotonic() < limit:
            if not select.select([terminal], [], [], 0.1)[0]:
                continue
            try:
                text += os.read(terminal, 4096)
            except OSError:  # how Linux tells that the other end is closed
                break
        return text

    def test_a_terminal_sees_progress_unless_quiet(self):
        def shows_progress(text: bytes) -> bool:
            return b"rejected" in text and b"left" in text

        for options, expected, seconds in [([], True, TIMEOUT), (["--quiet"], False, 1.5)]:
            with self.subTest(options=options):
                ours, theirs = pty.openpty()
                process = self.start(*self.LONG, *options, stderr=theirs)
                os.close(theirs)
                text = self.read_terminal(ours, shows_progress, seconds)
                self.assertEqual(shows_progress(text), expected, text)
                process.send_signal(signal.SIGINT)
                text = self.read_terminal(ours, lambda text: b"interrupted at t = " in text, TIMEOUT)
                os.close(ours)
                self.assertEqual(process.wait(timeout=TIMEOUT), INTERRUPTED)
                self.assertIn(b"interrupted at t = ", text)
