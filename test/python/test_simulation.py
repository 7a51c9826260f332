"""Stepping from outside."""
import pickle

import alembert as al
import numpy as np
import pytest

DRIVEN = """alembert: 1
parameters: {k: 50}
inputs: {u: 0}
bodies:
  mass: {mass: 2, inertia: [1, 1, 1], position: [1, 0, 0]}
joints:
  rail: {type: translational, bodies: [ground, mass], at: [0, 0, 0], axis: [1, 0, 0]}
forces:
  spring: {type: force, on: mass, force: ["input(u) - k*dx(mass)", 0, 0]}
outputs: {x: dx(mass), v: vx(mass)}
simulation: {end: 1, output_step: 0.1}
"""


@pytest.fixture
def driven():
    return al.loads(DRIVEN)


def test_steps_follow_the_run(driven):
    run = driven.run()
    sim = driven.start()
    for k in range(1, 11):
        assert sim.step(0.1)
        assert sim.time == pytest.approx(0.1 * k)
        assert sim["x"] == pytest.approx(run["x"][k], abs=1e-6)
    assert sim.outputs == pytest.approx(run.outputs[-1], abs=1e-5)
    assert sim.body("mass").position[0] == sim["x"]
    assert sim.value("2*dx(mass)") == pytest.approx(2 * sim["x"])


def test_inputs_are_held(driven):
    sim = driven.start()
    for _ in range(200):
        sim.step(0.01, inputs={"u": 50 * sim["x"] - 3 * sim["v"]})  # the spring is undone; v' = -1.5 v, v = 0
    assert sim["x"] == pytest.approx(1, abs=0.05) and sim.input("u") == pytest.approx(50, abs=3)
    assert driven.run(inputs={"u": 50})["x"] == pytest.approx(1)
    with pytest.raises(al.UsageError, match="u"):
        sim.step(0.01, inputs={"w": 1})
    with pytest.raises(al.UnknownName, match="no output `y`"):
        sim["y"]


def test_states_are_restored(driven):
    sim = driven.start()
    sim.step(0.3)
    state = pickle.loads(pickle.dumps(sim.state()))
    sim.step(0.4, {"u": 1})
    first = sim.outputs
    sim.restore(state)
    assert sim.time == pytest.approx(0.3)
    sim.step(0.4, {"u": 1})
    assert np.array_equal(sim.outputs, first)
    sim.reset()
    assert sim.time == 0 and sim["x"] == 1
