"""Alembert: simulation of machines, from Python.

    import alembert as al
    model = al.load("slider_crank.yaml", k=200)
    run = model.run(end=2)
    run.plot("slider_x")
"""
from . import _core
from ._core import *  # noqa: F401,F403
from ._core import Dual
from .analyses import Check, Comparison, LinearModel, Modes, Verification
from .errors import (AccuracyWarning, AssemblyError, DerivativesLost, Error, IntegrationError, ModelError, RunWarning,
                     UnknownName, UsageError)
from .model import Model, load
from .table import Table

__version__: str = _core.version
__all__ = ["AccuracyWarning", "AssemblyError", "Check", "Comparison", "DerivativesLost", "Dual", "Error",
           "IntegrationError", "LinearModel", "Model", "ModelError", "Modes", "RunWarning", "Table", "UnknownName",
           "UsageError", "Verification", "load"]
