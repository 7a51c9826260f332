#!/usr/bin/python3
"""Installs the packages into a new Debian root, as a user would, and runs the README's pendulum there.

    clean_root.py FOLDER_OF_PACKAGES

Needs root, debootstrap and the Debian archive; `make package-test` calls it. The archive is the one this machine uses.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from contents import PYTHON_SCRIPT, readme_model


def archive() -> tuple[str, str]:
    """Address and release of the Debian archive in the machine's own sources."""
    release = next(line.split("=")[1].strip() for line in Path("/etc/os-release").read_text().splitlines()
                   if line.startswith("VERSION_CODENAME="))
    lines = subprocess.run(["apt-get", "indextargets", "--format", "$(SITE) $(CODENAME) $(COMPONENT)",
                            "Created-By: Packages"], check=True, capture_output=True, text=True).stdout.splitlines()
    for site, codename, component in (line.split() for line in lines):
        if codename == release and component == "main":
            return site, release
    sys.exit("the machine's sources of packages name no Debian archive")


class Root:
    def __init__(self, folder: Path):
        self.folder = folder

    def run(self, *command: str) -> str:
        clean = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive",
                 **{name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}}
        done = subprocess.run(["chroot", self.folder, *command], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env=clean)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}")
        return done.stdout


def install_and_run(root: Root, packages: list[Path]) -> None:
    work = root.folder / "root"
    for package in packages:
        shutil.copy(package, work)
    (work / "pendulum.yaml").write_text(readme_model(), encoding="utf-8")
    root.run("apt-get", "update")
    begin = time.monotonic()
    root.run("apt-get", "install", "-y", "--no-install-recommends", *(f"/root/{p.name}" for p in packages))
    installed = time.monotonic()
    said = root.run("sh", "-c", "cd && alembert check pendulum.yaml && alembert run pendulum.yaml --set L=0.5 --report "
                    "&& alembert plot pendulum.out angle pivot_force -o pendulum.png && alembert new arm --kind control "
                    "&& alembert run arm.yaml --quiet")
    for name in ["pendulum.out/results.h5", "pendulum.out/report.html", "pendulum.png", "arm.out/outputs.csv"]:
        if not (work / name).is_file():
            sys.exit(f"{name} was not written\n{said}")
    if any(p.name.startswith("python3-") for p in packages):
        (work / "pendulum.py").write_text(PYTHON_SCRIPT, encoding="utf-8")
        print("Python:", root.run("sh", "-c", "cd && python3 pendulum.py").strip())
    print(f"installed in {installed - begin:.1f} s, ran in {time.monotonic() - installed:.1f} s")


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if os.geteuid() != 0:
        sys.exit("a new root is made by root: sudo make package-test")
    packages = sorted(p for p in Path(sys.argv[1]).resolve().glob("*.deb") if not p.name.startswith("libalembert-dev"))
    if not packages:
        sys.exit(f"{sys.argv[1]} holds no packages: `make package` makes them")
    site, release = archive()
    with tempfile.TemporaryDirectory(prefix="alembert_root_") as folder:
        begin = time.monotonic()
        subprocess.run(["debootstrap", "--variant=minbase", release, folder, site], check=True, stdout=subprocess.DEVNULL)
        print(f"new root in {time.monotonic() - begin:.1f} s: Debian {release}, minbase")
        root = Root(Path(folder))
        shutil.copy("/etc/resolv.conf", root.folder / "etc/resolv.conf")
        # Services are not to be started, and nothing is left mounted.
        (root.folder / "usr/sbin/policy-rc.d").write_text("#!/bin/sh\nexit 101\n")
        (root.folder / "usr/sbin/policy-rc.d").chmod(0o755)
        for machine in ["dev", "proc"]:
            subprocess.run(["umount", "-q", root.folder / machine], check=False)
        install_and_run(root, packages)


if __name__ == "__main__":
    main()
