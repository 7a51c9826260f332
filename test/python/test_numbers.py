"""Dual numbers, and functions of the user's with exact derivatives."""
import math
import warnings

import alembert as al
import numpy as np
import pytest
from alembert import _core


def test_derivatives_of_a_formula_are_exact():
    x, y = al.Dual.argument(0.3, 0), al.Dual.argument(2.0, 1)
    z = y * al.sin(1.9 * al.atan(10 * x)) ** 2 / 3 - x
    s, c, u = math.sin(1.9 * math.atan(3)), math.cos(1.9 * math.atan(3)), 19 / 10
    assert z.value == pytest.approx(2 * s * s / 3 - 0.3)
    assert z.gradient[0] == pytest.approx(2 / 3 * 2 * s * c * u - 1, rel=1e-14)
    assert z.gradient[1] == pytest.approx(s * s / 3, rel=1e-14)
    assert z.second_derivatives[0][1] == pytest.approx(2 * s * c * u / 3, rel=1e-14)


def test_every_function_of_expressions_takes_plain_numbers_and_duals():
    given = {"step": (0.4, 0, 1, 1, 3), "step5": (0.4, 0, 1, 1, 3), "havsin": (0.4, 0, 1, 1, 3), "where": (1, 2, 3),
             "impact": (-0.1, -1, 0, 10, 1.5, 1, 0.1), "bistop": (-0.1, -1, 0, 1, 10, 1.5, 1, 0.1),
             "shf": (0.3, 0.1, 2, 3, 0.2, 1), "poly": (0.4, 0.1, 1, 2, 3), "atan2": (1, 2), "mod": (5, 3),
             "hypot": (3, 4), "min": (2, 1), "max": (2, 1)}
    for name in _core.function_names:
        numbers = given.get(name, (0.4,))
        plain = getattr(al, name)(*numbers)
        dual = getattr(al, name)(al.Dual.argument(numbers[0], 0), *numbers[1:])
        assert isinstance(plain, float) and isinstance(dual, al.Dual)
        assert dual.value == plain, name


def test_numpy_functions_keep_derivatives():
    x = al.Dual.argument(0.3, 0)
    assert np.sin(x).gradient[0] == pytest.approx(math.cos(0.3))
    assert np.arctan2(x, 2.0).gradient[0] == pytest.approx(2 / (4 + 0.09))
    assert (np.float64(2) * x).gradient[0] == 2
    assert abs(-x).value == 0.3 and x > 0.2 and x < np.float64(1)


def test_what_loses_derivatives_says_so():
    x = al.Dual.argument(0.3, 0)
    with pytest.raises(al.DerivativesLost, match="al.sin"):
        math.sin(x)
    with pytest.raises(TypeError, match="not str"):
        al.sin("x")
    with pytest.raises(TypeError, match="takes 2 arguments, not 1"):
        al.atan2(x)


def f(slip, load):
    return load * al.sin(1.9 * al.atan(10 * slip))


def test_functions_differentiate_by_duals():
    exact = _core.Function("tire", 2, f)
    s, c = math.sin(1.9 * math.atan(1)), math.cos(1.9 * math.atan(1))
    assert exact.value([0.1, 3]) == pytest.approx(3 * s)
    assert exact.gradient([0.1, 3]) == pytest.approx([3 * c * 19 / 2, s], rel=1e-14)
    assert exact.second_derivatives([0.1, 3])[1] == pytest.approx(c * 19 / 2, rel=1e-14)


def test_a_gradient_that_is_given_is_used():
    given = _core.Function("map", 2, lambda x, y: float(x) ** 2 * y, lambda x, y: (2 * x * y, x * x))
    assert given.gradient([3, 5]) == [30, 9]
    assert given.second_derivatives([3, 5]) == [10, 6, 6, 0]  # exact: the gradient takes Duals
    table = _core.Function("table", 1, lambda x: math.exp(x), lambda x: math.exp(x))
    assert table.second_derivatives([0.5])[0] == pytest.approx(math.exp(0.5), rel=1e-9)
    wrong = _core.Function("wrong", 2, f, lambda x, y: (1, 2, 3))
    with pytest.raises(ValueError, match="must have 2 numbers, not 3"):
        wrong.gradient([1, 2])


def test_functions_of_plain_numbers_have_differences_and_warn_once():
    plain = _core.Function("plain", 2, lambda x, y: math.sin(x) * y * y)
    with pytest.warns(al.AccuracyWarning, match="`plain`.*gradient="):
        assert plain.gradient([0.3, 2]) == pytest.approx([4 * math.cos(0.3), 4 * math.sin(0.3)], rel=1e-9)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        second = plain.second_derivatives([0.3, 2])
    assert second == pytest.approx([-4 * math.sin(0.3), 4 * math.cos(0.3), 4 * math.cos(0.3), 2 * math.sin(0.3)],
                                   rel=1e-6)


def test_names_and_numbers_of_arguments_are_checked():
    with pytest.raises(al.UsageError, match="expressions have a function of this name"):
        _core.Function("sin", 1, f)
    with pytest.raises(al.UsageError, match="1 to 8 arguments, not 9"):
        _core.Function("many", 9, f)


def test_a_constant_and_what_is_no_number():
    assert _core.Function("one", 1, lambda x: 1).gradient([3]) == [0]
    with pytest.raises(TypeError, match="`none` must give a number, not NoneType"):
        _core.Function("none", 1, lambda x: None).value([1])
