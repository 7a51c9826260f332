"""Ways in which a text may be wrong: each takes bytes and a random source, and gives other bytes."""
import random
import re

NUMBERS = ["0", "-0", "-1", "1", "2", "1e308", "-1e308", "1e-308", "5e-324", "1e400", "-1e400", ".nan", "nan", "NaN", ".inf",
           "-.inf", "inf", "2147483647", "2147483648", "-2147483649", "9223372036854775808", "1e20", "1e-20", "1_000",
           "0x10", "0o17", "1,5", "01", "1e", "1.2.3", "+-1", "\"1\"", "1 kg", "1/0", "0/0", "sqrt(-1)", "pi", "time",
           "1e5", "-1e-9", "100000"]
VALUES = ["", "~", "null", "true", "false", "yes", "[]", "{}", "[[]]", "\"\"", "''", "text", "\"text", "'", "!!int 3",
          "!!binary abcd", "|", ">", "#ff0000", "- 1", "? x", "@", "`", "%", "*", "&", "[1, 2", "{a: 1", "ground",
          "[0, 0, 0]", "[0, 0, 1]", "[1, 0, 0]", "[0, 0]", "[0, 0, 0, 0]", "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]",
          "{axis: [0, 0, 0], angle: 1}", "{quaternion: [0, 0, 0, 0]}", "dx(ground)", "vx()", "az(ground, ground)",
          "if(time > 0, 1, 0)", "step(time, 0, 0, 1, 1)", "a^b^c", "((1))", "1 +", "max()", "akima(x, time)"]
KEYS = ["alembert", "bodies", "joints", "forces", "motions", "constraints", "contacts", "sensors", "outputs", "variables",
        "states", "simulation", "parameters", "gravity", "units", "repeat", "mass", "inertia", "position", "orientation",
        "velocity", "markers", "geometry", "type", "between", "at", "axis", "stiffness", "damping", "length", "end",
        "method", "tolerance", "step", "output_step", "analysis", "active", "file", "data", "name"]
STRANGE = ["\u00e9", "\u0416", "\u4e2d\u6587", "\U0001f600", "\u202e", "\u200b", "\u0301", "\u2028", "\ufeff", "\x00", "\x1b[31m", "\x7f",
           "\x85", "\t", "\r", "\xa0", "\ud7ff", "\uffff"]
TOKEN = re.compile(r"[A-Za-z_][A-Za-z_0-9]*|[0-9.]+(?:[eE][-+]?[0-9]+)?|\s+|.", re.DOTALL)
NUMBER = re.compile(r"(?<![A-Za-z_0-9.])-?[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?")
PAIR = re.compile(r"([A-Za-z_][A-Za-z_0-9]*|\"[^\"]*\")(\s*:\s+)([^,\n{}\[\]]+)")


def flip_bits(data: bytes, source: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(source.choice([1, 1, 1, 4])):
        if out:
            out[source.randrange(len(out))] ^= 1 << source.randrange(8)
    return bytes(out)


def random_bytes(data: bytes, source: random.Random) -> bytes:
    at = source.randint(0, len(data))
    return data[:at] + source.randbytes(source.choice([1, 2, 8, 64])) + data[at + source.choice([0, 0, 1, 8]):]


def cut(data: bytes, source: random.Random) -> bytes:
    a, b = sorted(source.randint(0, len(data)) for _ in range(2))
    return source.choice([data[:a], data[:a] + data[min(b, a + source.choice([1, 5, 50])):], data[a:], data[:a] + data[b:]])


def repeat(data: bytes, source: random.Random) -> bytes:
    a = source.randint(0, len(data))
    b = min(len(data), a + source.choice([3, 30, 300]))
    return data[:b] + data[a:b] * source.choice([1, 2, 50]) + data[b:]


def text_of(change):
    def changed(data: bytes, source: random.Random) -> bytes:
        return change(data.decode("utf-8", "replace"), source).encode("utf-8", "replace")
    changed.__name__ = change.__name__
    return changed


def in_place(pattern, text: str, source: random.Random, by) -> str:
    found = list(pattern.finditer(text))
    if not found:
        return text
    one = source.choice(found)
    return text[:one.start()] + by(one) + text[one.end():]


@text_of
def numbers(text, source):
    return in_place(NUMBER, text, source, lambda one: source.choice(NUMBERS))


@text_of
def scaled(text, source):
    factor = source.choice([-1, 0, 1e3, 1e-3, 1e6, 1e-6, 1e12, 1e-12])
    return in_place(NUMBER, text, source, lambda one: repr(float(one[0]) * factor))


@text_of
def values(text, source):
    return in_place(PAIR, text, source, lambda one: one[1] + one[2] + source.choice(VALUES))


@text_of
def keys(text, source):
    def other(one):
        key = one[1]
        k = source.randrange(len(key) + 1)
        new = source.choice([key[:k] + key[k + 1:], key[:k] + "x" + key[k:], key.upper(), key[::-1], source.choice(KEYS),
                             "\"\"", key + " " + key])
        return new + one[2] + one[3]
    return in_place(PAIR, text, source, other)


@text_of
def tokens(text, source):
    parts = TOKEN.findall(text)
    if not parts:
        return text
    i, j = source.randrange(len(parts)), source.randrange(len(parts))
    act = source.randrange(5)
    if act == 0:
        del parts[i]
    elif act == 1:
        parts[i], parts[j] = parts[j], parts[i]
    elif act == 2:
        parts[i] = parts[j]
    elif act == 3:
        parts.insert(i, parts[j])
    else:
        parts[i] = source.choice(NUMBERS + VALUES + KEYS + list("{}[]:,-#&*!|>%@`\"'?()^/"))
    return "".join(parts)


@text_of
def lines(text, source):
    rows = text.split("\n")
    i, j = source.randrange(len(rows)), source.randrange(len(rows))
    act = source.randrange(7)
    if act == 0:
        del rows[i]
    elif act == 1:
        rows[i], rows[j] = rows[j], rows[i]
    elif act == 2:
        rows.insert(j, rows[i])
    elif act == 3:
        rows[i] = " " * source.choice([1, 2, 4, 40]) + rows[i]
    elif act == 4:
        rows[i] = rows[i][source.choice([1, 2, 4]):]
    elif act == 5:
        rows[i] = rows[i].replace("  ", "\t")
    else:
        rows[i] = source.choice(["# ", "- ", "? ", ": ", "--- ", "... ", "%YAML 1.2 ", "&x ", "*x ", "!t "]) + rows[i]
    return "\n".join(rows)


@text_of
def endings(text, source):
    return source.choice([text.replace("\n", "\r\n"), "\ufeff" + text, text.replace("\n", "\r"), text + "\x00", text * 2,
                          text + "\n---\n" + text, text.rstrip("\n"), "\n" * 1000 + text, text.replace("  ", "\t")])


@text_of
def strange(text, source):
    at = source.randint(0, len(text))
    return text[:at] + source.choice(STRANGE) * source.choice([1, 1, 300]) + text[at:]


@text_of
def anchors(text, source):
    def tied(one):
        return one[1] + one[2] + source.choice([f"&a {one[3]}", "*a", "&a [*a]", "&a {b: *a}", "*missing", "&a &b 1"])
    for _ in range(source.choice([1, 2, 3])):
        text = in_place(PAIR, text, source, tied)
    return source.choice([text, "<<: &a {x: 1}\n" + text, bomb() + text])


def bomb() -> str:
    rows = ["bomb0: &b0 [1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    for k in range(8):
        rows.append(f"bomb{k + 1}: &b{k + 1} [" + ", ".join([f"*b{k}"] * 9) + "]")
    return "\n".join(rows) + "\n"


@text_of
def deep(text, source):
    depth = source.choice([3, 100, 1000, 20000])
    a, b = source.choice([("[", "]"), ("{a: ", "}"), ("(", ")"), ("-", ""), ("- ", ""), ("not ", ""), ("sin(", ")"), ("2^", ""),
                          ("1+", ""), ("\"", "\""), ("[[", "]"), ("!t ", "")])
    middle = source.choice(["1", "", "time"])
    return in_place(PAIR, text, source, lambda one: one[1] + one[2] + a * depth + middle + b * depth)


@text_of
def long(text, source):
    count = source.choice([300, 5000, 200000])
    return in_place(PAIR, text, source, lambda one: source.choice([
        one[1] * count + one[2] + one[3], one[1] + one[2] + one[3] * count, one[1] + one[2] + "[" + "1, " * count + "1]"]))


ALL = [flip_bits, random_bytes, cut, repeat, numbers, numbers, numbers, scaled, values, values, values, keys, keys, tokens,
       tokens, lines, lines, endings, strange, anchors, deep, long]


SOFT = [scaled, scaled, numbers]  # what often is still a model, which may fail later


def mutated(data: bytes, source: random.Random, changes=ALL) -> tuple[bytes, list[str]]:
    """One to four changes, and their names."""
    names = []
    for _ in range(source.choice([1, 1, 1, 2, 2, 3, 4])):
        change = source.choice(changes)
        names.append(change.__name__)
        data = change(data, source)[:2_000_000]
    return data, names
