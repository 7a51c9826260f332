#!/usr/bin/python3
"""The command line as a user meets it: exit codes, messages, and the files a run leaves.

    cli_test.py PATH_OF_ALEMBERT [unittest options]
"""
import sys
import unittest
from pathlib import Path

import command_line
from analyses import Analyses  # noqa: F401
from comparisons import Comparisons  # noqa: F401  (unittest finds the tests by their names here)
from continuing import Continuing  # noqa: F401
from folders import Damage, Folders  # noqa: F401
from inputs import Inputs  # noqa: F401
from lists import Lists  # noqa: F401
from looking import Looking  # noqa: F401
from mistakes import Beginning, Doubts, Files, Options, Stopping, Yaml  # noqa: F401
from pages import Pages  # noqa: F401
from paraview import ParaView  # noqa: F401
from refusals import BadModels, Check, Usage  # noqa: F401
from reproduce import Reproduce  # noqa: F401
from runs import Failures, FullDisk, Interruption, Results  # noqa: F401
from stresses import Matrices, Stresses  # noqa: F401
from telling import Telling  # noqa: F401
from verifying import Verifying  # noqa: F401

if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    command_line.CommandLine.program = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
