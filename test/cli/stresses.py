"""`alembert stress`: known stresses of a bent rod, histories, cycles, and what is said when there is no stress."""
import csv
import math
import os
import shutil
import xml.etree.ElementTree as ElementTree

import h5py
import numpy

from command_line import DONE, MODEL, MODELS, USAGE, CommandLine
from paraview import appended_arrays

PART = """
      materials: {steel: {E: 210e9, nu: 0.3, density: 7850}}
      sections: {rod: {type: rod, diameter: 0.02}}
      nodes: {root: [0, 0, 0], tip: [1, 0, 0]}
      elements: [{through: [root, tip], section: rod, pieces: 10}]
      interfaces: [root, tip]
      modes: {fixed: 4}
"""
BAR = """alembert: 1
bodies:
  weight: {mass: 1, inertia: [1, 1, 1]}
  bar: {type: flexible, data: DATA}
joints:
  clamp: {type: fixed, between: [ground, bar.root]}
  rest: {type: fixed, between: [ground, weight]}
forces:
  push: {type: force, on: bar.tip, force: [0, 0, "sin(2*pi*time)"]}
simulation: {end: 2, output_step: 0.05}
"""
# M r / I, Pa. The rod turns by 2e-4 rad under the force, which keeps its direction: below 1e-7 of the moment.
PEAK = 1.0 * 1.0 * 0.01 / (math.pi * 0.02**4 / 64)


def matrix_text(matrix) -> str:
    """The lower triangle of a matrix of three coordinates a node, as Abaqus writes it."""
    return "".join(f"{r // 3 + 1},{r % 3 + 1}, {c // 3 + 1},{c % 3 + 1}, {matrix[r, c]:.15e}\n"
                   for r in range(len(matrix)) for c in range(r + 1))


class Matrices(CommandLine):
    def test_may_stand_in_the_part_file_itself(self):
        # One tetrahedron of steel with sides of 1 m.
        corners = numpy.vstack([numpy.zeros(3), numpy.eye(3)])
        slopes = numpy.linalg.inv(numpy.c_[numpy.ones(4), corners])[1:].T
        strain = numpy.hstack([[[a, 0, 0], [0, b, 0], [0, 0, c], [b, a, 0], [0, c, b], [c, 0, a]]
                               for a, b, c in slopes])
        law = numpy.diag([0.7, 0.7, 0.7, 0.2, 0.2, 0.2])
        law[:3, :3] += 0.3 * (1 - numpy.eye(3))
        self.write(matrix_text(strain.T @ (law * 2e11 / (1.3 * 0.4)) @ strain / 6), "k.mtx")
        mass = numpy.kron(numpy.ones((4, 4)) + numpy.eye(4), numpy.eye(3)) * 7800 / 6 / 20
        self.write(matrix_text(mass), "m.mtx")
        self.write("node,x,y,z\n" + "".join(f"{i + 1},{x},{y},{z}\n" for i, (x, y, z) in enumerate(corners)), "n.csv")
        rest = "interfaces: {a: 1, b: 2, c: 3}\nmodes: {fixed: 1}\n"
        self.write("alembert: 1\nstiffness: k.mtx\nmass: m.mtx\nnodes: n.csv\n" + rest, "part.yaml")
        done = self.alembert("reduce", "part.yaml")
        self.expect(done, DONE)
        self.assertIn("mass 1300 kg, centre of mass (0.25, 0.25, 0.25) m", done.stdout)
        self.write("alembert: 1\nmatrices: {stiffness: k.mtx, mass: m.mtx, nodes: n.csv}\n" + rest, "other.yaml")
        other = self.alembert("reduce", "other.yaml")
        self.assertEqual(done.stdout.splitlines()[:-2], other.stdout.splitlines()[:-2])
        self.write("alembert: 1\nstiffness: k.mtx\nmas: m.mtx\nnodes: n.csv\n" + rest, "part.yaml")
        self.expect(self.alembert("reduce", "part.yaml"), MODEL, "part.yaml:3:1", "unknown key `mas`")


class Stresses(CommandLine):
    def setUp(self):
        super().setUp()
        self.write("alembert: 1\n" + PART.replace("\n      ", "\n"), "rod.yaml")
        self.expect(self.alembert("reduce", "rod.yaml", "-o", "rod.flex.h5", "--quiet"), DONE)
        self.write(BAR.replace("DATA", "rod.flex.h5"), "bar.yaml")

    def sweep(self):
        self.expect(self.alembert("quasi_statics", "bar.yaml", "-o", "r", "--quiet"), DONE)

    def table(self, name: str) -> list[dict]:
        with open(self.folder / name, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def test_bending_stress_is_that_of_beam_theory(self):
        self.sweep()
        done = self.alembert("stress", "r", "--body", "bar", "--top", "3", "--separation", "0.25")
        self.expect(done, DONE)
        rows = self.table("r/stress.csv")
        # Nodes are 0.1 m apart: the clamp, then 0.3 and 0.6 m from it. Sections of 10 cubic elements bend exactly.
        for row, x in zip(rows, [0.0, 0.3, 0.6], strict=True):
            self.assertAlmostEqual(float(row["x [m]"]), x, places=9)
            # Stress shapes are stored with 7 digits, and the modes cancel a little: 1e-5.
            self.assertAlmostEqual(float(row["von_mises [Pa]"]) / (PEAK * (1 - x)), 1.0, places=5)
            self.assertIn(round(float(row["time [s]"]), 6), [0.25, 0.75, 1.25, 1.75])
        self.assertIn("1.27324e+06", done.stdout)
        self.assertIn("41 output times", done.stdout)

    def test_the_stretch_of_time_is_kept(self):
        self.sweep()
        self.expect(self.alembert("stress", "r", "--to", "0.1", "--top", "1", "-o", "early.csv", "--quiet"), DONE)
        self.assertAlmostEqual(float(self.table("early.csv")[0]["von_mises [Pa]"]) / PEAK, math.sin(0.2 * math.pi), places=5)
        self.expect(self.alembert("stress", "r", "--from", "5"), USAGE, "no instant", "0 s to 2 s")

    def test_histories_and_cycles(self):
        self.sweep()
        done = self.alembert("stress", "r", "--node", "1", "--history", "--rain_flow")
        self.expect(done, DONE, "")
        rows = self.table("r/stress_history.csv")
        self.assertEqual(len(rows), 41)
        sign = math.copysign(1.0, float(rows[5]["xx [Pa]"]))
        for row in rows:
            expected = sign * PEAK * math.sin(2 * math.pi * float(row["time [s]"]))
            self.assertAlmostEqual(float(row["xx [Pa]"]), expected, delta=1e-4 * PEAK)
            self.assertAlmostEqual(float(row["von_mises [Pa]"]), abs(expected), delta=1e-4 * PEAK)
        # From 0 to a peak, three swings between peaks, and back: the first and the last are half cycles of one peak.
        cycles = self.table("r/stress_cycles.csv")
        large = [float(c["count"]) for c in cycles if float(c["range [Pa]"]) > 1.9 * PEAK]
        self.assertEqual(sum(large), 1.5)
        self.assertIn("rain-flow counts of signed_von_mises at node 1", done.stdout)
        self.expect(self.alembert("stress", "r", "--history", "h.csv", "--rain_flow", "xx", "--quiet"), DONE)
        self.assertTrue((self.folder / "h.csv").exists())

    def test_a_part_in_the_model_is_kept_with_the_results(self):
        self.write(BAR.replace("{type: flexible, data: DATA}", "\n    type: flexible\n    data:" + PART), "bar.yaml")
        self.sweep()
        self.assertTrue((self.folder / "r/parts/bar.flex.h5").exists())
        shutil.move(self.folder / "r", self.folder / "elsewhere")
        self.expect(self.alembert("stress", "elsewhere", "--top", "1", "--quiet"), DONE)
        self.assertAlmostEqual(float(self.table("elsewhere/stress.csv")[0]["von_mises [Pa]"]) / PEAK, 1.0, places=5)

    def test_what_has_no_stress_is_said(self):
        self.sweep()
        for arguments, words in [
            (["--body", "bra"], ["no body `bra`", "did you mean `bar`"]),
            (["--body", "weight"], ["`weight` is not flexible", "bar"]),
            (["--node", "12"], ["no node 12", "near it 9, 10, 11"]),
            (["--top", "0"], ["--top 0", "at least 1"]),
            (["--separation", "-1"], ["--separation -1"]),
            (["--from", "1", "--to", "0"], ["--from 1 is later than --to 0"]),
            (["--rain_flow", "xz"], ["no stress `xz`", "zx"]),
        ]:
            with self.subTest(arguments=arguments):
                self.expect(self.alembert("stress", "r", *arguments), USAGE, *words)
        self.expect(self.alembert("run", MODELS / "single_pendulum.yaml", "-o", "p", "--end", "0.1", "--quiet"), DONE)
        self.expect(self.alembert("stress", "p"), USAGE, "no flexible body")

    def test_a_part_that_is_gone_or_changed_is_named(self):
        self.sweep()
        (self.folder / "rod.flex.h5").rename(self.folder / "hidden")
        self.expect(self.alembert("stress", "r"), USAGE, "rod.flex.h5", "is not there")
        done = self.alembert("export", "r", "--vtk")
        self.expect(done, DONE, "rod.flex.h5")
        self.assertFalse((self.folder / "r/vtk/flexible.pvd").exists())
        self.expect(self.alembert("report", "r", "--quiet"), DONE)
        shutil.copy(self.folder / "hidden", self.folder / "rod.flex.h5")
        with h5py.File(self.folder / "rod.flex.h5", "a") as part:
            part["mass"][...] = 2 * part["mass"][()]
        self.expect(self.alembert("stress", "r"), USAGE, "has changed since the run")
        shutil.copy(self.folder / "hidden", self.folder / "r/rod.flex.h5")  # next to the results it is found
        self.expect(self.alembert("stress", "r", "--quiet"), DONE)

    def test_every_step_is_recorded_and_used(self):
        self.write(BAR.replace("DATA", "rod.flex.h5").replace("end: 2", "end: 0.2, modal: every_step"), "bar.yaml")
        self.expect(self.alembert("run", "bar.yaml", "-o", "d", "--quiet"), DONE)
        with h5py.File(self.folder / "d/results.h5") as results:
            time, xi = results["modes/step_time"][:], results["modes/step_value"][:]
            steps = results["steps/time"][:] + results["steps/h"][:]
            accepted = results["steps/outcome"][:] == 0
            numpy.testing.assert_allclose(time, [0.0, *steps[accepted]], atol=1e-12)
            self.assertEqual(xi.shape, (len(time), len(results["modes/names"]), 1))
            # At the end both are the same state.
            numpy.testing.assert_allclose(xi[-1], results["modes/value"][-1], rtol=1e-6, atol=1e-12)
        done = self.alembert("stress", "d")
        self.expect(done, DONE)
        self.assertIn(f"{len(time)} steps", done.stdout)

    def test_a_continued_run_has_the_steps_of_one_run(self):
        self.write(BAR.replace("DATA", "rod.flex.h5").replace("end: 2", "end: 0.1, modal: every_step"), "bar.yaml")
        self.expect(self.alembert("run", "bar.yaml", "-o", "a", "--quiet"), DONE)
        self.expect(self.alembert("run", "--continue", "a", "--end", "0.2", "-o", "b", "--quiet"), DONE)
        self.expect(self.alembert("run", "bar.yaml", "-o", "c", "--end", "0.2", "--quiet"), DONE)
        with h5py.File(self.folder / "b/results.h5") as b, h5py.File(self.folder / "c/results.h5") as c:
            numpy.testing.assert_array_equal(b["modes/step_time"][:], c["modes/step_time"][:])
            numpy.testing.assert_array_equal(b["modes/step_value"][:], c["modes/step_value"][:])

    def test_paraview_is_given_the_deformed_body(self):
        self.sweep()
        self.expect(self.alembert("export", "r", "--vtk", "--quiet"), DONE)
        root = ElementTree.parse(self.folder / "r/vtk/flexible.pvd").getroot()
        entries = [(float(e.get("timestep")), e.get("file")) for e in root.iter("DataSet")]
        self.assertEqual(len(entries), 41)
        grid = ElementTree.parse(self.folder / "r/vtk" / entries[5][1]).getroot()
        self.assertEqual(grid.get("type"), "UnstructuredGrid")
        piece = grid.find("UnstructuredGrid/Piece")
        self.assertEqual((piece.get("NumberOfPoints"), piece.get("NumberOfCells")), ("11", "10"))
        arrays = appended_arrays(grid, piece)
        lift = 1 / (3 * 210e9 * math.pi * 0.02**4 / 64)
        # Timoshenko's shear adds 3 (d/4L)^2 (2 (1 + nu)) / kappa or so: 1e-3 of it.
        self.assertAlmostEqual(max(arrays["Points/Points"][:, 2]) / lift, 1.0, delta=2e-3)
        self.assertAlmostEqual(max(arrays["PointData/von_mises"]) / PEAK, 1.0, places=4)
        self.assertEqual(arrays["PointData/stress"].shape, (11, 6))
        self.assertEqual(sorted(arrays["PointData/node"]), list(range(1, 12)))
        self.expect(self.alembert("export", "r", "--vtk", "--every", "100", "--quiet"), DONE)
        self.assertEqual(len([f for f in os.listdir(self.folder / "r/vtk") if f.endswith(".vtu")]), 2)
