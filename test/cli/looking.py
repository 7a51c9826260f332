"""`alembert plot` and `alembert export`: looking at a results folder."""
import csv
import os
import shutil
import signal
import struct
import xml.etree.ElementTree as ElementTree

from command_line import DONE, INTEGRATION, MODELS, USAGE, CommandLine

SVG = "{http://www.w3.org/2000/svg}"


class Looking(CommandLine):
    def setUp(self):
        super().setUp()
        self.expect(self.alembert("run", MODELS / "slider_crank.yaml", "-o", "r", "--end", "0.2", "--quiet"), DONE)

    def texts(self, name: str) -> list[str]:
        return [text.text for text in ElementTree.parse(self.folder / name).getroot().iter(SVG + "text")]

    def size(self, name: str) -> tuple[int, int]:
        data = (self.folder / name).read_bytes()
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        return struct.unpack(">II", data[16:24])

    def failed_run(self):
        done = self.alembert("run", MODELS / "single_pendulum.yaml", "-o", "f", "--method",
                             "newmark:gamma=0.5,beta=0.0834", "--step", "0.01", "--quiet")
        self.expect(done, INTEGRATION)

    def test_all_outputs_are_drawn_with_their_units(self):
        done = self.alembert("plot", "r")
        self.expect(done, DONE)
        self.assertEqual((done.stdout, done.stderr), ("written to r/plot.svg\n", ""))
        texts = self.texts("r/plot.svg")
        for text in ["Rigid slider-crank with a spring", "crank_angle", "rod_angle", "(rad)", "crank_rate (rad/s)",
                     "time (s)"]:
            self.assertIn(text, texts)
        self.assertNotIn("crank.velocity.x", texts)

    def test_names_and_stars(self):
        self.expect(self.alembert("plot", "r", "crank.velocity.*", "energy.total", "wrist.force", "spring.force.x",
                                  "steps.h", "-o", "p.svg"), DONE)
        texts = self.texts("p.svg")
        for text in ["crank.velocity.x", "crank.velocity.z", "velocity (m/s)", "energy.total (J)", "wrist.force",
                     "spring.force.x", "force (N)"]:
            self.assertIn(text, texts)

    def test_pictures_as_png(self):
        self.expect(self.alembert("plot", "r", "slider_x", "-o", "p.png", "--width", "400", "--height", "300",
                                  "--dpi", "192", "--dark", "--quiet"), DONE)
        self.assertEqual(self.size("p.png"), (800, 600))
        self.expect(self.alembert("plot", "r", "slider_x", "-o", "p.png", "--quiet"), DONE)
        self.assertEqual(self.size("p.png"), (900, 560))

    def test_stretches_other_axes_and_separate_charts(self):
        self.expect(self.alembert("plot", "r", "crank.position.x", "slider_x", "--x", "crank_angle", "--from", "0.05",
                                  "--to", "0.1", "--separate", "--log", "-o", "p.svg"), DONE)
        texts = self.texts("p.svg")
        self.assertIn("crank_angle (rad)", texts)
        self.assertIn("crank.position.x (m)", texts)
        self.assertIn("slider_x (m)", texts)

    def test_list(self):
        done = self.alembert("plot", "r", "--list")
        self.expect(done, DONE)
        lines = done.stdout.splitlines()
        for line in ["crank_angle [rad]", "energy.total [J]", "crank.quaternion.w", "wrist.force [N]", "steps.h [s]"]:
            self.assertIn(line, lines)
        self.assertEqual(sorted(os.listdir(self.folder / "r")),
                         ["outputs.csv", "results.h5", "steps.jsonl", "summary.json"])

    def test_wrong_command_lines_are_refused(self):
        self.write("no results", "results.h5")
        (self.folder / "empty").mkdir()
        for arguments, words in [
            (["plot"], ["DIR is required"]),
            (["plot", "nowhere"], ["nowhere", "No such file"]),
            (["plot", "results.h5"], ["results.h5", "Not a directory"]),
            (["plot", "."], ["./results.h5", "no HDF5 file"]),
            (["plot", "empty"], ["empty holds no results.h5"]),
            (["plot", "r", "slidr_x"], ["no `slidr_x`", "did you mean `slider_x`?"]),
            (["plot", "r", "nothing.*"], ["nothing in the results matches `nothing.*`"]),
            (["plot", "r", "slider_x", "--x", "steps.h"], ["not stored at the same times"]),
            (["plot", "r", "--from", "2", "--to", "1"], ["--from 2 is later than --to 1"]),
            (["plot", "r", "--from", "5"], ["no results between"]),
            (["plot", "r", "--from", "nan"], ["--from nan"]),
            (["plot", "r", "-o", "p.pdf"], ["p.pdf", ".svg or .png"]),
            (["plot", "r", "-o", "missing/p.svg"], ["missing/p.svg.part", "No such file"]),
            (["plot", "r", "--width", "3"], ["width of 3"]),
            (["plot", "r", "-o", "p.png", "--dpi", "1e9"], ["dpi"]),
            (["plot", "r", "--hight", "300"], ["--hight"]),
            (["export", "r"], ["--csv", "required"]),
            (["export", "--csv"], ["DIR is required"]),
            (["export", "nowhere", "--csv"], ["nowhere", "No such file"]),
            (["export", "r", "--csv", "-o", "missing/t.csv"], ["missing/t.csv.part", "No such file"]),
        ]:
            with self.subTest(arguments=arguments):
                self.expect(self.alembert(*arguments), USAGE, *words)
        self.assertEqual(sorted(os.listdir(self.folder)), ["empty", "r", "results.h5"])

    def test_export_holds_everything_to_the_last_digit(self):
        done = self.alembert("export", "r", "--csv")
        self.expect(done, DONE)
        self.assertEqual((done.stdout, done.stderr), ("written to r/results.csv\n", ""))
        header, numbers = self.table("r", "results.csv")
        outputs_header, outputs = self.table("r")
        self.assertEqual(header[:3], ["time [s]", "crank_angle [rad]", "crank_rate [rad/s]"])
        self.assertEqual(len(outputs), len(numbers))
        self.assertTrue((numbers[:, :len(outputs_header)] == outputs).all())
        for name in ["energy.total [J]", "rod.angular_acceleration.z [rad/s^2]", "wrist.force.x [N]"]:
            self.assertEqual(header.count(name), 1, name)
        self.assertNotIn("wrist.force [N]", header)
        self.expect(self.alembert("export", "r", "--csv", "-o", "t.csv", "--quiet"), DONE)
        self.assertEqual((self.folder / "t.csv").read_bytes(), (self.folder / "r/results.csv").read_bytes())

    def test_a_failed_run_is_drawn_with_a_warning(self):
        self.failed_run()
        for arguments in [["plot", "f"], ["export", "f", "--csv"]]:
            done = self.alembert(*arguments)
            self.expect(done, DONE, "warning: the results are incomplete: failed")
        self.assertTrue(any(text.startswith("incomplete: failed") for text in self.texts("f/plot.svg")))

    def test_a_killed_run_is_drawn_with_a_warning(self):
        process = self.start("run", MODELS / "chain.yaml", "-o", "k", "--step", "1e-6", "--quiet")
        self.wait_for((self.folder / "k/results.h5.part").exists, "the first snapshot")
        self.expect(self.alembert("plot", "k", "energy.total"), DONE, "incomplete: running")
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
        self.expect(self.alembert("plot", "k", "energy.total"), DONE, "incomplete: running")
        self.expect(self.alembert("export", "k", "--csv"), DONE, "incomplete: running")
        with open(self.folder / "k/results.csv", newline="", encoding="utf-8") as file:
            self.assertEqual(next(csv.reader(file))[0], "time [s]")

    def test_damaged_results_are_refused(self):
        shutil.copytree(self.folder / "r", self.folder / "d")
        whole = (self.folder / "d/results.h5").read_bytes()
        (self.folder / "d/results.h5").write_bytes(whole[:len(whole) // 2])
        done = self.alembert("plot", "d")
        self.expect(done, USAGE, "d/results.h5")
        self.assertEqual(len(done.stderr.splitlines()), 1)

    def test_a_new_run_removes_old_pictures(self):
        self.expect(self.alembert("plot", "r"), DONE)
        self.expect(self.alembert("export", "r", "--csv"), DONE)
        self.expect(self.alembert("run", MODELS / "single_pendulum.yaml", "-o", "r", "--quiet"), DONE)
        self.assertEqual(sorted(os.listdir(self.folder / "r")),
                         ["outputs.csv", "results.h5", "steps.jsonl", "summary.json"])
