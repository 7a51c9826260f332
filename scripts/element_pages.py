#!/usr/bin/python3
"""Keeps docs/elements/ true: one page for each joint and force that the schema knows, and for motions and constraints.

    element_pages.py [ROOT]            writes the generated parts of all pages, and begins pages that are missing
    element_pages.py --check [ROOT]    changes nothing; exit code 1 and a line for each page that is not as it must be

A page is written by hand, but for what stands between `<!-- generated: do not edit -->` and `<!-- end -->`:
- the keys, from schema/model.schema.json, which is made from the tables the reader uses (a test keeps them the same);
- the rows of a joint, its coordinate and what its markers need, from the kernel in src/elements: `kRowNames`, the list
  of primitives it is composed of, every `FormulaRow`, `kTurns`, `kSlides`, `kOrientedFirst`, `kOrientedSecond`.
The table in docs/elements/README.md is generated from the same.

A page must have its sketch (scripts/element_sketches.py draws it), the sections in SECTIONS and a whole model with the
element in it, with a fact below it; scripts/check_docs.py runs the one and checks the other.
"""
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

sys.dont_write_bytecode = True
from check_docs import MODEL_HEAD, blocks_of
from element_sketches import sketches

BEGIN, END = "<!-- generated: do not edit -->", "<!-- end -->"
SECTIONS = ("Equations", "Outputs", "Limits", "Example", "See also")
GROUPS = {"joint": "Joints", "force": "Forces", "other": "Motions and constraints"}

# The equation of each row of a primitive (src/elements/primitives.h); {a} and {b} are the axes it is made for. A joint
# with a primitive that is not listed here shows the names of its rows alone.
PRIMITIVES = {
    "CoincidentPoint": ("d_x = 0, ground axes", "d_y = 0, ground axes", "d_z = 0, ground axes"),
    "PointInPlane": ("{a}_i . d = 0",),
    "PerpendicularAxes": ("{a}_i . {b}_j = 0",),
    "PointDistance": ("(d . d - L^2)/(2 L) = 0",),
    "EqualTwist": ("(y_i . x_j - x_i . y_j)/2 = 0",),
}
# One row of `kFormulas`, or one that has a name of its own: {"name", "formula", velocity}.
FORMULA_ROW = re.compile(r'\{\s*"([^"]*)"\s*,\s*((?:"[^"]*"\s*)+)(?:,\s*(true|false)\s*)?\}')


@dataclass
class Kernel:
    """What a struct in src/elements says about itself."""
    summary: str
    rows: list[str]
    equations: list[str]  # as many as rows, or none
    velocities: int  # how many of the rows, the last ones, are equations of velocities
    flags: dict[str, bool]
    composed: bool  # of primitives


@dataclass
class Element:
    name: str
    group: str
    schema: dict
    kernel: Kernel | None


def template_arguments(text: str) -> list[str]:
    """The arguments of the first <...> in a text, split at its own commas."""
    depth, current, out = 0, "", []
    for letter in text[text.index("<"):]:
        if letter == "<":
            depth += 1
            if depth == 1:
                continue
        elif letter == ">":
            depth -= 1
            if depth == 0:
                break
        if letter == "," and depth == 1:
            out.append(current.strip())
            current = ""
        else:
            current += letter
    return out + [current.strip()]


def equations_of(struct: str) -> list[str]:
    """The equations of a joint that is a list of known primitives."""
    if not re.match(r"struct\s+\w+\s*:\s*ComposedJoint<", struct):
        return []
    out = []
    for primitive in template_arguments(struct):
        name = primitive.partition("<")[0]
        axes = dict(zip("ab", re.findall(r"Axis::(\w)", primitive)))
        if name not in PRIMITIVES:
            return []
        out += [row.format(**axes) for row in PRIMITIVES[name]]
    return out


def formulas_of(struct: str, head: str) -> dict[str, tuple[list[str], bool]]:
    """By the name of the row: its equations, of which one is chosen where there are more, and whether of velocities.

    A formula that is put together by the program, `...`, stands in the head of the file: the first line of code there.
    """
    out = {}
    declarations = " ".join(re.findall(r"\bFormulaRow\b[^;]*;", struct))
    for name, text, velocity in FORMULA_ROW.findall(declarations):
        formula = "".join(re.findall(r'"([^"]*)"', text))
        if formula == "...":
            formula = re.search(r"^//   (.*\S)", head, re.MULTILINE)[1]
        elif formula.endswith(" - constant"):
            formula = formula.removesuffix(" - constant") + " = constant"
        else:
            formula += " = 0"
        out.setdefault(name, ([], velocity == "true"))[0].append(formula)
    return out


def kernels_of(root: Path) -> dict[str, Kernel]:
    """Every struct below src/elements that has a kName."""
    out = {}
    for file in sorted((root / "src/elements").rglob("*.h")):
        head, *structs = re.split(r"^(?=struct\s)", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for struct in structs:
            name = re.search(r'\bkName\s*=\s*"([^"]*)"', struct)
            if not name:
                continue
            summary = re.search(r'\bkSummary\s*=\s*((?:"[^"]*"\s*)+);', struct)
            rows = re.search(r"\bkRowNames\s*=?\s*\{([^}]*)\}", struct)
            flags = re.findall(r"\bstatic constexpr bool (k\w+)\s*=\s*(true|false)\s*;", struct)
            texts = [re.findall(r'"([^"]*)"', found[1]) if found else [] for found in (summary, rows)]
            formulas = formulas_of(struct, head)
            equations = equations_of(struct) + ["` or `".join(choices) for choices, _ in formulas.values()]
            velocities = sum(velocity for _, velocity in formulas.values())
            out[name[1]] = Kernel("".join(texts[0]), texts[1] + list(formulas), equations, velocities,
                                  {flag: value == "true" for flag, value in flags}, bool(texts[1]))
    return out


def elements_of(root: Path) -> list[Element]:
    """Every element that a model may name, as the schema knows them."""
    definitions = json.loads((root / "schema/model.schema.json").read_text(encoding="utf-8"))["$defs"]
    kernels = kernels_of(root)
    out = []
    for group in ("joint", "force"):
        for name in definitions[group]["properties"]["type"]["enum"]:
            out.append(Element(name, group, definitions[f"{group}_{name}"], kernels.get(name)))
    for name in ("motion", "constraint"):
        out.append(Element(name, "other", definitions[name], None))
    return out


def key_table(schema: dict) -> list[str]:
    options = schema.get("oneOf", []) + schema.get("anyOf", [])
    choices = [option["required"] for option in options if "required" in option]
    lines = ["| key | what | required |", "|---|---|---|"]
    for key, value in schema["properties"].items():
        needed = "yes" if key in schema.get("required", []) else ""
        others = [" and ".join(f"`{k}`" for k in names) for names in choices if key not in names]
        if any(key in names for names in choices) and others:
            needed = "this or " + " or ".join(others)
        what = value.get("description", "")
        if len(value.get("enum", [])) > 1:
            what += " One of " + ", ".join(f"`{choice}`" for choice in value["enum"]) + "."
        lines.append(f"| `{key}` | {what} | {needed} |".replace("  ", " "))
    return lines


def row_table(kernel: Kernel, between_bodies: bool) -> list[str]:
    count, positions = len(kernel.rows), len(kernel.rows) - kernel.velocities
    left = f": of the six freedoms between two rigid bodies {6 - positions} {'is' if positions == 5 else 'are'} left"
    if kernel.velocities:
        left += f", of their velocities {6 - count}"
    rows = f"{count} row{'s' if count > 1 else ''}"
    lines = [f"{rows}{left if between_bodies else ''}. Messages say `joint NAME: ROW`.", ""]
    if len(kernel.equations) == count:
        lines += ["| row | equation |", "|---|---|"]
        for k, (row, equation) in enumerate(zip(kernel.rows, kernel.equations)):
            lines.append(f"| {row}{', of velocities' if k >= positions else ''} | `{equation}` |")
    else:
        lines += ["| row |", "|---|"] + [f"| {row} |" for row in kernel.rows]
    return lines


def marker_line(kernel: Kernel) -> str:
    """What the joint measures, and what may stand at its two ends."""
    first, second = kernel.flags.get("kOrientedFirst", True), kernel.flags.get("kOrientedSecond", True)
    points = {(True, True): "Neither body may be a point.", (True, False): "The second body may be a point.",
              (False, True): "The first body may be a point.", (False, False): "Both bodies may be points."}
    coordinates = [text for flag, text in (("kTurns", "the angle about z_i"), ("kSlides", "the displacement along z_i"))
                   if kernel.flags.get(flag)]
    coordinate = f"Its coordinate: {' and '.join(coordinates)}." if coordinates else "It has no coordinate of its own."
    return f"{coordinate} {points[first, second]}" if kernel.composed else coordinate


def generated_part(element: Element) -> str:
    lines = ["## Keys", "", *key_table(element.schema)]
    if element.kernel and element.kernel.rows:
        lines += ["", "## Rows", "", *row_table(element.kernel, "between" in element.schema["properties"]), "",
                  marker_line(element.kernel)]
    return "\n".join(lines)


def with_part(text: str, part: str) -> str:
    """The page with its generated part replaced."""
    begin, end = text.index(BEGIN), text.index(END)
    return text[:begin] + BEGIN + "\n\n" + part + "\n\n" + text[end:]


def new_page(element: Element) -> str:
    """The beginning of a page; --check complains until somebody has written the rest."""
    lines = [f"# {element.name}", "", "WHAT IT IS", "", f"![{element.name}](sketches/{element.name}.svg)", "",
             "## Equations", "", BEGIN, END]
    return "\n".join(lines + [f"\n## {section}" for section in SECTIONS[1:]]) + "\n"


def first_sentence(page: str) -> str:
    """What stands below the title, up to the first full stop: for elements without a kernel of their own."""
    text = page.split("\n\n")[1].replace("\n", " ")
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).split(". ")[0].rstrip(".")
    return text[0].lower() + text[1:]


def overview(elements: list[Element], pages: dict[str, str]) -> str:
    out = []
    for group, title in GROUPS.items():
        joints = group == "joint"
        out += [f"## {title}", "", "| | element | what |" + " rows |" * joints, "|---|---|---|" + "---|" * joints]
        for e in (e for e in elements if e.group == group):
            what = e.kernel.summary if e.kernel and e.kernel.summary else first_sentence(pages[e.name])
            rows = f" {len(e.kernel.rows) if e.kernel else ''} |" if joints else ""
            picture = f'<img src="sketches/{e.name}.svg" width="150" alt="">'
            out.append(f"| {picture} | [{e.name}]({e.name}.md) | {what} |{rows}")
        out.append("")
    return "\n".join(out).rstrip()


def joint_table(elements: list[Element]) -> str:
    """For docs/model_file.md."""
    lines = ["| type | |", "|---|---|"]
    return "\n".join(lines + [f"| [`{e.name}`](elements/{e.name}.md) | {e.kernel.summary} |" for e in elements
                              if e.group == "joint" and e.kernel])


def has_example(element: Element, page: str) -> bool:
    """A model that is run, that has the element in it, and of which something is said that can be checked."""
    section = {"motion": r"^motions:", "constraint": r"^constraints:"}.get(element.name, rf"\btype: {element.name}\b")
    for block in blocks_of(page):
        text = "\n".join(block.lines)
        if (block.language == "yaml" and MODEL_HEAD.match(text.partition("\n")[0])
                and re.search(r"^simulation:", text, re.MULTILINE) and re.search(section, text, re.MULTILINE)
                and block.facts):
            return True
    return False


def problems_of(element: Element, page: str) -> list[str]:
    out = []
    if element.group == "joint" and not (element.kernel and element.kernel.rows):
        out.append(f"no struct in src/elements has kName = \"{element.name}\" and kRowNames or kFormulas, from which its rows come")
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        return out + [f"has not exactly one `{BEGIN}` and one `{END}`"]
    if with_part(page, generated_part(element)) != page:
        out.append("its generated part is out of date; run scripts/element_pages.py")
    if f"](sketches/{element.name}.svg)" not in page:
        out.append(f"does not show its sketch, sketches/{element.name}.svg")
    sections = re.findall(r"^## (.*)$", page, re.MULTILINE)
    out += [f"has no section `{section}`" for section in SECTIONS if section not in sections]
    if not has_example(element, page):
        out.append("has no example: a yaml block with a whole model, a `simulation:` and this element in it, and a "
                   "`<!-- fact: ... -->` below it")
    return out


def check(root: Path) -> list[str]:
    folder = root / "docs/elements"
    elements, drawn = elements_of(root), sketches()
    out, pages = [], {}
    for element in elements:
        path = folder / f"{element.name}.md"
        if not path.exists():
            out.append(f"docs/elements/{element.name}.md: missing; scripts/element_pages.py begins it")
            continue
        pages[element.name] = path.read_text(encoding="utf-8")
        out += [f"docs/elements/{element.name}.md: {problem}" for problem in problems_of(element, pages[element.name])]
        if element.name not in drawn:
            out.append(f"scripts/sketches draws no {element.name}")
    for name, text in drawn.items():
        path = folder / f"sketches/{name}.svg"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            out.append(f"docs/elements/sketches/{name}.svg: missing or out of date; run scripts/element_sketches.py")
    names = {element.name for element in elements}
    out += [f"{page.relative_to(root)}: the schema knows no such element" for page in sorted(folder.glob("*.md"))
            if page.stem != "README" and page.stem not in names]
    text = (root / "docs/model_file.md").read_text(encoding="utf-8")
    if text != with_part(text, joint_table(elements)):
        out.append("docs/model_file.md: its table of joints is out of date; run scripts/element_pages.py")
    readme = folder / "README.md"
    if not readme.exists():
        out.append("docs/elements/README.md: missing")
    elif len(pages) == len(elements):
        text = readme.read_text(encoding="utf-8")
        if text != with_part(text, overview(elements, pages)):
            out.append("docs/elements/README.md: its table is out of date; run scripts/element_pages.py")
    return out


def write(root: Path) -> None:
    folder = root / "docs/elements"
    elements, pages = elements_of(root), {}
    for element in elements:
        path = folder / f"{element.name}.md"
        page = path.read_text(encoding="utf-8") if path.exists() else new_page(element)
        pages[element.name] = with_part(page, generated_part(element))
        path.write_text(pages[element.name], encoding="utf-8")
    model_file = root / "docs/model_file.md"
    model_file.write_text(with_part(model_file.read_text(encoding="utf-8"), joint_table(elements)), encoding="utf-8")
    readme = folder / "README.md"
    readme.write_text(with_part(readme.read_text(encoding="utf-8"), overview(elements, pages)), encoding="utf-8")


def main() -> int:
    arguments = [a for a in sys.argv[1:] if a != "--check"]
    if len(arguments) > 1:
        print(__doc__, file=sys.stderr)
        return 2
    root = Path(arguments[0] if arguments else Path(__file__).parent.parent).resolve()
    if "--check" not in sys.argv[1:]:
        write(root)
        return 0
    problems = check(root)
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
