"""Models as data: looked at, changed, built in code, written."""
import alembert as al
import numpy as np
import pytest


def pendulum() -> al.Model:
    model = al.Model("Pendulum")
    model.parameters["L"] = 1
    model.gravity = [0, -9.81, 0]
    model.bodies["rod"] = {"mass": 2, "inertia": [1e-4, "2*L^2/12", "2*L^2/12"], "position": ["L/2", 0, 0]}
    model.joints["pivot"] = {"type": "revolute", "bodies": ["ground", "rod"], "at": [0, 0, 0], "axis": [0, 0, 1]}
    model.outputs["angle"] = "az(rod, ground)"
    model.set("simulation", {"end": 1, "output_step": 0.1})
    return model


def test_a_model_built_in_code_runs():
    model = pendulum()
    assert model.check().degrees_of_freedom == 1
    run = model.run()
    assert run["angle"][0] == 0 and run["angle"].min() < -2
    model.parameters["L"] = 4  # swings half as fast
    assert model.run(end=2, output_step=0.2)["angle"] == pytest.approx(run["angle"], abs=1e-5)


def test_it_is_told_where_the_program_says_what_is_wrong():
    model = pendulum()
    model.bodies["rod"] = {"mas": 2}
    with pytest.raises(al.ModelError, match="mass") as caught:
        model.check()
    assert caught.value.file == __file__
    line = open(__file__).read().splitlines()[caught.value.line - 1]
    assert '{"mas": 2}' in line


def test_elements_have_their_keys_as_attributes(models):
    model = al.load(models / "slider_crank.yaml")
    crank = model.bodies["crank"]
    assert crank.mass == 3 and crank.type == "planar" and crank.inertia == pytest.approx(3 * 0.09 / 12)
    assert crank.position == pytest.approx([0.15, 0, 0]) and crank.velocity == pytest.approx([0, 0, 0])
    assert model.joints["wrist"].type == "revolute" and model.joints["wrist"].between == ["crank.tip", "rod.head"]
    assert model.outputs["slider_x"] == "dx(rod.slider)"
    assert "stiffness" in dir(model.forces["spring"]) and "mass" in model.bodies["rod"].keys()
    model.parameters["m1"] = 6
    assert crank.mass == 6
    with pytest.raises(AttributeError, match="mass"):
        crank.mas
    with pytest.raises(ValueError, match="read-only"):
        crank.position[0] = 1
    with pytest.raises(al.UnknownName, match="`crank`"):
        model.bodies["cranc"]


def test_elements_are_changed_by_their_attributes(models):
    model = al.load(models / "slider_crank.yaml", k=200)
    before = model.run(end=0.2)
    model.forces["spring"].stiffness = "2*k"
    assert model.forces["spring"].stiffness == 400
    assert np.array_equal(model.run(end=0.2).outputs, al.load(models / "slider_crank.yaml", k=400).run(end=0.2).outputs)
    model.forces["spring"].stiffness = 200
    assert np.array_equal(model.run(end=0.2).outputs, before.outputs)
    del model.forces["spring"]
    del model.outputs["spring_force"]
    assert len(model.forces) == 0 and "spring_force" not in model.run(end=0.1).output_names


def test_a_model_that_is_not_whole_can_be_mended(models):
    model = al.load(models / "slider_crank.yaml")
    model.bodies["rod"].mass = "m2 +"
    with pytest.raises(al.ModelError) as caught:
        model.run(end=0.1)
    assert caught.value.file == __file__
    assert model.bodies["rod"].mass == "m2 +" and model.bodies["crank"].mass == 3
    model.bodies["rod"].mass = "m2"
    assert model.run(end=0.1).complete


def test_yaml_means_the_same(models, tmp_path):
    model = al.load(models / "slider_crank.yaml", k=250)
    file = tmp_path / "again.yaml"
    text = model.to_yaml(file)
    again = al.load(file)
    assert text == file.read_text() and again.parameters["k"] == 250
    assert np.array_equal(again.run(end=0.2).outputs, model.run(end=0.2).outputs)
    assert al.loads(pendulum().to_yaml()).check().degrees_of_freedom == 1


def test_copies_are_their_own(models):
    model = al.load(models / "slider_crank.yaml")
    other = model.copy()
    other.parameters["k"] = 999
    other.bodies["rod"].mass = 5
    assert model.parameters["k"] == 100 and model.bodies["rod"].mass == pytest.approx(0.9)


def test_functions_of_models_built_in_code():
    model = pendulum()
    model.function("drag", lambda w: -0.5 * w * al.abs(w))
    model.forces["air"] = {"type": "torque", "on": "rod", "torque": [0, 0, "drag(wz(rod))"]}
    assert model.run()["angle"].min() > pendulum().run()["angle"].min()
