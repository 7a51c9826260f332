"""What the command says before it simulates: usage, bad models, `check`."""
import re
import resource
import subprocess

from command_line import (ASSEMBLY, DONE, INTERNAL, MEMORY_LIMIT, MODEL, MODELS, PLANAR_FOUR_BAR, ROD,
                          SPATIAL_FOUR_BAR, TIMEOUT, TOO_SHORT, USAGE, CommandLine, rod)


class Usage(CommandLine):
    def test_wrong_command_lines_are_refused(self):
        pendulum = MODELS / "single_pendulum.yaml"
        for arguments, words in [
            ([], ["subcommand is required"]),
            (["frobnicate"],
             ["unknown command `frobnicate`", "run, dynamics, check, statics, quasi_statics, kinematics, inverse_dynamics, "
              "modes, linearise, step_limit, verify, compare, reproduce, reduce, plot, report, stress, export, convert, new, "
              "schema, methods, elements, version, completion, man"]),
            (["chekc", pendulum], ["did you mean `check`?"]),
            (["run"], ["MODEL is required"]),
            (["run", pendulum, "--frobnicate"], ["--frobnicate"]),
            (["run", pendulum, "another.yaml"], ["another.yaml"]),
            (["check", pendulum, "--end", "1"], ["--end"]),
            (["run", pendulum, "--method", "newmrk"], ["unknown method `newmrk`", "hht", "did you mean `newmark`?"]),
            (["run", pendulum, "--method", "hht:alpha=0.2"], ["hht", "alpha = 0.2", "[-1/3, 0]"]),
            (["run", pendulum, "--method", "hht:alpha=nan"], ["--method hht:alpha=nan", "NAME=NUMBER"]),
            (["run", pendulum, "--method", "hht:alpha"], ["--method hht:alpha", "NAME=NUMBER"]),
            (["run", pendulum, "--method", "hht:"], ["--method hht:", "NAME=NUMBER"]),
            (["run", pendulum, "--method", "hht:alpha=-0.1,alpha=-0.2"], ["alpha is given twice"]),
            (["run", pendulum, "--method", "hht:beta=0.3"], ["hht", "no parameter `beta`", "alpha"]),
            (["run", pendulum, "--method", "newmark:gamma=0.3"], ["gamma = 0.3", "[1/2, 1]"]),
        ]:
            with self.subTest(arguments=arguments):
                self.expect(self.alembert(*arguments), USAGE, *words)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_what_is_given_in_place_of_the_model_is_checked_alike_by_every_command(self):
        pendulum = MODELS / "single_pendulum.yaml"
        analyses = ["quasi_statics", "kinematics", "inverse_dynamics"]
        linear = ["modes", "linearise"]
        method = ["run", "verify", "step_limit"]
        over_time = [*method, "compare", *analyses]
        every = [*over_time, "check", "statics", *linear]
        for commands, arguments, message in [
            (method, ["--method", "hht:alpha=nan"], "--method hht:alpha=nan: expected NAME=NUMBER"),
            (method, ["--method", "hht:alpha=-0.1,alpha=-0.2"], "alpha is given twice"),
            (method, ["--tolerance", "0"], "--tolerance 0: must be positive"),
            (method, ["--tolerance", "5"], "--tolerance 5: must be at most 1"),
            (method, ["--tolerance", "tight"], "--tolerance tight: expected a number"),
            (method, ["--tolerance", ""], "--tolerance : expected a number"),
            (method, ["--step", "-1e-3"], "--step -1e-3: must be positive"),
            (method, ["--step", "inf"], "--step inf: expected a number"),
            (method, ["--step", "1e-3", "--tolerance", "1e-3"], "excludes --"),
            (over_time, ["--end", "0"], "--end 0: must be positive"),
            (over_time, ["--end", "nan"], "--end nan: expected a number"),
            ([*analyses, "step_limit"], ["--output-step", "-1"], "--output-step -1: must be positive"),
            (linear, ["--modes", "0"], "--modes 0: must be at least 1"),
            (linear, ["--about", "-1"], "--about -1: must not be negative"),
            (linear, ["--frame", "bop"], "--frame bop: there is no such marker, did you mean `bob`?"),
            (linear, ["--outputs", "xx"], "--outputs xx: there is no output `xx`"),
            (every, ["--set", "L"], "--set L: expected NAME=NUMBER"),
            (every, ["--set", "=1"], "--set =1: expected NAME=NUMBER"),
            (every, ["--set", "L="], "--set L=: expected NAME=NUMBER"),
            (every, ["--set", "L=1m"], "--set L=1m: expected NAME=NUMBER"),
            (every, ["--set", "L=inf"], "--set L=inf: expected NAME=NUMBER"),
            (every, ["--set", "LL=1"], "no parameter `LL`"),
        ]:
            for command in commands:
                with self.subTest(command=command, arguments=arguments):
                    self.expect(self.alembert(command, pendulum, *arguments), USAGE, message)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_numbers_may_be_expressions(self):
        done = self.alembert("run", MODELS / "single_pendulum.yaml", "-o", "m.out", "--step", "1/100", "--end", "2/4",
                             "--set", "L=3/4")
        self.expect(done, DONE)
        self.assertEqual(self.summary()["steps"], 50)

    def test_a_folder_that_cannot_be_written_is_named(self):
        self.write("", "file")
        for folder, words in [("file", ["file", "Not a directory"]),
                              ("file/below", ["file/below"]),
                              ("/proc/nowhere/out", ["/proc/nowhere/out"])]:
            with self.subTest(folder=folder):
                self.expect(self.alembert("run", MODELS / "single_pendulum.yaml", "-o", folder), USAGE, *words)

    def test_a_full_disk_behind_the_standard_output_is_reported(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([self.program, "elements"], stdout=full, stderr=subprocess.PIPE, text=True,
                                  timeout=TIMEOUT, check=False)
        self.assertEqual(done.returncode, USAGE)
        self.assertIn("standard output", done.stderr)

    def test_lists_and_help(self):
        for arguments, words in [
            (["version"], ["alembert "]),
            (["methods"], ["hht", "alpha", "[-1/3, 0]", "newmark", "gamma", "beta"]),
            (["elements"], ["rigid", "planar", "point", "revolute", "distance", "spring_damper", "general_force"]),
            (["--help"], ["run", "check", "compare", "methods", "elements", "version"]),
            (["run", "--help"], ["-o", "--set", "--method", "--tolerance", "--step", "--end", "--quiet"]),
        ]:
            with self.subTest(arguments=arguments):
                done = self.alembert(*arguments)
                self.expect(done, DONE)
                self.assertEqual(done.stderr, "")
                for word in words:
                    self.assertIn(word, done.stdout)

    def test_too_little_memory_is_an_error_not_a_crash(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))

        if self.alembert("version", preexec_fn=limit).returncode != DONE:
            self.skipTest("this build cannot even start with so little memory (a sanitizer)")
        done = self.alembert("check", MODELS / "chain.yaml", "--set", "N=30000", preexec_fn=limit)
        self.expect(done, INTERNAL, "not enough memory")


class BadModels(CommandLine):
    def test_are_refused_with_file_line_column_and_cause(self):
        simulation = "simulation: {end: 0.1"
        for text, place, words in [
            (rod("mass: 1", "mas: 1"), "3:9", ["unknown key `mas`", "body `rod`", "did you mean `mass`?"]),
            (rod("mass: 1", "mass: [1]"), "3:15", ["expected a number, found a list"]),
            (rod("mass: 1", "mass: heavy"), "3:15", ["`heavy`"]),
            (rod("[0.5, 0, 0], m", "[0.5, 0], m"), "3:48", ["3"]),
            (rod("mass: 1, ", ""), "3:8", ["body `rod` needs the key `mass`"]),
            (rod("mass: 1", "mass: -1"), "3:15", ["mass of body `rod` must not be negative"]),
            (rod("mass: 1", "mass: .nan"), "3:15", ["finite"]),
            (rod("mass: 1", "mass: nan"), "3:15", ["finite"]),
            (rod("mass: 1", "mass: .inf"), "3:15", ["finite"]),
            (rod("mass: 1", "mass: 1/0"), "3:15", ["`1/0`", "finite"]),
            (rod("mass: 1", "mass: 1e999"), "3:15", ["1e999", "range"]),
            (rod("[1, 1, 1]", "[1, 1, 3]"), "3:27", ["inertia of `rod`", "exceeds the sum"]),
            (rod("end: 0.1", "end: 0.1, output_step: 1e-12"), "6:13", ["output step", "rows"]),
            (rod("end: 0.1", "end: 0.1, tolerance: 1e-20"), "6:13", ["tolerance", "rounding"]),
            (rod("end: 0.1", "end: 0.1, step: 1e-15"), "6:13", ["steps to the end"]),
            (rod("[1, 1, 1]", "[-1, 1, 1]"), "3:27", ["inertia of body `rod`", "negative"]),
            (rod("axis: [0, 0, 1]", "axis: [0, 0, 0]"), "5:71", ["axis is zero"]),
            (rod("bodies: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]", "between: [ground, rod.tpi]"), "5:45",
             ["unknown marker `rod.tpi`", "did you mean `rod.tip`?"]),
            (rod("[ground, rod], at", "[ground, rood], at"), "5:44", ["`rood`", "did you mean `rod`?"]),
            (rod("revolute", "revolut"), "5:17", ["unknown joint type `revolut`", "did you mean `revolute`?"]),
            (rod(simulation, simulation + ", method: hth"), "6:32", ["unknown method `hth`", "did you mean `hht`?"]),
            (rod(simulation, simulation + ", method: {name: hht, alpha: 0.2}"), "6:32",
             ["hht", "alpha = 0.2", "[-1/3, 0]"]),
            (rod(simulation, simulation + ", method: {name: hht, beta: 0.2}"), "6:32", ["no parameter `beta`"]),
            (rod(simulation, simulation + ", step: 0.1, tolerance: 1e-3"), "6:30", ["exclude each other"]),
            (rod("end: 0.1", "end: -1"), "6:19", ["`end` must be positive"]),
            (ROD + "outputs: {x: dx(rood)}\n", "7:14", ["`rood`", "did you mean `rod`?"]),
            (ROD + "outputs: {x: sine(time)}\n", "7:14", ["`sine`"]),
            ("alembert: 1\nbodies: {a: [\n", "2:13", ["not valid YAML"]),
            ("int main() { return 0; }\n", "1:1", ["expected the keys of a model"]),
            ("", "1:1", ["the file is empty"]),
            (bytes(range(256)) * 16, "1:1", ["control character"]),
            (b"\x7fELF" + bytes(range(128, 256)), "1:1", []),
        ]:
            with self.subTest(text=text[:200], place=place):
                self.write(text)
                self.expect(self.alembert("run", "m.yaml"), MODEL, f"alembert: m.yaml:{place}: ", *words)
                self.assertFalse((self.folder / "m.out").exists())

    def test_that_are_no_files_are_refused(self):
        (self.folder / "folder.yaml").mkdir()
        for name, words in [("missing.yaml", ["missing.yaml", "no such file"]), ("folder.yaml", ["folder"])]:
            for command in ["run", "check"]:
                with self.subTest(name=name, command=command):
                    self.expect(self.alembert(command, name), MODEL, *words)

    def test_a_value_set_on_the_command_line_is_checked_like_one_of_the_file(self):
        self.write(rod("alembert: 1", "alembert: 1\nparameters: {m: 1}").replace("mass: 1", "mass: m"))
        self.expect(self.alembert("check", "m.yaml", "--set", "m=-1"), MODEL, "m.yaml:4:15", "`rod` must not be negative")
        self.expect(self.alembert("check", "m.yaml", "--set", "m=2"), DONE)

    def test_contradictory_joints_are_named(self):
        self.write(rod("simulation", "  hold: {type: distance, between: [ground, rod], length: 0.7}\nsimulation"))
        for command in ["run", "check"]:
            self.expect(self.alembert(command, "m.yaml"), ASSEMBLY, "joint pivot", "joint hold", "contradict",
                        report=command == "check")

    def test_a_mechanism_that_cannot_be_put_together_is_refused(self):
        self.write(TOO_SHORT)
        for command in ["run", "check"]:
            self.expect(self.alembert(command, "m.yaml"), ASSEMBLY, "cannot be put together", "joint ", "open by",
                        report=command == "check")

    def test_leave_the_older_results_alone(self):
        self.write(ROD)
        self.expect(self.alembert("run", "m.yaml"), DONE)
        self.write(TOO_SHORT)
        self.expect(self.alembert("run", "m.yaml"), ASSEMBLY)
        self.assertEqual(self.summary()["status"], "done")


class Check(CommandLine):
    def check(self, model) -> str:
        done = self.alembert("check", model)
        self.expect(done, DONE)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def test_double_four_bar(self):
        text = self.check(MODELS / "double_four_bar.yaml")
        self.assertIn("degrees of freedom: 1 ", text)
        self.assertIn("6 of these 21 equations are redundant, always, consistent", text)
        rows = {row for row in re.findall(r"^    joint (.+)$", text, re.MULTILINE)}
        joints = ["foot0", "foot1", "foot2", "left1", "left2", "right1", "right2"]
        self.assertEqual(rows, {f"{joint}: {row}" for joint in joints
                                for row in ["point z", "axis tilt x", "axis tilt y"]})
        self.assertIn("not unique (a minimum-norm choice is reported): " + ", ".join(joints), text)
        self.assertIn("total mass 5 kg", text)

    def test_contradictory_sets_are_listed(self):
        self.write(rod("simulation", "  hold: {type: distance, between: [ground, rod], length: 0.7}\nsimulation"))
        done = self.alembert("check", "m.yaml")
        self.expect(done, ASSEMBLY, "contradict", report=True)
        self.assertRegex(done.stdout, r"set 1: 1 of these \d+ equations is redundant, contradictory")
        self.assertIn("    joint hold: distance", done.stdout)

    def test_motions_that_contradict_each_other_later_are_named(self):
        self.write("""alembert: 1
bodies: {b: {mass: 1, inertia: [1, 1, 1], position: [0.5, 0, 0]}}
joints: {j: {type: revolute, bodies: [ground, b], at: [0, 0, 0], axis: [0, 0, 1]}}
motions: {first: {joint: j, angle: 9*time}, second: {joint: j, angle: "9*time + max(0, time - 0.5)^2"}}
simulation: {end: 1}
""")
        done = self.alembert("check", "m.yaml")
        self.expect(done, ASSEMBLY, "motion first, motion second contradict each other", report=True)
        self.assertIn("contradictory", done.stdout)
        self.assertNotIn("consistent", done.stdout)
        self.expect(self.alembert("run", "m.yaml"), ASSEMBLY, "motion first, motion second contradict each other")
        # Methods that give way a little would go on, with energy of their own making.
        self.write(rod("simulation", "motions: {a: {joint: pivot, angle: sin(time)}, b: {joint: pivot, angular_velocity: 1}}\n"
                                     "simulation"))
        for command in ["check", "run"]:
            self.expect(self.alembert(command, "m.yaml"), ASSEMBLY, "motion a, motion b contradict", report=command == "check")

    def test_motions_that_jump_are_refused(self):
        for function, jump in [("angle: 'if(time > 0.05, 1, 0)'", "angle jumps by 1 rad at t = 0.05 s"),
                               ("angle: 'floor(20*time)'", "jumps by 1 rad at t = 0.05 s"),
                               ("angle: 'mod(time, 0.04)'", "jumps by 0.04 rad at t = 0.04 s"),
                               ("angle: var(v)", "jumps by 2 rad at t = 0.02 s")]:
            self.write(rod("simulation", "variables: {v: sign(time - 0.02)}\nmotions: {m: {joint: pivot, %s}}\nsimulation"
                           % function))
            for command in ["check", "run"]:
                with self.subTest(function=function, command=command):
                    self.expect(self.alembert(command, "m.yaml"), MODEL, "m.yaml:7:36: motion `m`", jump, "step()")
        for function in ["angle: 'max(0, time - 0.05)'", "angle: 'abs(time - 0.05)'", "angular_velocity: 'if(time > 0.05, 1, 0)'",
                         "angle: 'step(time, 0.05, 0, 0.0501, 0.1)'", "angle: 'if(time > 0.2, 1, 0)'"]:
            with self.subTest(function=function):
                self.write(rod("simulation", "motions: {m: {joint: pivot, %s}}\nsimulation" % function))
                self.expect(self.alembert("run", "m.yaml"), DONE)

    def test_a_rounded_rotation_matrix_is_told(self):
        self.write("""alembert: 1
bodies: {b: {mass: 1, inertia: [1, 1, 1], orientation: [[1, 0, 0], [0, 1, 0], [0, 0, 1.00001]]}}
simulation: {end: 0.1}
""")
        self.assertIn("body `b`: the matrix of the orientation is not quite a rotation", self.check("m.yaml"))

    def test_what_has_no_mass_and_no_hold_is_named(self):
        self.write("""alembert: 1
bodies: {b: {type: point, mass: 0}}
forces: {s: {type: spring_damper, between: [ground, b], stiffness: 10, length: 0.5}}
simulation: {end: 1}
""")
        self.expect(self.alembert("check", "m.yaml"), ASSEMBLY, "body b: x", "give the body a `mass`", report=True)

    def test_bricard(self):
        text = self.check(MODELS / "bricard.yaml")
        self.assertIn("degrees of freedom: 1 ", text)
        self.assertRegex(text, r"1 of these \d+ equations is redundant, always, consistent")

    def test_planar_four_bar_is_not_redundant(self):
        text = self.check(self.write(PLANAR_FOUR_BAR))
        self.assertIn("degrees of freedom: 1 (9 velocities, 8 constraint equations, rank 8)", text)
        self.assertIn("redundant constraints: none", text)

    def test_spatial_four_bar_is_redundant_three_times(self):
        text = self.check(self.write(SPATIAL_FOUR_BAR))
        self.assertIn("degrees of freedom: 1 (18 velocities, 20 constraint equations, rank 17)", text)
        self.assertIn("3 of these 12 equations are redundant", text)

    def test_says_units_and_what_had_to_be_moved(self):
        self.write(rod("alembert: 1", "alembert: 1\nunits: {length: mm}"))
        self.assertIn("mm kg s rad N", self.check("m.yaml"))
        self.write(TOO_SHORT.replace("at: [5,", "at: [1.5,").replace("position: [2.5, 0,", "position: [1.4, 0.3,"))
        self.assertIn("put together by moving bodies", self.check("m.yaml"))

    def test_writes_nothing_and_is_silent_if_asked(self):
        done = self.alembert("check", MODELS / "bricard.yaml", "--quiet")
        self.expect(done, DONE)
        self.assertEqual((done.stdout, done.stderr), ("", ""))
        self.assertEqual(list(self.folder.iterdir()), [])
