"""Mistakes that people make, and what they are told: each message says what to write."""
import os
import signal
import subprocess
import time

from command_line import DONE, INTERRUPTED, MODEL, MODELS, ROD, TIMEOUT, USAGE, CommandLine, rod


class Yaml(CommandLine):
    def test_errors_of_yaml_are_errors_and_say_what_to_write(self):
        bodies = "alembert: 1\nbodies:\n  rod:\n    type: point\n    mass: 1\n"
        for text, words in [
            (ROD.replace("bodies:\n", 'title: "swings\nbodies:\n', 1),
             ["m.yaml:2:8", "quote that begins here is not closed"]),
            (bodies + "outputs:\n  x: 'dx(rod)\n  y: dy(rod)\n", ["m.yaml:7:6", "quote that begins here is not closed"]),
            (bodies + 'title: "a\nunits: {mass: "kg"}\n', ["quote of line 6, column 8", "is one missing?"]),
            ("alembert: 1\nbodies:\n  rod:\n    type: point\n   mass: 1\n",
             ["m.yaml:5:4", "indented by 3 spaces", "0, 2, 4"]),
            ("alembert: 1\nbodies:\n  rod:\n  mass: 1\n  type: point\n",
             ["m.yaml:4:3", "`mass` stands beside `rod`", "indented further"]),
            ("alembert: 1\nbodies:\n  rod:\n    type: point\n  mass: 1\n", ["m.yaml:5:3", "`mass` stands beside `rod`"]),
            ("alembert: 1\nbodies:\n\trod: {type: point, mass: 1}\n", ["tabs cannot indent: use spaces"]),
            (bodies + "    geometry: [{sphere: 1, color: #ff0000}]\n", ["m.yaml:6:16", 'write "#ff0000" in quotes']),
            (bodies + "    geometry:\n      - sphere: 1\n        color: #ff0000\n",
             ["m.yaml:8:9", 'write "#ff0000" in quotes']),
            ("alembert: 1\nbodies:\n  rod: {type: point, mass: 1\ntitle: x\n",
             ["m.yaml:3:8", "`{` that begins here is not closed"]),
            ("alembert: 1\nbodies:\n  rod: {type: point mass: 1}\n", ["m.yaml:3:25", "expected a comma or `}`"]),
            ("alembert: 1\nbodies:\n  rod: {type: point, mass: 1}}\n", ["m.yaml:3:30", "one too many"]),
            ("alembert: 1\nbodies:\n  rod: {type: point, mass: [1}\n", ["`}` cannot close the `[` of line 3"]),
            ("alembert: 1\nbodies:\n  rod:{type: point, mass: 1}\n", ["a space belongs behind the `:` of `rod:`"]),
            ("alembert: 1\nbodies:\n  rod: {type: point, mass:1}\n", ["`mass:1`", "a space belongs behind the `:`"]),
            (bodies + "title: a: b\n", ["m.yaml:6:9", "needs quotes"]),
            (bodies + "title: @home\n", ["m.yaml:6:8", "put the text in quotes"]),
            (bodies + 'title: "\\e[31mred"\n', ["m.yaml:6:8", "control character"]),
        ]:
            with self.subTest(text=text):
                self.write(text)
                self.expect(self.alembert("run", "m.yaml"), MODEL, *words)
                self.assertFalse((self.folder / "m.out").exists())

    def test_numbers_with_units_or_commas_say_what_to_write(self):
        for text, words in [
            (rod("mass: 1,", "mass: 2 kg,"), ["m.yaml:3:17", "numbers stand without units: write 2"]),
            (rod("mass: 1,", "mass: 2kg,"), ["write 2;", "m kg s rad N"]),
            (rod("end: 0.1", "end: 10 ms"), ["write 10"]),
            (rod("mass: 1,", "mass: 1,5,"), ["decimals are written with a point"]),
            (rod("[0.5, 0, 0], markers", "[0,5, 0, 0], markers"), ["list of 4", "0.5"]),
            (ROD.replace("{end: 0.1}", "\n  end: 0,1"), ["0.1"]),
            ("alembert: 1\nparameters:\n  L: 3 m\nbodies:\n  a: {type: point, mass: 1}\n", ["m.yaml:3:8", "write 3"]),
        ]:
            with self.subTest(text=text):
                self.write(text)
                self.expect(self.alembert("check", "m.yaml"), MODEL, *words)

    def test_other_names_and_forms_are_answered_with_the_right_one(self):
        for text, words in [
            ("gravity: 9.81\n" + ROD, ["m.yaml:1:10", "a list of 3 numbers, [0, 0, 1] say, found `9.81`"]),
            (rod("axis: [0, 0, 1]", "axis: z"), ["a list of 3 numbers, [0, 0, 1] say, found `z`"]),
            (ROD.replace("bodies:", "body:", 1), ["unknown key `body`", "did you mean `bodies`?"]),
            (ROD + "motions: {m: {joint: pivot, angle: 2*t}}\n", ["the time is called `time`"]),
            (ROD + "motions: {m: {joint: pivot, angle: 90 deg}}\n", ["write rad(90)"]),
            ("gravity: [0, \u22129.81, 0]\n" + ROD, ["m.yaml:1:14", "write `-`"]),
            (ROD + "motions: {m: {joint: pivot, angle: 2\u00b7time}}\n", ["m.yaml:7:37", "write `*`"]),
            (rod("markers", "orientation: [0, 0, 90], markers"), ["an orientation is one of", "not a list of 3"]),
            (rod("markers", "geometry: [{sphere: 1, color: steelbleu}], markers"), ["`steelbleu`", "`steelblue`?"]),
            (rod("end: 0.1", "end: 0.1, method: rk4"), ["m.yaml:6:32", "unknown method `rk4`"]),
        ]:
            with self.subTest(text=text):
                self.write(text)
                self.expect(self.alembert("check", "m.yaml"), MODEL, *words)

    def test_a_byte_order_mark_and_ends_of_lines_of_windows_are_taken(self):
        (self.folder / "m.yaml").write_bytes(b"\xef\xbb\xbf" + ROD.replace("\n", "\r\n").encode())
        self.expect(self.alembert("run", "m.yaml"), DONE)
        (self.folder / "m.yaml").write_bytes(b"\xef\xbb\xbf" + ROD.encode() + b'title: "open\n')
        self.expect(self.alembert("run", "m.yaml"), MODEL, "m.yaml:7:8")

    def test_text_of_another_encoding_says_so(self):
        for encoding, words in [("utf-16", ["m.yaml:1:1", "UTF-16", "save it as UTF-8"]),
                                ("utf-16-be", ["m.yaml:1:1", "UTF-16", "save it as UTF-8"]),
                                ("latin-1", ["m.yaml:1:10", "save the file as UTF-8"])]:
            with self.subTest(encoding=encoding):
                self.write(("title: Fr\u00e4se\n" + ROD).encode(encoding))
                self.expect(self.alembert("check", "m.yaml"), MODEL, *words)

    def test_a_model_without_bodies_is_refused(self):
        for text in ["alembert: 1\n", "alembert: 1\nbodies: {}\n", "alembert: 1\nbodies:\n  ground: {}\n"]:
            for command in ["run", "check", "statics", "modes"]:
                with self.subTest(text=text, command=command):
                    self.write(text)
                    self.expect(self.alembert(command, "m.yaml"), MODEL, "m.yaml:1:1", "no bodies")
        self.write("alembert: 1\nstates: {x: {derivative: -state(x), initial: 1}}\noutputs: {x: state(x)}\n")
        self.expect(self.alembert("run", "m.yaml"), DONE)


class Options(CommandLine):
    def test_misspelt_ones_are_answered_with_the_right_one(self):
        self.write(ROD)
        self.write(ROD, "long_name.yaml")
        for arguments, code, words in [
            (["run", "m.yaml", "--tolerence", "1e-5"], USAGE, ["`--tolerence` of `run`", "did you mean `--tolerance`?"]),
            (["run", "m.yaml", "--stp=1e-3"], USAGE, ["did you mean `--step`?"]),
            (["run", "m.yaml", "-end", "2"], USAGE, ["did you mean `--end`?"]),
            (["statics", "m.yaml", "--method", "hht"], USAGE, ["`--method` of `statics`", "--report"]),
            (["m.yaml"], USAGE, ["alembert run m.yaml"]),
            (["--quiet", "run", "m.yaml"], USAGE, ["expected a command before `--quiet`"]),
            (["run", "long_nam.yaml"], MODEL, ["long_nam.yaml", "did you mean `long_name.yaml`?"]),
            (["run", "long_name.yml"], MODEL, ["did you mean `long_name.yaml`?"]),
            (["run", "x" * 300 + ".yaml"], MODEL, ["File name too long"]),
            (["run", "m.yaml", "-o", "x" * 300], USAGE, ["File name too long"]),
            (["report", "x" * 300], USAGE, ["File name too long"]),
        ]:
            with self.subTest(arguments=arguments):
                self.expect(self.alembert(*arguments), code, *words)
        done = self.alembert("--version")
        self.expect(done, DONE)
        self.assertEqual(done.stdout, self.alembert("version").stdout)


class Files(CommandLine):
    def spline(self, name: str) -> str:
        return ROD + f"splines:\n  s: {{file: {name}, columns: [x, y]}}\n"

    def test_csv_with_decimal_commas_is_refused(self):
        for text, words in [
            ("x;y\n1,5;2,5\n2,5;3\n", ["d.csv:2:1", "`1,5`", "point"]),
            ("x,y\n1,5,2,5\n", ["d.csv:2:5", "this line has 4 cells, the first has 2"]),
            ("x,y\n1,2\n2;3\n", ["d.csv:3", "one separator"]),
            ("x;y\n1;2\n2;\x1b[31m3\n", ["d.csv:3:3", "\\x1b[31m3"]),
            ("x y\n1 2\n", ["d.csv:1", "no column `x`", "there are `x y`"]),
            ("x,y\n1,2\n".encode("utf-16"), ["d.csv:1:4", "save the table as CSV in UTF-8"]),
        ]:
            with self.subTest(text=text):
                self.write(text, "d.csv")
                self.write(self.spline("d.csv"))
                done = self.alembert("check", "m.yaml")
                self.expect(done, MODEL, *words)
                self.assertNotIn("\x1b", done.stderr)
        for text in ["x;y\n1.5;2\n2;3\n3;5\n", "x\ty\n1\t2\n2\t3\n3\t5\n", '"x","y"\n1,2\n2,3\n3, 5\n']:
            with self.subTest(text=text):
                self.write(text, "d.csv")
                self.write(self.spline("d.csv"))
                self.expect(self.alembert("check", "m.yaml"), DONE)

    def test_a_first_row_with_decimal_commas_is_not_taken_for_names(self):
        self.write("0,5;1\n1;2\n2;3\n", "d.csv")
        self.write(ROD + "splines:\n  s: {file: d.csv}\n")
        self.expect(self.alembert("check", "m.yaml"), MODEL, "d.csv:1:1", "`0,5`", "point")

    def test_what_is_no_file_is_not_waited_for(self):
        os.mkfifo(self.folder / "pipe.csv")
        os.mkfifo(self.folder / "pipe.yaml")
        for name, words in [("pipe.csv", ["pipe.csv: this is a pipe"]), ("/dev/zero", ["a device"]), (".", ["a folder"]),
                            ("x" * 300, ["File name too long"]), ('"a\\0b.csv"', ["control character"])]:
            with self.subTest(name=name):
                self.write(self.spline(name))
                self.expect(self.alembert("check", "m.yaml"), MODEL, *words)
        self.expect(self.alembert("run", "pipe.yaml"), MODEL, "pipe")
        body = "alembert: 1\nbodies:\n  a: {{mass: 1, inertia: [1, 1, 1], geometry: [{{name: s, mesh: {}}}]}}\n"
        self.write(body.format("pipe.csv") + "contacts: {c: {between: [a.s, a.s], stiffness: 1}}\n")
        self.assertNotEqual(self.alembert("check", "m.yaml").returncode, DONE)

    def test_nothing_is_written_into_results_by_closed_streams(self):
        self.write("gravity: [0, 0, -9810]\n" + ROD)  # warns
        for closed in [(0,), (1,), (2,), (1, 2), (0, 1, 2)]:
            with self.subTest(closed=closed):
                def close(descriptors=closed):
                    for k in descriptors:
                        os.close(k)
                done = subprocess.run([self.program, "run", "m.yaml"], cwd=self.folder, preexec_fn=close, check=False,
                                      timeout=TIMEOUT)
                self.assertEqual(done.returncode, DONE)
                for name in ["outputs.csv", "summary.json", "steps.jsonl"]:
                    text = (self.folder / "m.out" / name).read_text(encoding="utf-8")
                    self.assertNotIn("warning:", text.split("\n")[0])
                    self.assertTrue(text.startswith("time") or text.startswith("{"), text[:80])


class Doubts(CommandLine):
    def test_check_says_gravity_and_warns_of_what_is_hardly_meant(self):
        planar = ROD.replace("mass: 1, inertia: [1, 1, 1]", "type: planar, mass: 1, inertia: 1")
        spring = ROD + "forces: {s: {type: spring_damper, between: [ground, rod.tip], stiffness: %s, damping: %s}}\n"
        for text, warning in [
            ("units: {length: mm}\ngravity: [0, -9.81, 0]\n" + ROD, "on Earth it is 9807 mm/s^2"),
            ("gravity: [0, -9810, 0]\n" + ROD, "that is the value in mm/s^2"),
            ("gravity: [0, -386.1, 0]\n" + ROD, "that is the value in in/s^2"),
            ("gravity: [0, -1e20, 0]\n" + ROD, "is the unit meant?"),
            ("gravity: [0, 0, -9.81]\n" + planar, "planar bodies such as `rod` do not feel"),
            (planar.replace("axis: [0, 0, 1]", "axis: [1, 0, 0]"), "joint `pivot` (revolute) turns about (1 0 0)"),
            (planar.replace("revolute", "translational"), "joint `pivot` (translational) slides along (0 0 1)"),
            (spring % (-100, 1), "`s` has a negative stiffness"),
            (rod("mass: 1,", "mass: 1e20,"), "mass of body `rod` is 1e+20 kg"),
            (rod("[1, 1, 1], pos", "[1e6, 1e6, 1e6], pos"), "inertia of body `rod`"),
            (rod("position: [0.5, 0, 0]", "position: [5e9, 0, 0]"), "5e+09 m large"),
            (spring % (0, 0), "`s` has no stiffness, damping or preload: it does nothing"),
            (ROD + "forces: {f: {type: force, on: ground, force: [1, 0, 0]}}\n", "`f` acts on the ground"),
            (rod("markers", "geometry: [{mesh: a.stl}], markers"), "a.stl: there is no such file"),
        ]:
            with self.subTest(warning=warning):
                self.write(text)
                done = self.alembert("check", "m.yaml")
                self.expect(done, DONE)
                self.assertIn("warning: ", done.stdout)
                self.assertIn(warning, done.stdout)
        for gravity, said in [("[0, -9.81, 0]", "gravity: 0 -9.81 0 m/s^2"), ("[0, 0, 0]", "gravity: none"),
                              ("[0, -1.62, 0]", "gravity: 0 -1.62 0 m/s^2")]:
            self.write(f"gravity: {gravity}\n" + ROD)
            done = self.alembert("check", "m.yaml")
            self.assertIn(said, done.stdout)
            self.assertNotIn("warning", done.stdout)

    def test_what_check_warns_of_run_warns_of_too(self):
        self.write("units: {length: mm}\ngravity: [0, -9.81, 0]\n" + ROD)
        done = self.alembert("run", "m.yaml")
        self.assertIn("on Earth it is 9807 mm/s^2", done.stderr)
        self.assertTrue(any("on Earth" in w for w in self.summary()["warnings"]))


class Stopping(CommandLine):
    @staticmethod
    def listens(process: subprocess.Popen, number: int) -> bool:
        """A program that is just being loaded does not, and ends as any other would."""
        with open(f"/proc/{process.pid}/status", encoding="utf-8") as status:
            (caught,) = [line.split()[1] for line in status if line.startswith("SigCgt:")]
        return int(caught, 16) >> (number - 1) & 1 == 1

    def test_a_long_search_for_an_equilibrium_ends_when_asked_to(self):
        for command in ["statics", "quasi_statics"]:
            with self.subTest(command=command):
                process = self.start(command, MODELS / "chain.yaml", "--set", "N=5000", "-o", f"{command}.x")
                self.wait_for(lambda: (self.folder / f"{command}.x" / "summary.json.part").exists(), "the folder")
                time.sleep(1)  # into the first equilibrium, which takes minutes
                process.send_signal(signal.SIGINT)
                _, said = process.communicate(timeout=TIMEOUT / 2)
                self.assertEqual(process.returncode, INTERRUPTED, said)
                self.assertIn("interrupted before an equilibrium was found", said)
                self.assertEqual(self.summary(f"{command}.x")["status"], "interrupted")

    def test_one_signal_ends_every_command(self):
        chain = MODELS / "chain.yaml"
        for command in [["check", chain, "--set", "N=60000"], ["modes", chain, "--set", "N=300", "--about", "2"],
                        ["statics", chain, "--set", "N=20000"], ["run", chain, "--set", "N=20000"]]:
            for number in [signal.SIGTERM, signal.SIGINT]:
                with self.subTest(command=command, number=number):
                    process = subprocess.Popen([self.program, *map(str, command)], cwd=self.folder,
                                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                    self.addCleanup(self.end, process)
                    self.wait_for(lambda: self.listens(process, number), "the program to listen")
                    time.sleep(0.3)
                    process.send_signal(number)
                    _, said = process.communicate(timeout=TIMEOUT)
                    self.assertEqual(process.returncode, INTERRUPTED, said)
                    self.assertIn("interrupted", said)


class Beginning(CommandLine):
    def test_every_model_to_begin_with_runs_without_a_warning(self):
        kinds = ["contact", "control", "flexible", "pendulum", "slider_crank"]
        self.expect(self.alembert("new", "x", "--kind", "pendulam"), USAGE, ", ".join(kinds), "`pendulum`?")
        for kind in kinds:
            with self.subTest(kind=kind):
                self.expect(self.alembert("new", kind, "--kind", kind), DONE)
                text = (self.folder / f"{kind}.yaml").read_text(encoding="utf-8")
                self.assertTrue(text.startswith("# yaml-language-server: $schema=alembert.schema.json\n"))
                self.assertNotIn("NAME", text)
                done = self.alembert("run", f"{kind}.yaml")
                self.expect(done, DONE)
                self.assertEqual(done.stderr, "")
                checked = self.alembert("check", f"{kind}.yaml").stdout
                self.assertIn("redundant constraints: none", checked)
                self.assertNotIn("warning", checked)
        self.expect(self.alembert("new", "contact"), USAGE, "contact.yaml exists")
        self.expect(self.alembert("new", ""), USAGE, "no name of a model")
        schema = self.alembert("schema").stdout
        self.assertEqual(schema, (self.folder / "alembert.schema.json").read_text(encoding="utf-8"))
        self.assertEqual(schema, (MODELS.parent / "schema/model.schema.json").read_text(encoding="utf-8"))
        self.assertEqual(self.alembert("schema", "--part").stdout,
                         (MODELS.parent / "schema/part.schema.json").read_text(encoding="utf-8"))
