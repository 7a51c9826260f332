"""Runs as data: arrays, names, files, pages."""
import csv

import alembert as al
import numpy as np
import pytest


@pytest.fixture(scope="module")
def run():
    from conftest import ROOT

    return al.load(ROOT / "models" / "slider_crank.yaml").run(end=0.5)


def test_outputs_are_columns(run):
    assert run.outputs.shape == (len(run.time), len(run.output_names)) == (51, 8)
    assert run["slider_x"] == pytest.approx(run.outputs[:, run.output_names.index("slider_x")], abs=0)
    assert run.status == "done" and run.complete and run.time[-1] == 0.5


def test_arrays_are_read_only_views(run):
    position = run.body("rod").position
    assert position.shape == (51, 3) and not position.flags.owndata and not position.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        position[0, 0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        position.setflags(write=True)
    again = run.body("rod").position
    assert again.__array_interface__["data"] == position.__array_interface__["data"]
    for name in run.paths:
        assert not run[name].flags.writeable, name


def test_arrays_keep_the_run_alive(models):
    position = al.load(models / "slider_crank.yaml").run(end=0.1).body("rod").position
    assert np.isfinite(position).all() and position[0] == pytest.approx([0.6, 0, 0])


def test_items_have_the_channels_of_the_files(run):
    rod, wrist, spring = run.body("rod"), run.joint("wrist"), run.force("spring")
    assert rod.quaternion.shape == (51, 4) and np.linalg.norm(rod.quaternion, axis=1) == pytest.approx(1)
    assert wrist.force.shape == (51, 3) and wrist.angle.shape == (51,) and wrist.unique is True
    assert run["wrist_force"] == pytest.approx(np.linalg.norm(wrist.force, axis=1))
    assert run["spring_force"] == pytest.approx(spring.force[:, 0])
    assert rod.unit("velocity") == "m/s" and "angular_velocity" in dir(rod)
    assert list(run.joints) == ["crankshaft", "wrist", "slide"]
    with pytest.raises(al.UnknownName, match="no body `rodd`.*`rod`"):
        run.body("rodd")
    with pytest.raises(AttributeError, match="position"):
        rod.positon


def test_energies_balance(run):
    energy = run.energy
    assert energy.total == pytest.approx(energy.kinetic + energy.potential)
    assert energy.total - energy.total[0] - energy.work_in + energy.dissipated == pytest.approx(energy.numerical,
                                                                                                abs=1e-9)
    assert run.summary["status"] == "done" and run.summary["method"]["name"] == "hht"


def test_steps_tell_the_story_of_the_integration(run):
    steps = run.steps
    accepted = steps.outcome == steps.outcome_names.index("accepted")
    assert steps.h[accepted].sum() == pytest.approx(0.5)
    assert len(steps.worst) == len(steps) == len(steps.time)


def test_columns_by_the_names_of_the_command_line(run):
    assert run["rod.position.x"] == pytest.approx(run.body("rod").position[:, 0], abs=0)
    assert run["energy.total"] == pytest.approx(run.energy.total, abs=0)
    assert run["wrist.force"].shape == (51, 3) and run["joints/wrist.force.y"].shape == (51,)
    assert run["/bodies/position"].shape == (51, 2, 3)
    assert "rod.velocity" in run and "rod.speed" not in run and "rod.velocity" in run.keys()
    with pytest.raises(al.UnknownName, match="slider_x"):
        run["slider_z"]


def test_pandas_and_plots(run):
    frame = run.to_pandas("slider_x", "wrist.force")
    assert list(frame) == ["slider_x", "wrist.force.x", "wrist.force.y", "wrist.force.z"]
    assert frame.index.name == "time" and len(run.to_pandas().columns) == 8
    axes = run.plot("slider_x", "wrist.force")
    assert [line.get_label() for line in axes.lines][0].startswith("slider_x")
    assert axes.lines[1].get_ydata() == pytest.approx(run["wrist_force"])


def test_folders_hold_the_same(run, tmp_path):
    folder = tmp_path / "out"
    run.save(folder)
    read = al.open(folder)
    assert read.paths == run.paths
    for path in run.paths:
        assert np.array_equal(read[path], run[path], equal_nan=True), path
    assert read.summary == run.summary and read.events == run.events and read.steps.worst == run.steps.worst
    with open(folder / "outputs.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["slider_x"]) for row in rows] == run["slider_x"].tolist()
    with pytest.raises(al.UsageError):
        al.open(tmp_path / "nothing")


def test_pages_stand_in_notebooks(run, tmp_path):
    run.report(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    assert "alembert-data" in page
    shown = run._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and "&quot;alembert-data&quot;" in shown
    view = run.view(height=300)
    assert '<body class="picture-only">' in str(view) and 'height="300"' in view._repr_html_()


def test_lists_of_analyses(models, tmp_path):
    run = al.load(models / "quarter_car.yaml").run(end=0.2)
    assert [name for name in run.analyses if name.endswith("statics")]
    assert run.analysis == "dynamics" and len(run) > 1
    run.save(tmp_path / "out")
    read = al.open(tmp_path / "out")
    assert list(read.analyses) == list(run.analyses)
    for name in run.analyses:
        assert np.array_equal(read.analyses[name].outputs, run.analyses[name].outputs)


def test_other_analyses(models, write_model):
    kinematics = al.load(models / "four_bar.yaml").kinematics()
    assert kinematics.analysis == "kinematics" and len(kinematics) > 1
    statics = al.load(models / "body_on_springs.yaml").statics()
    assert len(statics) == 1 and statics.summary["analysis"] == "statics"
    with pytest.raises(al.ModelError):
        al.load(models / "slider_crank.yaml").kinematics()


def test_settings_of_a_run(models):
    model = al.load(models / "slider_crank.yaml")
    fixed = model.run(end=0.1, step=1e-3, method={"name": "hht", "alpha": -0.1}, output_step=0.05)
    assert fixed.time.tolist() == [0, 0.05, 0.1]
    assert fixed.summary["method"]["parameters"] == {"alpha": -0.1}
    with pytest.raises(al.Error, match="hht"):
        model.run(method="hth")


def test_progress_is_told(models):
    told = []
    model = al.load(models / "slider_crank.yaml")
    model.run(end=20, tolerance=1e-9, progress=lambda time, end: told.append((time, end)))
    assert all(end == 20 and 0 < time <= 20 for time, end in told)
    assert told == sorted(told)
