"""What runs that do not come to their end give."""
import signal
import subprocess
import sys
import textwrap
import threading
import time

import alembert as al
import numpy as np
import pytest

FAILS = """alembert: 1
bodies:
  car: {type: point, mass: 1, position: [0, 0, 0], velocity: [1, 0, 0]}
forces:
  pull: {type: force, on: car, force: ["sqrt(0.25 - dx(car))", 0, 0]}
outputs: {x: dx(car)}
simulation: {end: 1, output_step: 0.01}
"""


def test_a_failing_run_carries_its_results(write_model):
    with pytest.raises(al.IntegrationError) as caught:
        al.load(write_model(FAILS)).run()
    run = caught.value.run
    assert run.status == "failed" and 5 < len(run) < 100
    assert 0.05 < caught.value.time < 0.5 and run["x"][-1] < 0.25
    assert caught.value.equation is None or isinstance(caught.value.equation, str)


def test_so_does_an_exception_of_a_function(write_model):
    model = FAILS.replace("sqrt(0.25 - dx(car))", "f(dx(car))")

    def f(x):
        if x > 0.25:
            raise LookupError("beyond the table")
        return 0 * x

    with pytest.raises(LookupError) as caught:
        al.load(write_model(model), functions={"f": f}).run()
    assert caught.value.run.status == "failed" and len(caught.value.run) in (25, 26)
    assert caught.traceback[-1].name == "f"


def test_a_mechanism_that_cannot_be_put_together(write_model):
    path = write_model("""alembert: 1
bodies:
  rod: {mass: 1, inertia: [1, 1, 1], position: [0.5, 0, 0],
        markers: {left: {at: [-0.5, 0, 0]}, right: {at: [0.5, 0, 0]}}}
  ground: {markers: {wall: {at: [3, 0, 0]}}}
joints:
  left: {type: spherical, between: [ground, rod.left]}
  right: {type: spherical, between: [ground.wall, rod.right]}
simulation: {end: 1}
""")
    model = al.load(path)
    check = model.check()
    assert not check and "joint" in check.problem
    with pytest.raises(al.AssemblyError) as caught:
        model.run()
    assert caught.value.run is None


def test_a_listener_that_raises_ends_the_run(models):
    class Enough(Exception):
        pass

    def enough(time, end):
        raise Enough

    with pytest.raises(Enough) as caught:
        al.load(models / "slider_crank.yaml").run(end=1e6, output_step=1, progress=enough)
    assert caught.value.run.status == "interrupted" and len(caught.value.run) > 1


LONG = """
    import signal, sys, threading, time, warnings
    import alembert as al
    model = al.load(sys.argv[1], functions=FUNCTIONS)
    seen = []
    def progress(t, end):
        if not seen:
            seen.append(t)
            print("running", flush=True)
"""


def interrupted(script: str, model, times: int = 1, functions: str = "{}") -> subprocess.CompletedProcess:
    """Runs a program and presses Ctrl-C while its run goes on."""
    program = textwrap.dedent(LONG).replace("FUNCTIONS", functions) + textwrap.dedent(script)
    process = subprocess.Popen([sys.executable, "-B", "-c", program, str(model)], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "running\n"
    for _ in range(times):
        process.send_signal(signal.SIGINT)
        time.sleep(0.05)  # two at once are one
    out, err = process.communicate(timeout=60)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def test_control_c_returns_what_there_is(models):
    done = interrupted("""
        run = model.run(end=1e6, output_step=1, progress=progress)
        print(run.status, len(run) > 1 and run.time[-1] > 0, len(run["slider_x"]) == len(run))
    """, models / "slider_crank.yaml")
    assert done.stdout == "interrupted True True\n" and done.returncode == 0
    assert "interrupted at t =" in done.stderr and "RunWarning" in done.stderr


def test_control_c_reaches_runs_with_functions_in_python(write_model):
    model = write_model(FAILS.replace("sqrt(0.25 - dx(car))", "f(time) - 0.1*vx(car)"))
    done = interrupted("""
        run = model.run(end=1e6, output_step=1, progress=progress)
        print(run.status)
    """, model, functions='{"f": lambda t: al.sin(t)}')
    assert done.stdout == "interrupted\n"


def test_control_c_twice_ends_the_program(models):
    done = interrupted("""
        try:
            model.run(end=1e6, output_step=1, progress=progress)
            time.sleep(60)
        except KeyboardInterrupt:
            print("twice")
    """, models / "slider_crank.yaml", times=2)
    assert done.stdout == "twice\n"


def test_other_threads_leave_the_signal_alone(models):
    before = signal.getsignal(signal.SIGINT)
    results = []
    model = al.load(models / "slider_crank.yaml")
    thread = threading.Thread(target=lambda: results.append(model.run(end=0.1).status))
    thread.start()
    thread.join()
    assert results == ["done"] and signal.getsignal(signal.SIGINT) is before


def test_a_handler_of_the_users_stays(models):
    def handler(number, frame):
        pass

    before = signal.signal(signal.SIGINT, handler)
    try:
        assert al.load(models / "slider_crank.yaml").run(end=0.1).status == "done"
        assert signal.getsignal(signal.SIGINT) is handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_warnings_are_those_of_the_run(write_model):
    model = al.load(write_model("""alembert: 1
gravity: [0, -9.81, 0]
bodies:
  rod: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0.5, 0]}
joints:
  pin: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]}
simulation: {end: 0.1}
"""))
    with pytest.warns(al.RunWarning, match="unstable equilibrium"):
        run = model.run()
    assert any("unstable equilibrium" in text for text in run.summary["warnings"])
    assert np.isfinite(run.body("rod").position).all()
