#!/usr/bin/env python3
"""Writes what libFuzzer begins with: dictionary.py FOLDER makes FOLDER/words.txt (keys of the schema, names of functions),
FOLDER/model/ (all shipped models that are quick to read) and FOLDER/expression/ (every expression in them)."""
import json
import re
import shutil
import sys
from pathlib import Path

from mutations import KEYS, NUMBERS, VALUES
from reading import EXPRESSIONS, models

REPOSITORY = Path(__file__).resolve().parents[2]


def words() -> set[str]:
    found = set(KEYS)

    def walk(node):
        if isinstance(node, dict):
            found.update(node.get("properties", {}))
            found.update(word for word in node.get("enum", []) if isinstance(word, str))
            for value in node.values():
                walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    walk(json.loads((REPOSITORY / "schema/model.schema.json").read_text()))
    text = (REPOSITORY / "docs/expressions.md").read_text()
    found.update(name + "(" for name in re.findall(r"`([a-z_0-9]+)\(", text))
    return {word for word in found if word}


def main(folder: Path):
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "model").mkdir(parents=True)
    (folder / "expression").mkdir()
    escaped = [word.replace("\\", "\\\\").replace('"', '\\"') for word in sorted(words()) + NUMBERS + VALUES if word]
    (folder / "words.txt").write_text("".join(f'"{word}"\n' for word in escaped if word.isascii()))
    texts = set(EXPRESSIONS)
    for path in models():
        shutil.copy(path, folder / "model")
        texts.update(re.findall(r":\s+\"?([^\"{}\[\]\n]*\([^\"{}\[\]\n]*\)[^\"{}\[\]\n,]*)", path.read_text()))
    for k, text in enumerate(sorted(texts)):
        (folder / "expression" / f"{k}.txt").write_text(text)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
