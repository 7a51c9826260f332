#!/usr/bin/python3
"""Runs what README.md, CONTRIBUTING.md and docs/*.md show, so that the pages cannot go stale.

    check_docs.py PATH_OF_ALEMBERT [ROOT]

- A ```yaml block whose first line is `alembert: 1` is a whole model: it is checked, and run if it has a
  `simulation:` section. A comment on that line names its file (`alembert: 1  # pendulum.yaml`).
- One with `modes:` at the beginning of a line is a part instead: it is reduced, to a file of the same name.
- A line `<!-- fact: CONDITION -->` below such a model is a Python condition of its outputs, `time` and the functions
  of `math`; it must hold in every row of outputs.csv. `<!-- fact at the end: CONDITION -->` must hold in the last.
- In a ```sh block every line that starts with `alembert` or `build/bin/alembert` is executed and must end with
  exit code 0. It runs in a temporary folder that holds the page's models and a copy of models/.
- Links to files of the repository must lead somewhere; this is also checked in src/*/README.md.
- Files that the tables of src/*/README.md name exist, and where a table lists files, all of the folder are in it. Types
  that are named there exist in the sources.
- Every method that `alembert methods` lists is named where methods are listed, and README.md says how many there are.
Exit code 0 when everything worked; otherwise the page, the line and the output of what did not.
"""
import csv
import math
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

TIMEOUT = 120  # seconds for one command
FENCE = re.compile(r"^\s*```(\w*)\s*$")
MODEL_HEAD = re.compile(r"^alembert: 1\s*(?:#\s*([\w.-]+\.yaml))?\s*$")
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
CODE = re.compile(r"`[^`]*`")
FACT = re.compile(r"^<!-- fact( at the end)?: (.*) -->$")
COMMAND = re.compile(r"^(?:build/bin/)?alembert(?=\s|$)")
FILE_COLUMN = re.compile(r"^\| files?(?: of `(\w+)/`)? \|")  # head of a table of files, of the folder or of one inside it
FILE = re.compile(r"`([\w./*]+)`")
TYPE = re.compile(r"`(?:\w+::)*([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)*)(?:<[^`]*>)?`")
METHOD = re.compile(r"^(\w+): ", re.MULTILINE)
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
           "thirteen", "fourteen", "fifteen", "sixteen"]
METHOD_LISTS = ["docs/command_line.md", "docs/formulation.md", "src/methods/README.md"]


@dataclass
class Block:
    language: str
    line: int  # of its first line of text, counted from 1
    lines: list[str]
    facts: list[re.Match]  # stated below it


def blocks_of(text: str) -> list[Block]:
    """The fenced blocks of a Markdown page."""
    blocks, current = [], None
    for number, line in enumerate(text.splitlines(), start=1):
        fence = FENCE.match(line)
        fact = FACT.match(line)
        if fact and current is None and blocks:
            blocks[-1].facts.append(fact)
        if fence and current is None:
            current = Block(fence[1], number + 1, [], [])
        elif fence:
            blocks.append(current)
            current = None
        elif current is not None:
            current.lines.append(line)
    if current is not None:
        raise ValueError(f"the block that starts at line {current.line - 1} has no end")
    return blocks


def commands_of(block: Block) -> list[tuple[int, str]]:
    """Line and text of every alembert command in a shell block, continued lines joined."""
    commands, pending, start = [], "", 0
    for offset, line in enumerate(block.lines):
        start = start if pending else block.line + offset
        pending += line
        if pending.endswith("\\"):
            pending = pending[:-1]
            continue
        if COMMAND.match(pending):
            commands.append((start, pending))
        pending = ""
    return commands


class Checker:
    def __init__(self, program: Path, root: Path):
        self.program, self.root = program, root
        self.ran = self.facts = 0
        self.failures: list[str] = []
        self.text_of_sources = ""

    def run(self, place: str, command: str, folder: Path) -> None:
        """Runs one command line of a page, with the program put in place of its first word."""
        self.ran += 1
        line = COMMAND.sub(lambda _: shlex.quote(str(self.program)), command, count=1)
        try:
            done = subprocess.run(["bash", "-c", line], cwd=folder, text=True, timeout=TIMEOUT,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        except subprocess.TimeoutExpired:
            self.failures.append(f"{place}: `{command}` took longer than {TIMEOUT} s")
            return
        if done.returncode != 0:
            self.failures.append(f"{place}: `{command}` ended with exit code {done.returncode}\n{done.stdout}")

    def check_links(self, page: Path) -> None:
        inside = False  # a fenced block: [](auto x) is no link there, nor between backquotes
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
            if FENCE.match(line):
                inside = not inside
            for target in [] if inside else LINK.findall(CODE.sub("", line)):
                if not (page.parent / target).exists():
                    self.failures.append(f"{page.relative_to(self.root)}:{number}: {target} does not exist")

    def check_files(self, page: Path) -> None:
        """Tables of files in src/FOLDER/README.md against the folder."""
        folder = None  # what the table that is read lists; none: it is no table of files
        listed: dict[Path, set[Path]] = {}
        name = page.relative_to(self.root)
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
            head = FILE_COLUMN.match(line)
            if head:
                folder = page.parent / (head[1] or "")
                listed[folder] = set()
            elif not line.startswith("|"):
                folder = None
            elif folder is not None:
                for pattern in FILE.findall(line.split("|")[1]):
                    found = set(folder.glob(pattern))
                    if not found:
                        self.failures.append(f"{name}:{number}: `{pattern}` does not exist")
                    listed[folder] |= found | {path.with_suffix(".cpp") for path in found if path.suffix == ".h"}
        for inside, files in listed.items():
            for path in sorted({*inside.glob("*.h"), *inside.glob("*.cpp")} - files):
                self.failures.append(f"{name}: the table of files does not name {path.relative_to(page.parent)}")

    def check_types(self, page: Path) -> None:
        for name in sorted(set(TYPE.findall(page.read_text(encoding="utf-8")))):
            if not re.search(rf"\b{name}\b", self.sources()):
                self.failures.append(f"{page.relative_to(self.root)}: there is no `{name}` in the sources")

    def sources(self) -> str:
        if not self.text_of_sources:
            files = [*self.root.glob("src/**/*.h"), *self.root.glob("src/**/*.cpp")]
            self.text_of_sources = "\n".join(file.read_text(encoding="utf-8") for file in files)
        return self.text_of_sources

    def check_methods(self) -> None:
        text = subprocess.run([self.program, "methods"], text=True, timeout=TIMEOUT, stdout=subprocess.PIPE).stdout
        methods = METHOD.findall(text)
        for page in METHOD_LISTS:
            lines = (self.root / page).read_text(encoding="utf-8")
            self.failures += [f"{page}: method {m} is not named" for m in methods if not re.search(rf"\b{m}\b", lines)]
        said = f"{NUMBERS[len(methods)]} integration methods"
        if said not in (self.root / "README.md").read_text(encoding="utf-8").lower():
            self.failures.append(f"README.md does not say that there are {said}")

    def check_page(self, page: Path) -> None:
        name = page.relative_to(self.root)
        try:
            blocks = blocks_of(page.read_text(encoding="utf-8"))
        except ValueError as error:
            self.failures.append(f"{name}: {error}")
            return
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch)
            if (self.root / "models").is_dir():
                shutil.copytree(self.root / "models", folder / "models", ignore=shutil.ignore_patterns("*.out"))
            for block in blocks:
                head = MODEL_HEAD.match(block.lines[0]) if block.language == "yaml" and block.lines else None
                if head:
                    self.check_model(f"{name}:{block.line}", head[1] or f"model_line_{block.line}.yaml", block, folder)
            for block in blocks:
                if block.language == "sh":
                    for line, command in commands_of(block):
                        self.run(f"{name}:{line}", command, folder)

    def check_model(self, place: str, file: str, block: Block, folder: Path) -> None:
        (folder / file).write_text("\n".join(block.lines) + "\n", encoding="utf-8")
        if any(line.startswith("modes:") for line in block.lines):
            self.run(place, f"alembert reduce {file}", folder)
            return
        self.run(place, f"alembert check {file}", folder)
        if any(line.startswith("simulation:") for line in block.lines):
            self.run(place, f"alembert run {file} -o checked.out", folder)
            for fact in block.facts:
                self.check_fact(place, fact, folder / "checked.out/outputs.csv")

    def check_fact(self, place: str, fact: re.Match, outputs: Path) -> None:
        if not outputs.exists():
            return  # the run has failed and said so
        with outputs.open(encoding="utf-8", newline="") as file:
            rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
        self.facts += 1
        for row in rows[-1:] if fact[1] else rows:
            try:
                true = eval(fact[2], {"__builtins__": {}, "abs": abs, "min": min, "max": max, **vars(math)}, row)
            except Exception as error:  # a name that is no output, a root of a negative number
                self.failures.append(f"{place}: fact `{fact[2]}`: {error}")
                return
            if not true:
                self.failures.append(f"{place}: fact `{fact[2]}` is not true of {row}")
                return


def main() -> int:
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    root = Path(sys.argv[2] if len(sys.argv) == 3 else Path(__file__).parent.parent).resolve()
    checker = Checker(Path(sys.argv[1]).resolve(), root)
    for page in sorted([*root.glob("README.md"), *root.glob("CONTRIBUTING.md"), *root.glob("docs/**/*.md")]):
        checker.check_page(page)
        checker.check_links(page)
    for page in sorted(root.glob("src/*/README.md")):
        checker.check_links(page)
        checker.check_files(page)
        checker.check_types(page)
    checker.check_methods()
    print("\n".join(checker.failures), end="\n" if checker.failures else "")
    print(f"{checker.ran} commands of the documentation run, {checker.facts} facts checked, "
          f"{len(checker.failures)} problems")
    return 1 if checker.failures else 0


if __name__ == "__main__":
    sys.exit(main())
