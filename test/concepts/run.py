"""A kernel that lacks a function fails to compile, and the compiler says which concept it does not satisfy.

run.py COMPILER SOURCE_FOLDER EIGEN_INCLUDE_FOLDER
"""
import subprocess
import sys

compiler, root, eigen = sys.argv[1:4]
command = [compiler, "-std=c++20", "-fsyntax-only", f"-I{root}/src", f"-I{root}/include", "-isystem", eigen, "-x", "c++",
           f"{root}/test/concepts/missing_function.cc"]

fine = subprocess.run(command, capture_output=True, text=True)
assert fine.returncode == 0, fine.stderr
failed = subprocess.run([*command, "-DCHECK_BODY"], capture_output=True, text=True)
assert failed.returncode != 0, "a body without `place` was accepted"
assert "BodyKernel" in failed.stderr, failed.stderr
assert "place" in failed.stderr, failed.stderr
print("3 passed, 0 failed")
