"""Alembert: simulation of machines, from Python.

    import alembert as al
    model = al.load("slider_crank.yaml", k=200)
    run = model.run(end=2)
    run.plot("slider_x")
"""
from . import _core
from ._core import (Dual, acos, asin, atan, atan2, bistop, ceil, cos, cosh, deg, exp, floor, havsin, hypot, impact, log,
                    log10, mod, poly, rad, shf, sign, sin, sinh, sqrt, step, step5, tan, tanh, where)
# Not in __all__: Python has functions of these names.
from ._core import abs as abs, max as max, min as min, round as round
from .analyses import Check, Comparison, LinearModel, Modes, StepLimit, Verification
from .errors import (AccuracyWarning, AssemblyError, DerivativesLost, Error, IntegrationError, ModelError, RunWarning,
                     UnknownName, UsageError)
from .model import Model, load, loads
from .run import Event, Run, open as open
from .simulation import Pose, Simulation
from .table import Table



def methods() -> Table:
    """The integration methods: name, what it is, the constraint levels that it enforces, parameters, the paper."""
    rows = _core.methods()
    columns = ["name", "summary", "enforces", "parameters", "reference"]
    return Table(columns, [[row[column] for column in columns] for row in rows])


__version__: str = _core.version
__all__ = ["AccuracyWarning", "AssemblyError", "Check", "Comparison", "DerivativesLost", "Dual", "Error", "Event",
           "IntegrationError", "LinearModel", "Model", "ModelError", "Modes", "Pose", "Run", "RunWarning", "Simulation",
           "StepLimit", "Table", "UnknownName", "UsageError", "Verification", "load", "loads", "methods",
           "acos", "asin", "atan", "atan2", "bistop", "ceil", "cos", "cosh", "deg", "exp", "floor", "havsin", "hypot",
           "impact", "log", "log10", "mod", "poly", "rad", "shf", "sign", "sin", "sinh", "sqrt", "step", "step5", "tan",
           "tanh", "where"]
