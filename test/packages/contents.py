"""What both tests of the packages use."""
import re
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
# What the Python module must do where it is installed: the README's pendulum, by its own functions.
PYTHON_SCRIPT = """import alembert
model = alembert.load("pendulum.yaml", L=0.5)
run = model.run(end=0.5)
print(len(run.time), run["angle"][-1])
"""


def readme_model() -> str:
    """The pendulum of the README."""
    text = (SOURCE / "README.md").read_text(encoding="utf-8")
    return re.search(r"^```yaml\n(alembert: 1 +# pendulum\.yaml\n.*?)^```$", text, re.M | re.S)[1]


def container_patterns() -> list[str]:
    """The files that packaging/Containerfile copies."""
    text = (SOURCE / "packaging/Containerfile").read_text(encoding="utf-8")
    return [pattern for line in re.findall(r"^COPY (.*)$", text, re.M) for pattern in line.split()[:-1]]
