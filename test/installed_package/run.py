"""Installs the build tree given into a new folder, builds a user's project against it and runs that."""
import pathlib
import subprocess
import sys
import tempfile

build, source = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
here = pathlib.Path(__file__).parent
with tempfile.TemporaryDirectory() as folder:
    prefix, project = pathlib.Path(folder, "prefix"), pathlib.Path(folder, "project")
    subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
    # NDEBUG and the optimisation must not matter to the user's own flags.
    subprocess.run(["cmake", "-S", here, "-B", project, f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Debug",
                    "-DCMAKE_CXX_STANDARD=20"], check=True, stdout=subprocess.DEVNULL)
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
    sys.exit(0 if out.startswith("lambda0=2.4525 ") and abs(value - 0.812773) < 1e-4 else 1)
