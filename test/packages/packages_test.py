#!/usr/bin/python3
"""The packages of a build: made, judged by lintian, unpacked into a folder and run from there.

    packages_test.py BUILD_FOLDER [unittest options]
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from contents import SOURCE, container_patterns, readme_model

VERSION = re.search(r"project\(alembert VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8"))[1]


def run(*command, **options) -> str:
    done = subprocess.run([str(c) for c in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


class Packages(unittest.TestCase):
    build: Path

    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = Path(scratch.name)
        run("cpack", "--config", cls.build / "CPackConfig.cmake", "-B", cls.folder / "work",
            "-D", f"CPACK_OUTPUT_FILE_PREFIX={cls.folder}", cwd=cls.folder)
        cls.packages = {path.name.split("_")[0]: path for path in cls.folder.glob("*.deb")}
        cls.roots = {name: cls.folder / "roots" / name for name in cls.packages}
        for name, path in cls.packages.items():
            cls.roots[name].mkdir(parents=True)
            run("dpkg-deb", "--extract", path, cls.roots[name])

    def field(self, package: str, name: str) -> str:
        return run("dpkg-deb", "--field", self.packages[package], name).strip()

    def alembert(self, *arguments) -> str:
        clean = {"PATH": "/usr/bin:/bin", "HOME": str(self.folder)}
        return run(self.roots["alembert"] / "usr/bin/alembert", *arguments, cwd=self.folder, env=clean)

    def test_names_and_versions(self):
        has_python = "python" in (self.build / "CPackConfig.cmake").read_text().split("CPACK_COMPONENTS_ALL")[1].split(")")[0]
        self.assertEqual(set(self.packages), {"alembert", "libalembert-dev"} | ({"python3-alembert"} if has_python else set()))
        for package in self.packages:
            self.assertEqual(self.field(package, "Version"), VERSION)
        changelog = run("dpkg-parsechangelog", "-l", self.build / "share/changelog", "--show-field", "Version")
        self.assertEqual(changelog.strip(), VERSION)

    def test_lintian_finds_nothing(self):
        run("lintian", "--fail-on", "error,warning", "--allow-root", *self.packages.values())

    def test_the_program_needs_no_package_for_development(self):
        depends = self.field("alembert", "Depends")
        self.assertIn("libklu1", depends)
        self.assertIn("fonts-dejavu-core", depends)
        self.assertNotIn("-dev", depends)
        self.assertNotIn("not found", run("ldd", self.roots["alembert"] / "usr/bin/alembert"))

    def test_nothing_tells_where_it_was_built(self):
        places = [os.fsencode(p) for p in {SOURCE, self.build, self.folder}]
        for root in self.roots.values():
            for path in root.rglob("*"):
                if path.is_file() and not path.is_symlink():
                    content = path.read_bytes()
                    for place in places:
                        self.assertNotIn(place + b"/", content, f"{path} has {place}")

    def test_the_program_runs_from_there(self):
        (self.folder / "pendulum.yaml").write_text(readme_model(), encoding="utf-8")
        self.assertEqual(self.alembert("version"), f"alembert {VERSION}\n")
        self.assertIn("degrees of freedom: 1", self.alembert("check", "pendulum.yaml"))
        self.alembert("run", "pendulum.yaml", "--set", "L=0.5", "--report", "--quiet")
        self.alembert("plot", "pendulum.out", "-o", "pendulum.png", "--quiet")
        for name in ["pendulum.out/report.html", "pendulum.png"]:
            self.assertGreater((self.folder / name).stat().st_size, 10000)
        share = self.roots["alembert"] / "usr/share"
        models = {path.relative_to(share / "alembert/models") for path in (share / "alembert/models").rglob("*.yaml")}
        self.assertEqual(models, {path.relative_to(SOURCE / "models") for path in (SOURCE / "models").rglob("*.yaml")})
        for name in ["slider_crank", "all_terrain_vehicle", "bracket_on_bushings"]:
            self.alembert("check", share / f"alembert/models/{name}.yaml")
        for path in models:
            line = (share / "alembert/models" / path).read_text(encoding="utf-8").splitlines()[0]
            self.assertTrue((share / "alembert/models" / path.parent / line.split("$schema=")[1]).is_file(), path)
        self.assertIn(b"ALEMBERT 1", subprocess.run(["zcat", share / "man/man1/alembert.1.gz"], stdout=subprocess.PIPE).stdout)
        for name in ["bash-completion/completions/alembert", "fish/vendor_completions.d/alembert.fish",
                     "zsh/vendor-completions/_alembert", "doc/alembert/README.md", "doc/alembert/docs/model_file.md"]:
            self.assertTrue((share / name).is_file(), name)

    def test_the_image_is_made_of_these_packages(self):
        """The image itself cannot be built without an engine."""
        made = set(self.packages.values())
        for pattern in container_patterns():
            if pattern.split("_")[0] in self.packages:
                self.assertEqual(len(made & set(self.folder.glob(pattern))), 1, pattern)
            else:
                self.assertEqual(pattern, "python3-alembert_*.deb")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    Packages.build = Path(sys.argv.pop(1)).resolve()
    unittest.main()
