"""`alembert export --vtk`: what ParaView is given is the motion in results.h5."""
import base64
import os
import xml.etree.ElementTree as ElementTree

import h5py
import numpy

from command_line import DONE, MODELS, USAGE, CommandLine

TYPES = {"Float32": numpy.float32, "Int32": numpy.int32, "UInt8": numpy.uint8}


def rotation(q) -> numpy.ndarray:
    w, x, y, z = q
    return numpy.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def appended_arrays(root: ElementTree.Element, piece: ElementTree.Element) -> dict[str, numpy.ndarray]:
    """All arrays of a piece, by group and name."""
    text = root.find("AppendedData").text.strip()
    assert text[0] == "_"
    arrays = {}
    for group in piece:
        for array in group:
            start = 1 + int(array.get("offset"))
            length = int.from_bytes(base64.b64decode(text[start:start + 12])[:8], "little")
            data = base64.b64decode(text[start:start + 4 * ((8 + length + 2) // 3)])[8:8 + length]
            values = numpy.frombuffer(data, TYPES[array.get("type")])
            width = int(array.get("NumberOfComponents"))
            arrays[f"{group.tag}/{array.get('Name')}"] = values.reshape(-1, width) if width > 1 else values
    return arrays


class ParaView(CommandLine):
    def setUp(self):
        super().setUp()
        self.expect(self.alembert("run", MODELS / "slider_crank.yaml", "-o", "r", "--end", "0.2", "--quiet"), DONE)

    def collection(self, name: str) -> list[tuple[float, str]]:
        root = ElementTree.parse(self.folder / name).getroot()
        self.assertEqual((root.tag, root.get("type")), ("VTKFile", "Collection"))
        return [(float(entry.get("timestep")), entry.get("file")) for entry in root.iter("DataSet")]

    def polydata(self, name: str) -> dict[str, numpy.ndarray]:
        """All arrays of a .vtp file, "Lines/offsets" for instance."""
        root = ElementTree.parse(self.folder / name).getroot()
        self.assertEqual((root.get("type"), root.get("byte_order"), root.get("header_type")),
                         ("PolyData", "LittleEndian", "UInt64"))
        self.assertEqual(root.find("AppendedData").get("encoding"), "base64")
        piece = root.find("PolyData/Piece")
        arrays = appended_arrays(root, piece)
        self.assertEqual(len(arrays["Points/Points"]), int(piece.get("NumberOfPoints")))
        for kind in ["Verts", "Lines", "Polys"]:
            ends = arrays.get(f"{kind}/offsets", numpy.zeros(0))
            self.assertEqual(len(ends), int(piece.get(f"NumberOf{kind}")))
            self.assertEqual(ends[-1] if len(ends) else 0, len(arrays.get(f"{kind}/connectivity", [])))
        return arrays

    def test_every_point_is_where_its_body_is(self):
        done = self.alembert("export", "r", "--vtk")
        self.expect(done, DONE)
        self.assertEqual((done.stdout, done.stderr), ("written to r/vtk/motion.pvd\n", ""))
        with h5py.File(self.folder / "r/results.h5") as results:
            time = results["time"][:]
            entries = self.collection("r/vtk/motion.pvd")
            self.assertEqual([t for t, _ in entries], list(time))
            row = 13
            position, quaternion = results["bodies/position"][row], results["bodies/quaternion"][row]
            velocity, spin = results["bodies/velocity"][row], results["bodies/angular_velocity"][row]
        arrays = self.polydata("r/vtk/" + entries[row][1])
        points, shown = arrays["Points/Points"], arrays["PointData/velocity"]
        crank = rotation(quaternion[0])
        corners = [position[0] + crank @ [x * 0.15, y * 0.015, z * 0.01] for z in (-1, 1) for y in (-1, 1) for x in (-1, 1)]
        first = min(i for i in range(len(points)) if numpy.allclose(points[i], corners[0], atol=1e-6))
        numpy.testing.assert_allclose(points[first:first + 8], corners, atol=1e-6)
        expected = [velocity[0] + numpy.cross(spin[0], c - position[0]) for c in corners]
        numpy.testing.assert_allclose(shown[first:first + 8], expected, atol=1e-5)
        # Verts, Lines, Polys: markers of ground, the spring, 12 triangles a box.
        verts, lines = len(arrays["Verts/offsets"]), len(arrays["Lines/offsets"])
        body = list(arrays["CellData/body"])
        self.assertEqual(body[:verts], verts * [0])
        self.assertEqual(body[verts:verts + lines], [-1])
        self.assertEqual(body[verts + lines:], 12 * [1] + 24 * [2])
        spring = points[arrays["Lines/connectivity"]]
        rod = rotation(quaternion[1])
        numpy.testing.assert_allclose(spring, [[0, 0, 0], position[1] + rod @ [0.3, 0, 0]], atol=1e-6)

    def test_forces_are_vectors_at_their_markers(self):
        self.expect(self.alembert("export", "r", "--vtk", "-o", "v", "--every", "7", "--quiet"), DONE)
        entries = self.collection("v/forces.pvd")
        self.assertEqual([file for _, file in entries],
                         ["forces_000000.vtp", "forces_000007.vtp", "forces_000014.vtp", "forces_000020.vtp"])
        arrays = self.polydata("v/forces_000014.vtp")
        with h5py.File(self.folder / "r/results.h5") as results:
            reactions, forces = results["joints/force"][14], results["forces/force"][14]
            tip = results["bodies/position"][14, 0] + rotation(results["bodies/quaternion"][14, 0]) @ [0.15, 0, 0]
        self.assertEqual(list(arrays["PointData/applied"]), [0, 0, 0, 1])
        self.assertEqual(list(arrays["PointData/index"]), [0, 1, 2, 0])
        numpy.testing.assert_allclose(arrays["PointData/force"], [*reactions, *forces], rtol=1e-6)
        numpy.testing.assert_allclose(arrays["Points/Points"][1], tip, atol=1e-6)

    def test_wrong_command_lines_are_refused(self):
        self.write("", "taken")
        for arguments, words in [
            (["r", "--vtk", "--csv"], ["--csv,--vtk", "2 were given"]),
            (["r", "--vtk", "--every", "0"], ["--every 0", "at least 1"]),
            (["r", "--csv", "--every", "2"], ["--every", "--vtk alone"]),
            (["r", "--vtk", "-o", "taken"], ["taken", "Not a directory"]),
            (["nowhere", "--vtk"], ["nowhere", "No such file"]),
        ]:
            with self.subTest(arguments=arguments):
                self.expect(self.alembert("export", *arguments), USAGE, *words)
        self.assertEqual(sorted(os.listdir(self.folder)), ["r", "taken"])

    def test_a_new_run_leaves_no_old_collection(self):
        self.expect(self.alembert("export", "r", "--vtk", "--quiet"), DONE)
        self.expect(self.alembert("run", MODELS / "single_pendulum.yaml", "-o", "r", "--end", "0.1", "--quiet"), DONE)
        self.assertFalse((self.folder / "r/vtk/motion.pvd").exists())
        self.assertFalse((self.folder / "r/vtk/forces.pvd").exists())
        self.expect(self.alembert("export", "r", "--vtk", "--every", "1000", "--quiet"), DONE)
        self.assertEqual(len(os.listdir(self.folder / "r/vtk")), 6)
