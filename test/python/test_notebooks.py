"""The notebooks run from the first cell to the last, and are stored without what they gave."""
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import alembert as al
import pytest
from conftest import ROOT

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(notebook, tmp_path):
    folder = tmp_path / "notebooks"
    shutil.copytree(notebook.parent, folder, ignore=shutil.ignore_patterns("*.out", "*.html"))
    environment = {**os.environ, "JUPYTER_DATA_DIR": str(tmp_path), "IPYTHONDIR": str(tmp_path),
                   "PYTHONPATH": str(Path(al.__file__).absolute().parents[1])}
    environment.pop("MPLBACKEND", None)  # pictures in the notebook
    done = subprocess.run([sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--output", "done.ipynb",
                           folder / notebook.name], env=environment, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=200)
    assert done.returncode == 0, done.stdout[-4000:]
    outputs = [output for cell in json.loads((folder / "done.ipynb").read_text())["cells"]
               for output in cell.get("outputs", [])]
    assert any("<iframe srcdoc" in "".join(output.get("data", {}).get("text/html", "")) for output in outputs)
    assert any("image/png" in output.get("data", {}) for output in outputs)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_stored_without_outputs(notebook):
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in cells)
