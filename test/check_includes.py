#!/usr/bin/python3
"""Checks that the folders of src/ include only what docs/architecture.md allows, and that headers guard themselves.

    check_includes.py [ROOT]     exit code 0 and no output when all is well
"""
import re
import sys
from pathlib import Path

# Folder of src/ -> the other folders of src/ it may include.
ALLOWED = {
    "base": set(),
    "math": {"base"},
    "expression": {"base", "math"},
    "linear": {"base", "math"},
    "dae": {"base", "math", "linear"},
    "methods": {"base", "math", "linear", "dae"},
    "solve": {"base", "math", "linear", "dae", "methods"},
    "reference": {"base", "math", "linear", "dae", "methods", "solve"},
    "elements": {"base", "math", "expression"},  # splines of curved springs
    "plot": {"base", "math"},
    "flexible": {"base", "math", "linear", "results/hdf5_file.h", "results/hdf5_contents.h"},
    "model": {"base", "math", "expression", "elements", "flexible"},
    "bodies": {"base", "math", "linear", "dae", "elements", "flexible", "model"},
    "system": {"base", "math", "linear", "dae", "expression", "elements", "flexible", "model", "bodies"},
    "results": {"base", "math", "solve/step_record.h"},
    "analysis": {"base", "math", "linear", "dae", "methods", "solve", "reference", "expression", "elements", "flexible", "model",
                 "bodies", "system", "results", "plot", "report"},
    "report": {"base", "math", "results", "plot", "solve/step_record.h", "elements/contact/mesh_file.h",
               "flexible/part.h", "flexible/stress.h"},
    "fmu": {"base", "math", "expression", "model", "results/seal.h", "analysis"},
    "studies": {"base", "math", "linear", "dae", "methods", "solve", "reference", "expression", "elements", "flexible", "model",
                "bodies", "system", "results", "plot", "report", "analysis"},
    # The public interface, declared in include/alembert/.
    "library": {"base", "math", "linear", "dae", "methods", "solve", "reference", "expression", "elements", "flexible", "model",
                "bodies", "system", "results", "plot", "report", "analysis"},
}
# Libraries of others -> the folders and files that may include them; the engine (cmake/libraries.cmake) uses none of these.
OTHERS = {
    r"yaml-cpp/": {"model/node.cpp", "model/yaml_problems.cpp", "model/yaml_problems.h"},
    r"nlohmann/": {"results", "report", "plot", "analysis", "studies", "library", "fmu", "model/schema.cpp"},
    r"hdf5\.h$": {"results"},
    r"cairo": {"plot"},
    r"zlib\.h$": {"report", "results", "fmu"},
    r"ida/|nvector/|sun[a-z]+/": {"reference"},
}
# base/ stands on the standard library and the system alone.
LIBRARIES = re.compile(r"^(Eigen|unsupported|fmt|yaml-cpp|nlohmann|CLI|gtest|gmock|benchmark|ida|nvector|sun[a-z]+)/|^(klu|hdf5|cairo[a-z-]*)\.h$")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def check_file(path: Path, source: Path) -> list[str]:
    """The problems of one file below `source` (the src/ folder)."""
    inside = path.relative_to(source)
    folder = inside.parts[0]
    lines = path.read_text(encoding="utf-8").splitlines()
    problems = []
    if path.suffix == ".h" and "#pragma once" not in (line.strip() for line in lines):
        problems.append(f"src/{inside}:1: no `#pragma once`")
    for number, line in enumerate(lines, start=1):
        match = INCLUDE.match(line)
        if not match:
            continue
        problem = check_include(folder, match[1] == '"', match[2], path, source)
        if problem:
            problems.append(f"src/{inside}:{number}: {problem}")
    return problems


def check_include(folder: str, quoted: bool, target: str, path: Path, source: Path) -> str | None:
    """What is wrong with `#include "target"` or `<target>` in a file of `folder`, or None."""
    if not quoted:
        if folder == "base" and LIBRARIES.search(target):
            return f"base/ uses the standard library alone, not <{target}>"
        for library, allowed in OTHERS.items():
            if re.match(library, target) and folder not in allowed and str(path.relative_to(source)) not in allowed:
                return f"<{target}> is for {', '.join(sorted(allowed))} alone"
        return None
    if "/" not in target or ".." in target:
        return f'write "folder/{Path(target).name}" instead of "{target}": names start at src/'
    other = target.split("/")[0]
    if folder == "library" and other == "alembert":
        return None
    if other not in ALLOWED:
        return f'"{target}" is not in a folder of src/' + (": src/ never uses it" if other in ("apps", "test") else "")
    if not (source / target).is_file():
        return f'"{target}" does not exist'
    if other != folder and other not in ALLOWED[folder] and target not in ALLOWED[folder]:
        return f'{folder}/ may not include "{target}"; it may use: {", ".join(sorted(ALLOWED[folder])) or "nothing"}'
    return None


def check_public(root: Path) -> list[str]:
    """The public headers include each other, the standard library and, for equations, Eigen."""
    problems = []
    for path in sorted((root / "include/alembert").glob("*.h")):
        lines = path.read_text(encoding="utf-8").splitlines()
        if "#pragma once" not in lines:
            problems.append(f"include/alembert/{path.name}:1: no `#pragma once`")
        for number, line in enumerate(lines, start=1):
            match = INCLUDE.match(line)
            if not match or re.fullmatch(r"alembert/\w+\.h|[a-z_]+", match[2]):
                continue
            if match[2] == "Eigen/Core" and path.name in ("dae.h", "eigen_dual.h"):
                continue
            problems.append(f"include/alembert/{path.name}:{number}: <{match[2]}> is not public")
    return problems


def main() -> int:
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    source = root / "src"
    problems = check_public(root)
    for path in sorted(source.rglob("*")):
        if path.suffix not in (".h", ".cpp", ".inl"):
            continue
        if len(path.relative_to(source).parts) < 2 or path.relative_to(source).parts[0] not in ALLOWED:
            problems.append(f"{path}: not in a folder that check_includes.py knows")
            continue
        problems += check_file(path, source)
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
