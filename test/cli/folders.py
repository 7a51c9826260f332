"""Results folders: one writer at a time, nobody else's files touched, and nothing damaged read as something else."""
import os
import shutil
import signal
import subprocess

import h5py

from command_line import DONE, FILES, MODELS, ROD, USAGE, CommandLine, seal

LONG = ["run", MODELS / "chain.yaml", "-o", "m.out", "--end", "1e5", "--quiet"]
FLEXIBLE = """alembert: 1
bodies:
  bar: {type: flexible, data: part.yaml}
joints:
  hold: {type: fixed, between: [bar.left, ground]}
simulation: {end: 0.001, output_step: 0.0005}
"""
PART = """alembert: 1
units: {length: mm, mass: t, force: N}
mesh: block.inp
interfaces: {left: LEFT, right: RIGHT}
modes: {fixed: 2}
"""


class Folders(CommandLine):
    def begin(self) -> subprocess.Popen:
        process = self.start(*LONG)
        self.wait_for((self.folder / "m.out" / "alembert.lock").exists, "the lock")
        self.wait_for((self.folder / "m.out" / "summary.json.part").exists, "the first files")
        return process

    def test_a_second_run_is_refused_and_told_of_the_first(self):
        self.write(ROD)
        process = self.begin()
        for arguments in [["run", "m.yaml"], ["statics", "m.yaml", "-o", "m.out"], ["run", "--continue", "m.out"]]:
            done = self.alembert(*arguments)
            if arguments[1] == "--continue" and "holds no results.h5" in done.stderr:
                continue  # of the first half second nothing is stored
            self.expect(done, USAGE, "another run", f"process {process.pid} on ", "-o")
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        process.communicate()
        self.assertEqual(sorted(os.listdir(self.folder / "m.out")), FILES)
        self.expect(self.alembert("run", "m.yaml"), DONE)

    def test_a_killed_run_does_not_keep_others_out(self):
        self.write(ROD)
        process = self.begin()
        process.kill()
        process.communicate()
        self.assertIn("alembert.lock", os.listdir(self.folder / "m.out"))
        self.expect(self.alembert("run", "m.yaml"), DONE)
        self.assertEqual(sorted(os.listdir(self.folder / "m.out")), FILES)

    def test_files_of_the_user_are_neither_removed_nor_replaced(self):
        self.write(ROD)
        for name in ["report.html", "outputs.csv", "results.csv", "summary.json", "results.h5", "plot.svg", "alembert.lock"]:
            with self.subTest(name=name):
                shutil.rmtree(self.folder / "mine", ignore_errors=True)
                (self.folder / "mine").mkdir()
                (self.folder / "mine" / name).write_text("{}")
                (self.folder / "mine" / "notes.txt").write_text("mine")
                self.expect(self.alembert("run", "m.yaml", "-o", "mine"), USAGE, "mine is not a results folder", name)
                self.assertEqual(sorted(os.listdir(self.folder / "mine")), sorted([name, "notes.txt"]))
                self.assertEqual((self.folder / "mine" / name).read_text(), "{}")

    def test_what_is_verified_and_compared_replaces_no_files_of_the_user_either(self):
        self.write(ROD.replace("simulation", "outputs: {a: az(rod)}\nsimulation"))
        compare = ["compare", "m.yaml", "--methods", "hht", "--steps", "1e-2"]
        for command, name in [(["verify", "m.yaml"], "verify.csv"), (["verify", "m.yaml"], "verify.json"),
                              (compare, "report.txt"), (compare, "runs.csv"), (compare, "compare.html")]:
            with self.subTest(command=command[0], name=name):
                shutil.rmtree(self.folder / "mine", ignore_errors=True)
                (self.folder / "mine").mkdir()
                (self.folder / "mine" / name).write_text("mine")
                self.expect(self.alembert(*command, "-o", "mine"), USAGE, "mine is not a results folder", name)
                self.assertEqual([p.read_text() for p in (self.folder / "mine").iterdir()], ["mine"])
        for _ in range(2):  # its own are replaced
            self.expect(self.alembert("verify", "m.yaml"), DONE)
            self.expect(self.alembert(*compare), DONE)

    def test_beside_files_of_other_names_results_are_written(self):
        self.write(ROD)
        self.expect(self.alembert("run", "m.yaml", "-o", "."), DONE)
        self.assertEqual(sorted(os.listdir(self.folder)), sorted([*FILES, "m.yaml"]))
        self.expect(self.alembert("run", "m.yaml", "-o", "."), DONE)
        self.assertEqual((self.folder / "m.yaml").read_text(), ROD)

    def test_a_page_of_the_user_in_a_results_folder_stays(self):
        self.write(ROD)
        self.expect(self.alembert("run", "m.yaml"), DONE)
        page = self.folder / "m.out" / "report.html"
        page.write_text("mine")
        self.expect(self.alembert("run", "m.yaml"), DONE)
        for arguments in [["run", "m.yaml", "--report"], ["report", "m.out"]]:
            self.expect(self.alembert(*arguments), USAGE, "report.html is not a page of this program")
        self.assertEqual(page.read_text(), "mine")
        self.assertEqual(self.summary()["status"], "done")  # the first was refused before it began

    def test_parts_of_the_user_stay(self):
        shutil.copy(MODELS / "parts" / "block.inp", self.folder / "block.inp")
        self.write(PART, "part.yaml")
        self.write(FLEXIBLE)
        for _ in range(2):  # those that the first run kept are replaced
            self.expect(self.alembert("run", "m.yaml"), DONE)
        kept = self.folder / "m.out" / "parts" / "bar.flex.h5"
        self.expect(self.alembert("reduce", "part.yaml", "-o", kept), DONE)
        mine = kept.read_bytes()
        self.expect(self.alembert("run", "m.yaml"), USAGE, "bar.flex.h5")
        self.write(ROD)
        self.expect(self.alembert("run", "m.yaml"), DONE)
        self.assertEqual(kept.read_bytes(), mine)


class Damage(CommandLine):
    def test_a_flipped_bit_is_noticed_wherever_it_is(self):
        self.write(ROD)
        self.expect(self.alembert("run", "m.yaml"), DONE)
        file = self.folder / "m.out" / "results.h5"
        whole = file.read_bytes()
        for k in range(0, len(whole), len(whole) // 20):
            file.write_bytes(whole[:k] + bytes([whole[k] ^ 1 << k % 8]) + whole[k + 1:])
            self.expect(self.alembert("export", "m.out", "--csv"), USAGE, "results.h5: ")
        for size in [len(whole) - 1, len(whole) - 24, len(whole) // 2, 0]:
            file.write_bytes(whole[:size])
            self.expect(self.alembert("export", "m.out", "--csv"), USAGE, "results.h5: ")

    def test_what_another_program_changed_is_refused(self):
        self.write(ROD)
        self.expect(self.alembert("run", "m.yaml"), DONE)
        with h5py.File(self.folder / "m.out" / "results.h5", "r+") as file:
            file["time"][3] = 7.0
        self.expect(self.alembert("export", "m.out", "--csv"), USAGE, "checksum is missing", "changed by another program")
        summary = self.folder / "m.out" / "summary.json"
        self.expect(self.alembert("run", "m.yaml"), DONE)
        summary.write_text(summary.read_text().replace('"end_time": 0.1', '"end_time": 0.2'))
        self.expect(self.alembert("report", "m.out"), USAGE, "summary.json", "checksum")

    def test_files_without_a_checksum_are_those_of_older_programs(self):
        self.write(ROD)
        self.expect(self.alembert("run", "m.yaml"), DONE)
        with h5py.File(self.folder / "m.out" / "results.h5", "r+") as file:
            file.attrs["format_version"] = 1
        summary = self.folder / "m.out" / "summary.json"
        rows = summary.read_text().splitlines()
        summary.write_text("\n".join([*rows[:-2], "}"]).replace("],\n}", "]\n}"))
        self.expect(self.alembert("report", "m.out"), DONE)

    def test_a_damaged_scene_is_refused(self):
        self.write(ROD)
        for scene in ["", "{", "[1]", "{}", '{"units": 3}', '{"bodies": [[]]}', "null"]:
            for arguments in [["report", "m.out"], ["export", "m.out", "--vtk"], ["plot", "m.out", "rod.position.x"]]:
                with self.subTest(scene=scene, command=arguments[0]):
                    self.expect(self.alembert("run", "m.yaml"), DONE)
                    with h5py.File(self.folder / "m.out" / "results.h5", "r+") as file:
                        del file["model/scene"]
                        file["model/scene"] = scene
                    seal(self.folder / "m.out" / "results.h5")
                    done = self.alembert(*arguments)
                    if arguments[0] != "plot":
                        self.expect(done, USAGE, "results.h5")
                    else:
                        self.assertIn(done.returncode, [DONE, USAGE], done.stderr)
