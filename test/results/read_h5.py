#!/usr/bin/python3
"""Reads with h5py, as a user would, the results.h5 that the C++ tests write, and checks every array.

    read_h5.py PATH_OF_alembert_test_results
"""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import h5py
import numpy

TEST = "Recorder.WritesTheRunThatPythonReads"
TIMES = 3
# Group, array, width, units: in the order in which recorded_run.cpp numbers them.
ARRAYS = [
    ("bodies", "position", 3, "m"), ("bodies", "quaternion", 4, "1"), ("bodies", "velocity", 3, "m/s"),
    ("bodies", "angular_velocity", 3, "rad/s"), ("bodies", "acceleration", 3, "m/s^2"),
    ("bodies", "angular_acceleration", 3, "rad/s^2"), ("joints", "force", 3, "N"), ("joints", "torque", 3, "N*m"),
    ("forces", "force", 3, "N"), ("forces", "torque", 3, "N*m"),
]
NAMES = {"bodies": ["crank", "rod/left"], "joints": ["wrist", "hinge, outer", "slide"], "forces": ["spring"],
         "outputs": ["angle", 'force, "peak"']}
OUTCOMES = ["accepted", "error_test", "newton_diverged", "newton_iterations", "singular", "not_finite",
            "passed_through"]


class ReadH5(unittest.TestCase):
    program: str

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        subprocess.run([self.program, f"--gtest_filter={TEST}"], check=True, stdout=subprocess.DEVNULL,
                       env={**os.environ, "ALEMBERT_READ_H5_FOLDER": self.folder.name})
        self.file = h5py.File(Path(self.folder.name) / "results.h5", "r")

    def tearDown(self):
        self.file.close()
        self.folder.cleanup()

    def test_header(self):
        attributes = self.file.attrs
        self.assertEqual(attributes["format"], "alembert results")
        self.assertEqual(attributes["format_version"], 2)
        self.assertEqual(attributes["program_version"], "0.1.0")
        self.assertEqual(attributes["title"], 'Prüfstand "A"')
        self.assertEqual(attributes["status"], "done")
        self.assertEqual(attributes["message"], "")
        self.assertEqual(self.file["model/text"].asstr()[()], "alembert: 1\ntitle: Prüfstand\n")
        self.assertEqual(list(self.file["row_names"].asstr()), ["body crank: x", 'joint "wrist": point x'])

    def test_names(self):
        for group, names in NAMES.items():
            self.assertEqual(list(self.file[group]["names"].asstr()), names)

    def test_arrays(self):
        for number, (group, name, width, units) in enumerate(ARRAYS):
            dataset = self.file[group][name]
            count = len(NAMES[group])
            self.assertEqual(dataset.shape, (TIMES, count, width), name)
            self.assertEqual(dataset.attrs["units"], units)
            places = 0.1 * numpy.arange(count * width).reshape(1, count, width)
            expected = 1000 * number + 100 * numpy.arange(TIMES).reshape(-1, 1, 1) + places
            numpy.testing.assert_allclose(dataset[...], expected, rtol=1e-15, err_msg=name)

    def test_scalars(self):
        numpy.testing.assert_allclose(self.file["time"], [0, 0.1, 0.2], rtol=1e-15)
        numpy.testing.assert_array_equal(self.file["energy/kinetic"], [2, 3, 4])
        numpy.testing.assert_array_equal(self.file["energy/potential"], [-1, -1, -1])
        numpy.testing.assert_array_equal(self.file["energy/total"], [1, 2, 3])
        numpy.testing.assert_array_equal(self.file["energy/work_in"], [0, 0.5, 1])
        numpy.testing.assert_array_equal(self.file["energy/dissipated"], [0, 0.25, 0.5])
        numpy.testing.assert_array_equal(self.file["energy/numerical"], [0, 0.75, 1.5])
        numpy.testing.assert_array_equal(self.file["joints/displacement"][0, :, 0], [numpy.nan, 0.5, 1])
        numpy.testing.assert_array_equal(self.file["outputs/values"], [[1 / 3 + i, 1e-300] for i in range(TIMES)])
        self.assertEqual(self.file["outputs/values"].attrs["units"], "model units")

    def test_unique(self):
        unique = self.file["joints/unique"][...]
        self.assertEqual(unique.dtype, bool)
        self.assertEqual(list(unique), [True, False, True])

    def test_steps(self):
        steps = self.file["steps"]
        self.assertEqual(list(steps["h"]), [0.2, 0.1])
        self.assertEqual(list(steps["time"]), [0, 0])
        self.assertEqual(list(steps["predictor_degree"]), [1, 1])
        self.assertEqual(list(steps["newton_iterations"]), [4, 1])
        self.assertEqual(list(steps["worst_row"]), [1, -1])
        self.assertEqual(list(steps["new_jacobian"]), [True, False])
        numpy.testing.assert_array_equal(steps["error_ratio"], [numpy.nan, 0.5])
        codes = h5py.check_enum_dtype(steps["outcome"].dtype)
        self.assertEqual(sorted(codes, key=codes.get), OUTCOMES)
        self.assertEqual(list(steps["outcome"]), [codes["newton_diverged"], codes["accepted"]])

    def test_every_number_has_units(self):
        def check(name, item):
            if isinstance(item, h5py.Dataset) and h5py.check_string_dtype(item.dtype) is None:
                self.assertIn("units", item.attrs, name)

        self.file.visititems(check)


if __name__ == "__main__":
    ReadH5.program = sys.argv.pop(1)
    unittest.main()
