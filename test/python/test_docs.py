"""The programs of docs/python.md run, give what the page says, and are well typed; so are the files of the package."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import alembert as al
from alembert import _core
from conftest import ROOT

PAGE = ROOT / "docs" / "python.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FACT = re.compile(r"^(?P<expression>\S.*?)\s*# -> (?P<value>.+)$")


def blocks() -> list[str]:
    return BLOCK.findall(PAGE.read_text(encoding="utf-8"))


def run_block(block: str, names: dict) -> int:
    """Runs a block line by line as far as it states values; how many it states."""
    facts, pending = 0, []
    for line in block.splitlines():
        fact = FACT.match(line)
        if not fact:
            pending.append(line)
            continue
        exec("\n".join(pending), names)
        pending = []
        value = repr(eval(fact["expression"], names))
        assert value == fact["value"].strip(), f"{fact['expression']} gives {value}, not {fact['value']}"
        facts += 1
    exec("\n".join(pending), names)
    return facts


def test_programs_of_the_page_run_and_give_what_it_says(tmp_path, monkeypatch, capsys):
    shutil.copytree(ROOT / "models", tmp_path / "models", ignore=shutil.ignore_patterns("*.out"))
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    assert sum(run_block(block, names) for block in blocks()) >= 15
    assert (tmp_path / "page.html").exists() and (tmp_path / "out" / "results.h5").exists()


def mypy(*arguments: str, cwd: Path) -> None:
    package = Path(al.__file__).resolve().parent
    done = subprocess.run(["/usr/bin/mypy", "--strict", "--cache-dir", os.devnull, *arguments], cwd=cwd, text=True,
                          env={**os.environ, "MYPYPATH": str(package.parent)}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout


def test_the_package_and_the_programs_of_the_page_are_well_typed(tmp_path):
    program = tmp_path / "page.py"
    text = "\n".join(blocks())
    program.write_text(re.sub(r"lambda slip, load: .*?\}\)", "tire})", text).replace(
        "import alembert as al\n", "import alembert as al\n\ndef tire(slip: al.Dual, load: al.Dual) -> al.Dual:\n"
        "    return load*al.sin(1.9*al.atan(10*slip))  # type: ignore[no-any-return]\n", 1), encoding="utf-8")
    mypy(str(program), str(Path(al.__file__).resolve().parent), cwd=tmp_path)


def test_stubs_name_what_the_engine_has():
    text = (ROOT / "python" / "alembert" / "_core.pyi").read_text(encoding="utf-8")
    declared = set(re.findall(r"^(?:(?:def|class) )?(\w+)(?=[(:])", text, re.MULTILINE))
    there = {name for name in vars(_core) if not name.startswith("__")}
    assert declared == there
    for name in there:
        if isinstance(getattr(_core, name), type):
            body = re.search(rf"^class {name}:(.*?)(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)[1]
            methods = set(re.findall(r"def ([a-z]\w*|[A-D])\(", body))
            assert methods == {each for each in vars(getattr(_core, name)) if not each.startswith("_")}, name


def test_every_function_of_expressions_is_in_the_package():
    for name in _core.function_names:
        assert getattr(al, name) is getattr(_core, name)


def test_star_import_takes_no_name_of_python():
    names: dict = {}
    exec("from alembert import *", names)
    assert "load" in names and not {"open", "abs", "min", "max", "round"} & set(names)


def test_the_package_is_installed_with_its_marker():
    assert (Path(al.__file__).parent / "py.typed").exists() and sys.version_info >= (3, 9)
