#!/usr/bin/python3
"""Manual page, completion and schema lines: made of the command's own tables, and true.

    documents_test.py PATH_OF_ALEMBERT [unittest options]
"""
import json
import os
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

import jsonschema
import yaml

import command_line
from command_line import DONE, MODELS, USAGE, CommandLine

ROOT = MODELS.parent
SCHEMA_LINE = re.compile(r"# yaml-language-server: \$schema=(\S+)\n")


class Documents(CommandLine):
    def commands(self) -> dict[str, list[str]]:
        """The commands of --help, each with the options of its own --help."""
        text = self.alembert("--help").stdout.split("Subcommands:\n")[1]
        names = re.findall(r"^  (\w+)", text, re.M)
        return {name: self.options_of(name) for name in names}

    def options_of(self, name: str) -> list[str]:
        lines = [line for line in self.alembert(name, "--help").stdout.splitlines() if re.match(r"  +-", line)]
        columns = [line.strip().split("  ")[0].split(" Excludes:")[0] for line in lines]
        return [option for column in columns for option in re.findall(r"(?<![\w-])--?[a-z][\w-]*", column)]


class Manual(Documents):
    def test_names_every_command_and_option(self):
        page = self.alembert("man").stdout
        sections = dict(re.findall(r"^\.SS (\S+)\n(.*?)(?=^\.S[SH])", page, re.M | re.S))
        sections = {name.replace("\\-", "-"): text.replace("\\-", "-") for name, text in sections.items()}
        commands = self.commands()
        self.assertIn("run", commands)
        self.assertEqual(list(sections), list(commands))
        for command, options in commands.items():
            for option in set(options) - {"-h", "--help"}:
                self.assertIn(f"\\fB{option}\\fR", sections[command], command)

    def test_is_set_without_a_warning(self):
        page = self.write(self.alembert("man").stdout, "alembert.1")
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", page], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        if shutil.which("man"):
            done = subprocess.run(["man", "--warnings", "-l", page], capture_output=True, text=True,
                                  env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"})
            self.assertEqual(done.stderr, "")
            self.assertRegex(done.stdout, r"--tolerance E\n +error per step: variable step\.")

    def test_exit_codes_are_those_of_the_documentation(self):
        text = (ROOT / "docs/command_line.md").read_text(encoding="utf-8")
        documented = re.findall(r"^\| (\d+) \|", text, re.M)
        page = self.alembert("man").stdout.split(".SH EXIT STATUS")[1].split(".SH")[0]
        self.assertEqual(re.findall(r"\\fB(\d+)\\fR", page), documented)

    def test_the_page_of_commands_names_them_all(self):
        text = (ROOT / "docs/command_line.md").read_text(encoding="utf-8")
        for command, options in self.commands().items():
            self.assertRegex(text, rf"alembert .*\b{command}\b")
            for option in set(options) - {"-h", "--help", "--rain-flow"}:
                self.assertRegex(text, rf"(?<![\w-]){option}(?![\w-])", command)


class Completion(Documents):
    def setUp(self):
        super().setUp()
        for name in ["slider_crank", "arm", "single_pendulum"]:
            shutil.copy(MODELS / f"{name}.yaml", self.folder)
        (self.folder / "notes.txt").write_text("")
        (self.folder / "sub").mkdir()

    def offered(self, *words: str) -> list[str]:
        """What the program says may stand for the last word."""
        done = self.alembert("complete", "--", *words)
        self.expect(done, DONE)
        return [line.split("\t")[0] for line in done.stdout.splitlines()]

    def in_bash(self, line: str) -> list[str]:
        """What bash would offer for the line, whose words bash itself has taken apart."""
        script = self.folder / "completion.bash"
        script.write_text(self.alembert("completion", "bash").stdout)
        # Readline ends words at blanks, = and :, and the two are words themselves.
        words = [w for w in re.findall(r"[=:]+|[^\s=:]+", line)] + ([""] if line.endswith(" ") else [])
        quoted = " ".join("'" + w + "'" for w in words)
        code = (f"source '{script}'; COMP_LINE='{line}'; COMP_POINT=${{#COMP_LINE}}; COMP_WORDS=({quoted}); "
                f"COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _alembert; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
        path = self.folder / "bin"
        path.mkdir(exist_ok=True)
        if not (path / "alembert").exists():
            (path / "alembert").symlink_to(self.program)
        done = subprocess.run(["bash", "--norc", "-c", code], cwd=self.folder, capture_output=True, text=True,
                              env={**os.environ, "PATH": f"{path}:{os.environ['PATH']}"})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return sorted(set(done.stdout.split()) - {"bin", "completion.bash"})

    def test_every_command_and_option_is_offered(self):
        commands = self.commands()
        self.assertEqual(self.offered(""), list(commands))
        for command, options in commands.items():
            offered = self.offered(command, "-")
            self.assertLessEqual(set(offered) - {"--help"}, set(options), command)
            self.assertLessEqual({o for o in options if o.startswith("--")} - {"--rain-flow"}, set(offered), command)

    def test_names_come_from_the_model(self):
        self.assertEqual(self.offered("run", "slider_crank.yaml", "--set", "k"), ["k="])
        self.assertEqual(self.offered("inverse_dynamics", "arm.yaml", "--actuators", "elbow_torque,s"),
                         ["elbow_torque,shoulder_torque"])
        self.assertEqual(self.offered("run", "missing.yaml", "--set", ""), [])
        self.write("alembert: 1\nbodies: {a: [", "broken.yaml")
        self.assertEqual(self.offered("run", "broken.yaml", "--set", ""), [])

    def test_methods_and_their_parameters(self):
        methods = re.findall(r"^(\w+): ", self.alembert("methods").stdout, re.M)
        self.assertEqual(self.offered("run", "m.yaml", "--method", ""), methods)
        self.assertEqual(self.offered("run", "m.yaml", "--method=hh"), [f"--method={m}" for m in methods
                                                                        if m.startswith("hh")])
        self.assertEqual(self.offered("run", "m.yaml", "--method", "newmark:gamma=0.6,b"), ["newmark:gamma=0.6,beta="])
        self.assertEqual(self.offered("compare", "m.yaml", "--methods", "hht,newm"), ["hht,newmark"])

    def test_columns_of_results(self):
        self.expect(self.alembert("run", "single_pendulum.yaml", "--end", "0.01", "-o", "p.out"), DONE)
        names = [line.split(" ")[0] for line in self.alembert("plot", "p.out", "--list").stdout.splitlines()]
        self.assertEqual(self.offered("plot", "p.out", "energy.t"), [n for n in names if n.startswith("energy.t")])
        self.assertIn("x", self.offered("plot", "p.out", "--x", ""))

    def test_places_of_files(self):
        self.assertEqual(self.offered("run", ""), [":yaml"])
        self.assertEqual(self.offered("run", "m.yaml", ""), [])
        self.assertEqual(self.offered("run", "m.yaml", "-o", ""), [":folders"])
        self.assertEqual(self.offered("plot", "m.out", "-o", ""), [":files"])
        self.assertEqual(self.offered("reproduce", "00"), ["000", "001", "002", "003", "004"])
        self.assertEqual(self.offered("new", "x", "--kind", "p"), ["pendulum"])
        self.assertEqual(self.offered("no_such_command", ""), [])

    def test_bash_completes(self):
        self.assertEqual(self.in_bash("alembert inv"), ["inverse_dynamics"])
        self.assertEqual(self.in_bash("alembert run "), ["arm.yaml", "single_pendulum.yaml", "slider_crank.yaml", "sub"])
        self.assertEqual(self.in_bash("alembert run sl"), ["slider_crank.yaml"])
        self.assertEqual(self.in_bash("alembert run slider_crank.yaml --tol"), ["--tolerance"])
        self.assertEqual(self.in_bash("alembert run slider_crank.yaml --set k"), ["k="])
        self.assertEqual(self.in_bash("alembert run slider_crank.yaml --set k=3 --method newmark:g"), ["gamma="])
        self.assertEqual(self.in_bash("alembert run slider_crank.yaml --method=newmark:gamma=0.6,b"), ["0.6,beta="])
        self.assertEqual(self.in_bash("alembert run slider_crank.yaml -o "), ["sub"])
        self.assertEqual(self.in_bash("alembert  completion  "), ["bash", "fish", "zsh"])

    def test_scripts_are_taken_by_their_shells(self):
        for shell in ["bash", "zsh", "fish"]:
            script = self.write(self.alembert("completion", shell).stdout, f"script.{shell}")
            if shutil.which(shell):
                done = subprocess.run([shell, "-n", script], capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr), (0, ""), shell)
        self.expect(self.alembert("completion", "bsh"), USAGE, "bash, fish, zsh", "`bash`?")

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish_completes(self):
        script = self.write(self.alembert("completion", "fish").stdout, "script.fish")
        os.symlink(self.program, self.folder / "alembert")
        for line, offered in [("alembert inv", ["inverse_dynamics"]), ("alembert run sl", ["slider_crank.yaml"]),
                              ("alembert run slider_crank.yaml --set k", ["k="]),
                              ("alembert run slider_crank.yaml -o s", ["sub/"])]:
            done = subprocess.run(["fish", "--no-config", "-c", f"source {script}; complete -C '{line}'"],
                                  cwd=self.folder, capture_output=True, text=True,
                                  env={**os.environ, "HOME": str(self.folder),
                                       "PATH": f"{self.folder}:{os.environ['PATH']}"})
            self.assertEqual([w.split("\t")[0] for w in done.stdout.splitlines()], offered, done.stderr)


class SchemaLines(unittest.TestCase):
    def test_every_shipped_model_names_its_schema(self):
        """By a path that is right here and where the models are installed: models/ and schema/ side by side."""
        files = [*MODELS.rglob("*.yaml"), *(ROOT / "apps/starters").glob("*.yaml")]
        self.assertGreater(len(files), 50)
        for file in files:
            found = SCHEMA_LINE.match(file.read_text(encoding="utf-8"))
            self.assertIsNotNone(found, file)
            kind = "part" if file.parent.name == "parts" else "model"
            self.assertEqual((file.parent / found[1]).resolve(), ROOT / f"schema/{kind}.schema.json", file)

    def test_the_schemas_take_what_is_shipped_and_refuse_mistakes(self):
        loader = type("Texts", (yaml.SafeLoader,), {"yaml_implicit_resolvers": {
            letter: [entry for entry in entries if entry[0] != "tag:yaml.org,2002:bool" or letter in "tTfF"]
            for letter, entries in yaml.SafeLoader.yaml_implicit_resolvers.items()}})  # y and n are names
        schemas = {}
        for file in [*MODELS.rglob("*.yaml"), *(ROOT / "apps/starters").glob("*.yaml")]:
            text = file.read_text(encoding="utf-8")
            path = (file.parent / SCHEMA_LINE.match(text)[1]).resolve()
            if path not in schemas:
                schemas[path] = jsonschema.Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))
            self.assertEqual([e.message for e in schemas[path].iter_errors(yaml.load(text, loader))], [], file)
        mistakes = {"model": {"alembert": 1, "bodys": {}}, "part": {"alembert": 1, "modes": {"fixd": 3}}}
        for path, schema in schemas.items():
            self.assertFalse(schema.is_valid(mistakes[path.name.split(".")[0]]))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    command_line.CommandLine.program = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
