"""Installs the build tree given into a new folder, builds a user's projects against it, by CMake and by pkg-config, and
runs them."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

build, source = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
here = pathlib.Path(__file__).parent
MOST_LINES = 40_000  # of <alembert/alembert.h>, preprocessed; the standard library's own are 36 000 of them
failures = []


def expect(true: bool, what: str) -> None:
    if not true:
        failures.append(what)


def output(*command, **options) -> str:
    done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    print(done.stdout)
    expect(done.returncode == 0, f"{command[0]} ends with exit code 0")
    return done.stdout


def write_page(page: pathlib.Path, folder: pathlib.Path) -> list[str]:
    """Writes the whole programs of a page as page_1.cpp, ..., and the models that a comment on their first line names."""
    folder.mkdir()
    programs = []
    for language, text in re.findall(r"^```(\w+)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S):
        model = re.match(r"# ([\w.-]+\.yaml)\n", text)
        if language == "cpp" and "int main" in text:
            programs.append(f"page_{len(programs) + 1}")
            (folder / f"{programs[-1]}.cpp").write_text(text, encoding="utf-8")
        elif language == "yaml" and model:
            (folder / model[1]).write_text(text, encoding="utf-8")
    return programs


def check_headers(prefix: pathlib.Path) -> None:
    """Only public headers are there, and they are light."""
    public = {path.name for path in (source / "include/alembert").glob("*.h")} | {"version.h"}
    installed = {str(path.relative_to(prefix / "include")) for path in (prefix / "include").rglob("*") if path.is_file()}
    expect(installed == {f"alembert/{name}" for name in public}, f"public headers alone are installed, not {installed}")
    compile_ = ["g++", "-std=c++20", "-x", "c++", f"-I{prefix}/include", "-E", "-"]
    text = subprocess.run(compile_, input="#include <alembert/alembert.h>\n", capture_output=True, text=True).stdout
    expect(0 < text.count("\n") <= MOST_LINES, f"alembert.h has {text.count(chr(10))} lines")
    read = set(re.findall(r'^# 1 "([^"]+)"', text, re.M))
    expect(not [r for r in read if re.search(r"eigen|yaml|nlohmann|hdf5|fmt", r, re.I)], "it needs no other library")


def check_programs(project: pathlib.Path, pages: pathlib.Path, programs: list[str]) -> None:
    out = output(project / "pendulum", source / "models/single_pendulum.yaml")
    # The pendulum of the shipped model after 2 s, by a run at tolerance 1e-9; h = 0.01 is within 1 %.
    expect(out.startswith("done 201 rows x=") and abs(float(out.split("x=")[1]) - 0.812773) < 0.01, "the pendulum")
    # The same pendulum as the user's own equations; lambda at the start is 9.81/4 by hand.
    out = output(project / "own_equations")
    expect(out.startswith("lambda0=2.4525 ") and abs(float(out.split("x=")[1]) - 0.812773) < 1e-4, "own equations")
    expect("0 failures" in output(project / "everything"), "everything")
    said = "\n".join(output(project / program, cwd=pages) for program in programs)
    expect(said.count("done after ") == 2, "two parameters, two runs")
    expect("5 freedoms" in said, "the chain")
    # v' = -9.81 sin(1.9 atan(tanh(v))): the car stands after 20.4752 m by the classical Runge-Kutta method with steps of
    # 0.1 ms.
    expect(abs(float(re.search(r"stops after (\S+)", said)[1]) - 20.4752) < 0.01, "the car")
    # Critically damped, 10/s, and held over 10 ms: it is there after 2 s, and then back where it began.
    expect("x = 1.000, then again 0.000" in said, "the cart")


with tempfile.TemporaryDirectory() as folder:
    prefix, project = pathlib.Path(folder, "prefix"), pathlib.Path(folder, "project")
    pages = pathlib.Path(folder, "pages")
    programs = write_page(source / "docs/library.md", pages)
    shutil.copy(source / "models/slider_crank.yaml", pages)
    subprocess.run(["cmake", "--install", build, "--prefix", prefix, "--component", "development"], check=True,
                   stdout=subprocess.DEVNULL)
    check_headers(prefix)
    # NDEBUG and the optimisation must not matter to the user's own flags.
    subprocess.run(["cmake", "-S", here, "-B", project, f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Debug",
                    f"-DPAGE_FOLDER={pages}"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", project], check=True, stdout=subprocess.DEVNULL)
    check_programs(project, pages, programs)
    flags = output("pkg-config", "--cflags", "--libs", "alembert",
                   env={**os.environ, "PKG_CONFIG_PATH": str(next(prefix.rglob("alembert.pc")).parent)}).split()
    subprocess.run(["g++", "-std=c++20", here / "pendulum.cpp", "-o", pathlib.Path(folder, "by_pkg_config"), *flags], check=True)
    out = output(pathlib.Path(folder, "by_pkg_config"), source / "models/single_pendulum.yaml")
    expect(out.startswith("done 201 rows x="), "by pkg-config")
print("\n".join(f"not so: {what}" for what in failures))
sys.exit(1 if failures else 0)
