"""`alembert compare`: exit codes, messages and the files it leaves."""
import csv
import os
import signal
import xml.etree.ElementTree

from command_line import DONE, INTEGRATION, INTERRUPTED, MODEL, MODELS, ROD, USAGE, CommandLine

COMPARISON_FILES = ["compare.html", "orders.csv", "reference.csv", "report.txt", "runs.csv", "work_precision.csv",
                    "work_precision.svg"]
CRANK = MODELS / "slider_crank.yaml"


class Comparisons(CommandLine):
    def rows(self, folder: str, name: str) -> list[dict]:
        with open(self.folder / folder / name, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def test_wrong_command_lines_are_refused(self):
        for options, words in [
            (["--steps", "1e-3", "--tolerances", "1e-3"], ["--steps", "--tolerances", "excludes"]),
            (["--steps", "1e-3,fine"], ["--steps fine", "expected a number"]),
            (["--steps", "1e-3,,1e-4"], ["--steps", "empty"]),
            (["--steps", "-1"], ["--steps -1", "positive"]),
            (["--steps", "nan"], ["--steps nan", "expected a number"]),
            (["--steps", "5"], ["a step of 5 s", "(0, 2 s]"]),
            (["--steps", "1e-12"], ["at most"]),
            (["--tolerances", "2"], ["--tolerances 2", "at most 1"]),
            (["--tolerances", "1e-16"], ["a tolerance of 1e-16"]),
            (["--accuracy", "0"], ["--accuracy 0", "positive"]),
            (["--end", "-1"], ["--end -1", "positive"]),
            (["--methods", "hht,newmrk"], ["unknown method `newmrk`", "did you mean `newmark`?"]),
            (["--methods", "hht,hht"], ["hht is given twice"]),
            (["--methods", "alpha=0.1"], ["alpha=0.1 has no method before it"]),
            (["--methods", "hht:alpha=0.5"], ["alpha = 0.5", "[-1/3, 0]"]),
            (["--methods", "hht:alpha=-0.1,gamma=0.5"], ["no parameter `gamma`"]),
        ]:
            with self.subTest(options=options):
                self.expect(self.alembert("compare", CRANK, "-o", "c", *options), USAGE, *words)
        self.expect(self.alembert("compare", "missing.yaml"), MODEL, "missing.yaml")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_files(self):
        done = self.alembert("compare", CRANK, "-o", "c", "--methods", "hht:alpha=-0.1,newmark:gamma=0.75,beta=0.4",
                             "--steps", "0.01,0.005,0.0025", "--end", "1")
        self.expect(done, DONE)
        self.assertEqual(done.stderr, "")
        self.assertEqual(sorted(os.listdir(self.folder / "c")), COMPARISON_FILES)
        self.assertEqual((self.folder / "c" / "report.txt").read_text() + "results in c\n", done.stdout)
        runs = self.rows("c", "runs.csv")
        self.assertEqual([r["method"] for r in runs], 3 * ["hht:alpha=-0.1"] + 3 * ["newmark:beta=0.4,gamma=0.75"])
        self.assertEqual([r["step"] for r in runs[:3]], ["0.01", "0.005", "0.0025"])
        for row in runs:
            self.assertEqual((row["status"], row["end_time"], row["rejected_steps"]), ("done", "1", "0"))
            for name in ["error_q", "error_v", "error_a", "error_lambda", "energy_error", "violation_position",
                         "violation_velocity", "violation_acceleration", "cpu_seconds"]:
                self.assertGreater(float(row[name]), 0, name)
            self.assertEqual(int(row["steps"]), round(1 / float(row["step"])))
        self.assertEqual([(r["method"], r["quantity"]) for r in self.rows("c", "orders.csv")],
                         [(m, q) for m in ["hht:alpha=-0.1", "newmark:beta=0.4,gamma=0.75"]
                          for q in ["q", "v", "a", "lambda", "energy"]])
        self.assertEqual(list(self.rows("c", "work_precision.csv")[0]),
                         ["method", "step", "cpu_seconds", "error_q", "error_v", "error_a", "error_lambda"])
        self.assertEqual([r["quantity"] for r in self.rows("c", "reference.csv")], ["q", "v", "a", "lambda"])
        xml.etree.ElementTree.parse(self.folder / "c" / "work_precision.svg")

    def test_page_says_what_the_files_say(self):
        self.expect(self.alembert("compare", CRANK, "-o", "c", "--methods", "hht,newmark,bdf", "--steps",
                                  "0.01,0.005,0.0025", "--end", "1", "--quiet"), DONE)
        page = self.page("c/compare.html")
        self.assertEqual(page["title"], "Methods compared: Rigid slider-crank with a spring")
        sections = {section["heading"]: section["blocks"] for section in page["sections"]}
        self.assertEqual(list(sections), ["Recommendation", "Work and precision", "Orders", "Errors", "Energy",
                                          "Constraint violations", "Cost", "Failed and refused runs",
                                          "Settings and reference"])
        self.assertEqual((sections["Recommendation"][0]["kind"], sections["Recommendation"][0]["good"]),
                         ("verdict", True))
        chart = sections["Work and precision"][0]["chart"]
        self.assertTrue(chart["x"]["log"] and chart["y"]["log"])
        rows = self.rows("c", "work_precision.csv")
        for series in chart["series"]:
            of_method = [r for r in rows if r["method"] == series["name"]]
            self.assertEqual(list(series["x"]), [float(r["cpu_seconds"]) for r in of_method])
            self.assertEqual(list(series["y"]), [float(r["error_q"]) for r in of_method])
        self.assertEqual([s["name"] for s in chart["series"]], ["hht", "newmark"])
        orders = [block for block in sections["Orders"] if block["kind"] == "table"][0]
        self.assertEqual([(row[0], row[1], row[2]["good"]) for row in orders["rows"]],
                         [("hht", 2, True), ("newmark", 1, True)])
        self.assertEqual(len([block for block in sections["Errors"] if block["kind"] == "chart"]), 4)
        self.assertEqual(len([block for block in sections["Constraint violations"] if block["kind"] == "chart"]), 3)
        self.assertEqual(sections["Failed and refused runs"][0]["rows"][0][0], "bdf")

    def test_without_options_all_methods_run_around_what_the_model_says(self):
        self.write(ROD)
        self.expect(self.alembert("compare", "m.yaml", "--quiet"), DONE)
        runs = self.rows("m.compare", "runs.csv")
        listed = [line.split(":")[0] for line in self.alembert("methods").stdout.splitlines() if line[0] != " "]
        self.assertEqual(list(dict.fromkeys(r["method"].split(":")[0] for r in runs)), listed)
        self.assertEqual([float(r["tolerance"]) for r in runs[:5]], [1e-6, 1e-7, 1e-8, 1e-9, 1e-10])

    def test_quiet_says_nothing_and_old_files_go(self):
        (self.folder / "c").mkdir()
        for name in ["runs.csv.part", "notes.txt"]:
            (self.folder / "c" / name).write_text("old")
        done = self.alembert("compare", CRANK, "-o", "c", "--methods", "hht", "--steps", "0.01", "--quiet")
        self.expect(done, DONE)
        self.assertEqual((done.stdout, done.stderr), ("", ""))
        self.assertEqual(sorted(os.listdir(self.folder / "c")), sorted([*COMPARISON_FILES, "notes.txt"]))

    def test_failures_are_rows_and_only_if_all_fail_an_error(self):
        unstable = "newmark:gamma=0.5,beta=0.0834"
        arguments = ["compare", MODELS / "single_pendulum.yaml", "-o", "c", "--steps", "0.01", "--quiet", "--methods"]
        self.expect(self.alembert(*arguments, unstable + ",hht"), DONE)
        failed = self.rows("c", "runs.csv")[0]
        self.assertEqual(failed["status"], "failed")
        self.assertIn("Newton", failed["reason"])
        self.assertGreater(float(failed["end_time"]), 0)
        self.assertEqual(failed["error_q"], "")
        self.expect(self.alembert(*arguments, unstable), INTEGRATION, "every run failed", "c/report.txt")
        self.assertEqual(sorted(os.listdir(self.folder / "c")), COMPARISON_FILES)

    def test_an_interruption_keeps_what_is_done(self):
        process = self.start("compare", MODELS / "chain.yaml", "-o", "c", "--steps", "1e-5", "--quiet")
        self.wait_for((self.folder / "c").is_dir, "the folder")
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=60)
        self.assertEqual(process.returncode, INTERRUPTED)
        self.assertIn("interrupted", stderr)
        self.assertEqual(sorted(os.listdir(self.folder / "c")), COMPARISON_FILES)

    def test_a_folder_that_cannot_be_written_is_named(self):
        self.write("", "file")
        self.expect(self.alembert("compare", CRANK, "-o", "file", "--methods", "hht"), USAGE, "file", "Not a directory")
