"""Installs the build tree given into a new folder, builds a user's project against it and runs that."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

build, source = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
here = pathlib.Path(__file__).parent


def write_page(page: pathlib.Path, folder: pathlib.Path) -> None:
    """Writes the whole programs of a page as page_1.cpp, ..., and the models that a comment on their first line names."""
    folder.mkdir()
    programs = 0
    for language, text in re.findall(r"^```(\w+)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S):
        model = re.match(r"# ([\w.-]+\.yaml)\n", text)
        if language == "cpp" and "int main" in text:
            programs += 1
            (folder / f"page_{programs}.cpp").write_text(text, encoding="utf-8")
        elif language == "yaml" and model:
            (folder / model[1]).write_text(text, encoding="utf-8")


with tempfile.TemporaryDirectory() as folder:
    prefix, project = pathlib.Path(folder, "prefix"), pathlib.Path(folder, "project")
    pages = pathlib.Path(folder, "pages")
    write_page(source / "docs/library.md", pages)
    shutil.copy(source / "models/slider_crank.yaml", pages)
    subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
    # NDEBUG and the optimisation must not matter to the user's own flags.
    subprocess.run(["cmake", "-S", here, "-B", project, f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Debug",
                    "-DCMAKE_CXX_STANDARD=20", f"-DPAGE_FOLDER={pages}"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", project], check=True, stdout=subprocess.DEVNULL)
    out = subprocess.run([project / "pendulum", source / "models/single_pendulum.yaml"], check=True,
                         capture_output=True, text=True).stdout
    print(out)
    # The pendulum of the shipped model after 2 s, by a run at tolerance 1e-9; h = 0.01 is within 1 %.
    value = float(out.split("x=")[1])
    if not out.startswith("done 201 rows x=") or abs(value - 0.812773) > 0.01:
        sys.exit(1)
    # The same pendulum as the user's own equations; lambda at the start is 9.81/4 by hand.
    out = subprocess.run([project / "own_equations"], check=True, capture_output=True, text=True).stdout
    print(out)
    value = float(out.split("x=")[1])
    if not out.startswith("lambda0=2.4525 ") or abs(value - 0.812773) > 1e-4:
        sys.exit(1)
    # The programs of docs/library.md. The car, v' = -9.81 sin(1.9 atan(tanh(v))), stands after 20.4752 m by the
    # classical Runge-Kutta method with steps of 0.1 ms.
    out = [subprocess.run([project / f"page_{k}"], check=True, capture_output=True, text=True, cwd=pages).stdout
           for k in (1, 2)]
    print(out)
    distance = float(out[1].split()[2])
    sys.exit(0 if out[0].startswith("done after ") and abs(distance - 20.4752) < 0.01 else 1)
