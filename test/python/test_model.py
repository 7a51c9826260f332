"""Models: read, parameters, errors, analyses without time."""
import alembert as al
import numpy as np
import pytest


def test_parameters_replace_those_of_the_file(oscillator):
    model = al.load(oscillator, k=200)
    assert dict(model.parameters) == {"m": 2, "k": 200, "c": 0.4}
    model.parameters["k"] = 800
    model.parameters["c"] = 0
    assert model.modes().frequency[0] == pytest.approx(20 / (2 * np.pi), rel=1e-9)
    with pytest.raises(al.UnknownName, match="no `kk` in `parameters`.*`k`"):
        model.parameters["kk"] = 1
    with pytest.raises(al.UsageError, match="kk"):
        al.load(oscillator, kk=1)


def test_errors_say_where(write_model):
    path = write_model("alembert: 1\nbodies:\n  rod: {type: rigid, mas: 1}\n")
    with pytest.raises(al.ModelError, match="mass") as caught:
        al.load(path)
    assert (caught.value.file, caught.value.line) == (str(path), 3)
    assert caught.value.column > 1 and isinstance(caught.value, ValueError)
    with pytest.raises(al.ModelError):
        al.load("there_is_no_such.yaml")


def test_check_is_what_the_command_prints(models):
    check = al.load(models / "double_four_bar.yaml").check()
    assert check and check.degrees_of_freedom == 1
    assert check.redundant == sum(each.redundant for each in check.dependent_sets) > 0
    assert "degree" in str(check)
    assert any(name.startswith("joint") for name in check.dependent_sets[0].equations)


def test_modes_of_a_spring(oscillator):
    modes = al.load(oscillator).modes(about="equilibrium")
    omega, zeta = 5.0, 0.4 / (2 * 2 * 5)
    assert modes.frequency == pytest.approx([omega / (2 * np.pi)])
    assert modes.damping_ratio == pytest.approx([zeta])
    assert modes.eigenvalue[0] == pytest.approx(-zeta * omega + 1j * omega * np.sqrt(1 - zeta**2))
    assert modes.table["frequency"] == pytest.approx(modes.frequency)
    shape = modes.shape("mass")[0]
    assert abs(shape[0]) > 0 and np.abs(shape[1:]) == pytest.approx(0, abs=1e-12)
    assert "Hz" in str(modes) and "<table>" in modes._repr_html_()
    with pytest.raises(KeyError, match="mass"):
        modes.shape("mas")


def test_linear_model_of_a_spring(oscillator):
    model = al.load(oscillator)
    linear = model.linearise(inputs=["u"])
    assert linear.A == pytest.approx(np.array([[0, 1], [-25, -0.2]]))
    assert linear.B == pytest.approx(np.array([[0], [0.5]]))
    assert linear.C == pytest.approx(np.eye(2)) and linear.D.shape == (2, 1)
    assert linear.inputs == ["u"] and linear.outputs == ["x", "v"] and linear.at_rest
    with pytest.raises(al.UsageError, match="no input or variable `v`"):
        model.linearise(inputs=["v"])


def test_verify_and_compare(oscillator):
    model = al.load(oscillator)
    verified = model.verify(tolerance=1e-6)
    assert verified.outputs["x"].final.change == pytest.approx(0, abs=1e-3)
    assert verified.steps[1] > verified.steps[0] and verified.verdict in str(verified)
    compared = model.compare(methods=["hht", {"name": "newmark", "gamma": 0.5}], steps=[0.02, 0.01, 0.005])
    assert len(compared.table) == 6
    assert compared.orders["newmark:gamma=0.5"]["q"] == pytest.approx(2, abs=0.2)
    assert set(compared.table["status"]) == {"done"}


def test_step_limit_of_a_spring(oscillator):
    limit = al.load(oscillator).step_limit()
    assert limit.omega == pytest.approx(np.full(len(limit.time), 5.0), rel=1e-6)
    assert limit.largest == pytest.approx(5) and all(step > 0 for step in limit.steps.values())


def test_settings_are_checked(oscillator):
    model = al.load(oscillator)
    with pytest.raises(al.UsageError, match="end=-1"):
        model.verify(end=-1)
    with pytest.raises(al.UsageError, match="not both"):
        model.verify(tolerance=1e-6, step=1e-3)
    with pytest.raises(al.UsageError, match="equilibrium"):
        model.modes(about="equilibirum")
    with pytest.raises(al.UsageError, match="count='a': must be a whole number"):
        model.modes(count="a")
    with pytest.raises(al.UsageError, match="inputs=3: must be a list of names"):
        model.linearise(inputs=3)
    with pytest.raises(al.UsageError, match="alpha='x': must be a number"):
        model.verify(method={"name": "hht", "alpha": "x"})
    with pytest.raises(al.UsageError, match="steps=3: must be a list of numbers"):
        model.compare(steps=3)
    with pytest.raises(al.UsageError, match="parameter k='x': must be a number"):
        al.load(oscillator, k="x")


def test_functions_of_a_model(write_model):
    path = write_model("""alembert: 1
bodies:
  car: {type: point, mass: 1200, position: [0, 0, 0], velocity: [20, 0, 0]}
forces:
  brake: {type: force, on: car, force: ["-tire(0.1*tanh(vx(car)), 11772)", 0, 0]}
outputs: {distance: dx(car)}
simulation: {end: 4, output_step: 0.1}
""")
    with pytest.raises(al.ModelError, match="tire"):
        al.load(path)
    model = al.load(path, functions={"tire": lambda slip, load: load * al.sin(1.9 * al.atan(10 * slip))})
    assert model.verify().outputs["distance"].final.value > 10


def test_exceptions_of_functions_travel_with_their_traceback(write_model):
    path = write_model("""alembert: 1
bodies:
  car: {type: point, mass: 1, position: [0, 0, 0], velocity: [1, 0, 0]}
forces:
  brake: {type: force, on: car, force: ["bad(dx(car))", 0, 0]}
outputs: {distance: dx(car)}
simulation: {end: 4}
""")

    def bad(x):
        if x > 0.5:
            raise RuntimeError("beyond the map")
        return 0.0

    with pytest.raises(RuntimeError, match="beyond the map") as caught:
        al.load(path, functions={"bad": bad}).verify()
    assert caught.traceback[-1].name == "bad"
    assert any("function `bad`" in note for note in caught.value.__notes__)
