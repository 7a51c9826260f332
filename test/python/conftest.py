"""What the tests of the Python module share. They import it from the build (PYTHONPATH)."""
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def models() -> Path:
    return ROOT / "models"


@pytest.fixture
def write_model(tmp_path):
    """Writes a model file; gives its path."""

    def write(text: str, name: str = "model.yaml") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


OSCILLATOR = """alembert: 1
title: A mass on a spring
parameters: {m: 2, k: 50, c: 0.4}
bodies:
  mass: {type: rigid, mass: m, inertia: [1, 1, 1], position: [1, 0, 0]}
joints:
  rail: {type: translational, bodies: [ground, mass], at: [0, 0, 0], axis: [1, 0, 0]}
variables: {u: 0}
forces:
  spring: {type: force, on: mass, force: ["var(u) - k*dx(mass) - c*vx(mass)", 0, 0]}
outputs: {x: dx(mass), v: vx(mass)}
simulation: {end: 1, output_step: 0.01}
"""


@pytest.fixture
def oscillator(write_model):
    return write_model(OSCILLATOR, "oscillator.yaml")
