#!/usr/bin/python3
"""Runs shipped models and draws the pictures of the README: poses over time beside curves.

    make_pictures.py [PATH_OF_ALEMBERT [FOLDER]]      default: build/bin/alembert, docs/pictures

Needs matplotlib besides what the tests need (Debian: apt-get install python3-matplotlib); nothing else in this
repository does, so the packages that `make` installs do not include it.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.colors import to_rgb  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
INK, FAINT, BLUE, ORANGE, RED, GREEN = "#2b2f36", "#c9ced6", "#2f6db3", "#e08a1e", "#c0392b", "#3a8f5c"
STYLE = {
    "font.family": "DejaVu Sans", "font.size": 9, "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": FAINT,
    "xtick.color": INK, "ytick.color": INK, "axes.spines.top": False, "axes.spines.right": False,
    "axes.titlesize": 10, "axes.titleweight": "bold", "axes.titlelocation": "left", "lines.solid_capstyle": "round",
    "legend.frameon": False, "figure.dpi": 110, "savefig.dpi": 110,
}


class Run:
    """The results of one simulation."""

    def __init__(self, program: Path, model: str, *options: str):
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch) / "out"
            subprocess.run([program, "run", ROOT / "models" / f"{model}.yaml", "-o", folder, "--quiet", *options],
                           check=True)
            with h5py.File(folder / "results.h5") as file:
                self.time = file["time"][:]
                self.position = file["bodies/position"][:]
                self.quaternion = file["bodies/quaternion"][:]
                self.bodies = list(file["bodies/names"].asstr())
                self.h_time, self.h = file["steps/time"][:], file["steps/h"][:]
                self.energy = {name: file[f"energy/{name}"][:] for name in ["kinetic", "potential", "total"]}
                names = list(file["outputs/names"].asstr())
                self.outputs = dict(zip(names, file["outputs/values"][:].T))

    def point(self, body: str, local) -> np.ndarray:
        """The path of a point given in the body frame: (times, 3)."""
        index = self.bodies.index(body)
        w, u = self.quaternion[:, index, :1], self.quaternion[:, index, 1:]
        p = np.broadcast_to(np.asarray(local, float), u.shape)
        turned = p + 2 * np.cross(u, np.cross(u, p) + w * p)
        return self.position[:, index] + turned

    def at(self, times) -> list[int]:
        return [int(np.argmin(np.abs(self.time - t))) for t in times]


def shade(color: str, amount: float):
    """The colour mixed with white: 0 is white, 1 the colour itself."""
    return tuple(1 - amount * (1 - c) for c in to_rgb(color))


def ages(count: int) -> np.ndarray:
    """How strong each of `count` poses is drawn: the newest fully."""
    return np.linspace(0.18, 1, count) ** 1.3


def ground_pin(axes, x: float, y: float, size: float):
    axes.fill([x, x - size, x + size], [y, y - 1.5 * size, y - 1.5 * size], color=FAINT, zorder=1)
    axes.plot([x - 1.6 * size, x + 1.6 * size], [y - 1.5 * size] * 2, color=INK, lw=1, zorder=1)
    axes.plot(x, y, "o", ms=5, mfc="white", mec=INK, zorder=9)


def slider_crank(program: Path, file: Path):
    run = Run(program, "slider_crank", "--set", "c=1")
    figure, mechanism, top, bottom = panels(
        "Slider-crank with a spring, let go at its dead centre: a pose every 0.06 s", height=3.2)
    tip, slider = run.point("crank", [0.15, 0, 0]), run.point("rod", [0.3, 0, 0])
    mechanism.plot([-0.08, 0.99], [0, 0], color=FAINT, lw=1, zorder=0)
    mechanism.plot(*tip.T[:2], color=FAINT, lw=0.9, zorder=1)
    poses = run.at(np.arange(0, 0.37, 0.06))
    for k, age in zip(poses, ages(len(poses))):
        mechanism.add_patch(plt.Rectangle((slider[k, 0] - 0.04, -0.024), 0.08, 0.048, fc=shade(INK, 0.6 * age),
                                          ec="white", lw=0.8, zorder=2 + age))
        mechanism.plot([0, tip[k, 0]], [0, tip[k, 1]], color=shade(BLUE, age), lw=6, zorder=4 + age)
        mechanism.plot([tip[k, 0], slider[k, 0]], [tip[k, 1], slider[k, 1]], color=shade(ORANGE, age), lw=3.6,
                       zorder=3 + age)
        for end in [tip[k], slider[k]]:
            mechanism.plot(*end[:2], "o", ms=4.5, mfc="white", mec=shade(INK, age), zorder=5 + age)
    ground_pin(mechanism, 0, 0, 0.03)
    mechanism.set_ylim(-0.32, 0.06)
    curve(top, run.time, run.outputs["slider_x"], BLUE, "slider position (m)")
    curve(bottom, run.time, run.outputs["wrist_force"], RED, "force in the wrist (N)")
    bottom.set_xlabel("time (s)")
    save(figure, file)


def double_four_bar(program: Path, file: Path):
    # The output step is twice this one, so that every row of the outputs is a step and not between two.
    run = Run(program, "double_four_bar", "--step", "0.005")
    figure, mechanism, top, bottom = panels(
        "Double four-bar of spatial revolutes: 6 equations too many, singular twice a turn")
    tops = [run.point(f"upright{i}", [0, 0.5, 0]) for i in range(3)]
    for path in tops:
        mechanism.plot(*path.T[:2], color=FAINT, lw=0.8, zorder=0)
    poses = run.at([0, 0.25, 0.4, 0.5, 0.58, 0.65, 0.75])
    for k, age in zip(poses, ages(len(poses))):
        for i in range(3):
            mechanism.plot([i, tops[i][k, 0]], [0, tops[i][k, 1]], color=shade(BLUE, age), lw=4, zorder=2 + age)
        mechanism.plot([path[k, 0] for path in tops], [path[k, 1] for path in tops], color=shade(ORANGE, age), lw=4,
                       marker="o", ms=4.5, mfc="white", mec=shade(INK, age), mew=1, zorder=3 + age)
    for i in range(3):
        ground_pin(mechanism, i, 0, 0.06)
    curve(top, run.time, run.outputs["y"], BLUE, "height of the uprights' tops (m); dotted: all bars in line")
    for t in run.time[1:][np.diff(np.sign(run.outputs["y"])) != 0]:
        for axes in [top, bottom]:
            axes.axvline(t, color=shade(INK, 0.5), lw=0.8, ls=":", zorder=0)
    curve(bottom, run.time, run.outputs["gap"] * 1e12, RED, "gap in a joint ($10^{-12}$ m)", lw=0.6)
    bottom.set_xlabel("time (s)")
    save(figure, file)


def seen(points: np.ndarray, azimuth=np.radians(-35), elevation=np.radians(16)) -> np.ndarray:
    """Points of space as seen from afar: (2, ...) from (..., 3)."""
    x, y, z = np.moveaxis(points, -1, 0)
    depth = np.sin(azimuth) * x + np.cos(azimuth) * y
    return np.array([np.cos(azimuth) * x - np.sin(azimuth) * y, np.cos(elevation) * z + np.sin(elevation) * depth])


def governor(program: Path, file: Path):
    run = Run(program, "governor")
    figure, mechanism, top, bottom = panels(
        "Flyball governor on stiff springs: at the start (pale) and with the slider at its highest")
    balls = {side: run.point(f"arm_{side}", [1, 0, 0]) for side in ["right", "left"]}
    highest = int(np.argmax(run.outputs["s"][run.time < 1]))
    for path in balls.values():
        mechanism.plot(*seen(path[:highest + 1]), color=shade(RED, 0.5), lw=1, zorder=0)
    for k, age in [(0, 0.3), (highest, 1.0)]:
        shaft = np.array([run.point("shaft", [0, 0, z])[k] for z in [-0.5, 0.5]])
        mechanism.plot(*seen(shaft), color=shade(INK, 0.8), lw=4, zorder=1)
        mechanism.plot(*seen(run.point("slider", [0, 0, 0])[k]), "s", ms=15, color=shade(ORANGE, age), zorder=2 + age)
        for side, sign in [("right", 1), ("left", -1)]:
            hinge, middle = [run.point(f"arm_{side}", [x, 0, 0])[k] for x in [0, 0.5]]
            pin = run.point("slider", [0.05 * sign, 0, 0])[k]
            mechanism.plot(*seen(np.array([hinge, balls[side][k]])), color=shade(BLUE, age), lw=4, zorder=2 + age)
            mechanism.plot(*seen(np.array([middle, pin])), color=shade(GREEN, age), lw=1.8, ls=(0, (2, 1)),
                           zorder=2 + age)
            mechanism.plot(*seen(balls[side][k]), "o", ms=18, color=shade(RED, age), zorder=3 + age)
    curve(top, run.time, run.outputs["s"], ORANGE, "height of the slider (m)")
    curve(bottom, run.time, run.outputs["shaft_rate"], BLUE, "speed of the shaft (rad/s)")
    bottom.set_xlabel("time (s)")
    save(figure, file)


def panels(title: str, height: float = 3.6):
    """A figure with a place for the drawing and two for diagrams beside it."""
    figure = plt.figure(figsize=(9.2, height), layout="constrained")
    figure.suptitle(title, x=0.008, ha="left", fontsize=10.5, fontweight="bold")
    grid = figure.add_gridspec(2, 2, width_ratios=[1.35, 1])
    mechanism = figure.add_subplot(grid[:, 0])
    mechanism.set_axis_off()
    mechanism.set_aspect("equal")
    return figure, mechanism, figure.add_subplot(grid[0, 1]), figure.add_subplot(grid[1, 1])


def curve(axes, x, y, color: str, title: str, lw: float = 1.4):
    axes.plot(x, y, color=color, lw=lw)
    axes.set_title(title, fontweight="normal", fontsize=9)
    axes.set_xlim(x[0], x[-1])
    axes.grid(True, color="#eef0f3", lw=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(length=0)


def save(figure, file: Path):
    figure.savefig(file, facecolor="white", metadata={"Software": None})
    plt.close(figure)
    print(f"{file} ({file.stat().st_size // 1024} kB)")


def main() -> int:
    if len(sys.argv) > 3:
        print(__doc__, file=sys.stderr)
        return 2
    program = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/bin/alembert").resolve()
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "docs/pictures"
    folder.mkdir(parents=True, exist_ok=True)
    with plt.rc_context(STYLE):
        for draw in [slider_crank, double_four_bar, governor]:
            draw(program, folder / f"{draw.__name__}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
