"""Many runs: memory, threads."""
from concurrent.futures import ThreadPoolExecutor

import alembert as al
import numpy as np


def resident() -> int:
    """Memory in use, bytes."""
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmRSS"))


def test_a_thousand_runs_with_other_parameters_need_no_more_memory(models):
    model = al.load(models / "slider_crank.yaml")

    def some(count: int) -> float:
        total = 0.0
        for k in range(count):
            model.parameters["k"] = 50 + k % 350
            total += model.run(end=0.02)["slider_x"][-1]
        return total

    some(100)  # what is made once is there
    before = resident()
    assert np.isfinite(some(1000))
    assert resident() - before < 2_000_000  # a run holds 90 kB: 1000 of them would be fifty times this


def test_four_threads_give_what_one_gives(models):
    stiffness = [50, 100, 200, 400] * 4

    def one(k: float):
        return al.load(models / "slider_crank.yaml", k=k).run(end=0.3).outputs

    alone = [one(k) for k in stiffness]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(one, stiffness))
    for a, b in zip(alone, together):
        assert np.array_equal(a, b)


def test_threads_share_a_model_and_a_function(write_model):
    path = write_model("""alembert: 1
bodies:
  mass: {type: point, mass: 1, position: [1, 0, 0]}
forces:
  spring: {type: force, on: mass, force: ["-f(dx(mass))", 0, 0]}
outputs: {x: dx(mass)}
simulation: {end: 1, output_step: 0.1}
""")
    model = al.load(path, functions={"f": lambda x: 10 * al.sin(x)})
    alone = model.run().outputs
    with ThreadPoolExecutor(4) as pool:
        for outputs in pool.map(lambda _: model.run().outputs, range(8)):
            assert np.array_equal(outputs, alone)
