"""Checks that an FMU is a sound archive, and that its description is as FMI 2.0 wants it.

    check_fmu.py FILE.fmu FOLDER     also unpacks it there; exit code 0 when all is well
"""
import re
import sys
import zipfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
archive.extractall(sys.argv[2])
names = set(archive.namelist())
root = ElementTree.fromstring(archive.read("modelDescription.xml"))
assert root.tag == "fmiModelDescription" and root.get("fmiVersion") == "2.0"
assert root.get("modelName") and root.get("guid")
# The order of the schema.
order = ["ModelExchange", "CoSimulation", "UnitDefinitions", "TypeDefinitions", "LogCategories", "DefaultExperiment",
         "VendorAnnotations", "ModelVariables", "ModelStructure"]
tags = [child.tag for child in root]
assert tags == sorted(tags, key=order.index), tags
unit = root.find("CoSimulation")
identifier = unit.get("modelIdentifier")
assert re.fullmatch(r"[A-Za-z_]\w*", identifier), identifier
assert f"binaries/linux64/{identifier}.so" in names and "resources/alembert.json" in names
for flag in ("canGetAndSetFMUstate", "canSerializeFMUstate", "canHandleVariableCommunicationStepSize"):
    assert unit.get(flag) == "true", flag
experiment = root.find("DefaultExperiment")
assert float(experiment.get("stopTime")) > float(experiment.get("startTime")) and float(experiment.get("stepSize")) > 0
units = {u.get("name") for u in root.iter("Unit")}
variables = list(root.find("ModelVariables"))
assert variables and all(v.tag == "ScalarVariable" and len(v) == 1 and v[0].tag == "Real" for v in variables)
assert len({v.get("name") for v in variables}) == len({v.get("valueReference") for v in variables}) == len(variables)
COMBINATIONS = {("independent", "continuous", None), ("input", "continuous", None),
                ("output", "continuous", "calculated"), ("parameter", "fixed", "exact")}
for v in variables:
    assert (v.get("causality"), v.get("variability"), v.get("initial")) in COMBINATIONS, v.attrib
    assert (v[0].get("start") is not None) == (v.get("causality") in ("input", "parameter")), v.attrib
    assert v[0].get("unit") is None or v[0].get("unit") in units
outputs = [k + 1 for k, v in enumerate(variables) if v.get("causality") == "output"]
for part in ("Outputs", "InitialUnknowns"):
    assert [int(u.get("index")) for u in root.findall(f"ModelStructure/{part}/Unknown")] == outputs
