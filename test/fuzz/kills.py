"""Runs that are ended at random moments: by SIGKILL, SIGTERM or SIGINT, once or twice in a row.

What is there afterwards can be read, or says that there is nothing yet; `run --continue` goes on from it, and gives to the
last bit the motion of a run that nobody ended; no lock stays in the way of the next run.
"""
import random
import shutil
import signal
import subprocess
import time

from ground import MODELS, Found, Ground, problem_of

# Models and options. The first take a fraction of a second; the others long enough for some snapshots (every 5 s) to be
# written, from which a run goes on that was killed. (bdf would start anew: it does not store its history.)
RUNS = [("slider_crank.yaml", ["--tolerance", "1e-9", "--end", "3"]),
        ("double_four_bar.yaml", ["--step", "2e-4", "--end", "1"]),
        ("bouncing_ball.yaml", ["--tolerance", "1e-10"]),
        ("governor.yaml", ["--method", "hht", "--tolerance", "1e-7", "--end", "1"]),
        ("seven_body.yaml", ["--tolerance", "1e-9"]),
        ("bricard.yaml", ["--method", "tangent", "--tolerance", "1e-8", "--end", "2"])]
LONG = [("chain.yaml", ["--set", "N=300", "--end", "12"]), ("roller_chain.yaml", ["--end", "2"])]
COMPARED = ["outputs.csv", "steps.jsonl"]
LIMIT = 240.0


class Kills:
    def __init__(self, ground: Ground):
        self.ground, self.whole = ground, {}

    def whole_run(self, one):
        """What a run gives that nobody ends, and how long it takes."""
        model, options = one
        number = (RUNS + LONG).index(one)
        if number not in self.whole:
            folder = self.ground.scratch / f"whole{number}"
            done = self.ground.command("run", MODELS / model, "-o", folder, "--quiet", *options, limit=LIMIT)
            if done.code != 0:
                raise RuntimeError(f"{model}: {done.err}")
            self.whole[number] = ({name: (folder / name).read_bytes() for name in COMPARED}, done.seconds)
        return self.whole[number]

    def end_one(self, arguments, seconds: float, number: signal.Signals) -> int:
        process = subprocess.Popen([self.ground.program, *map(str, arguments)], cwd=self.ground.scratch,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(seconds)
        process.send_signal(number)
        process.communicate(timeout=60)
        return process.returncode

    def trial(self, source: random.Random, out, runs) -> tuple[str, int]:
        """What is wrong, and the exit code of the run that was ended."""
        one = source.choice(runs)
        model, options = one
        wanted, seconds = self.whole_run(one)
        start = ["run", MODELS / model, "-o", out, "--quiet", *options]
        go_on = ["run", "--continue", out, "--quiet"]
        arguments, code = start, 0
        for _ in range(source.choice([1, 1, 2])):
            number = source.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
            code = self.end_one(arguments, source.uniform(0, 1.1 * seconds), number)
            allowed = {0, -signal.SIGKILL} if number == signal.SIGKILL else {0, 130, 2}
            if not out.exists():  # before anything was done, and maybe before the program could listen
                allowed.add(-number)
            if code not in allowed:  # 2: what there is cannot be continued; looked at below
                return f"ended by {number.name} with {code}", code
            if code == 0 and arguments is start:
                return self.compare(out, wanted), code
            seen = self.ground.command("export", out, "--csv", "-o", "out.csv")
            if wrong := problem_of(seen, False):
                return f"export after {number.name}: {wrong}", code
            if seen.code != 0 and "holds no results.h5" not in seen.err and "No such file" not in seen.err:
                return f"export after {number.name} refuses: {seen.err}", code
            arguments = go_on if seen.code == 0 else start
        done = self.ground.command(*arguments, limit=LIMIT)
        if arguments is go_on and done.code == 2 and any(why in done.err for why in ["no checkpoint", "has reached"]):
            if "has reached" in done.err:  # killed after the last of its results, before its summary
                return self.compare(out, wanted, ["summary.json.part", "alembert.lock"]), code
            done = self.ground.command(*start, limit=LIMIT)
        if done.code != 0 or done.ended != "itself":
            return f"going on ends with {done.code}: {done.err}", code
        return self.compare(out, wanted), code

    @staticmethod
    def compare(out, wanted, may_be_left=()) -> str:
        left = [p.name for p in out.iterdir() if p.suffix in (".part", ".tmp", ".lock") and p.name not in may_be_left]
        if left:
            return f"left behind: {left}"
        for name, data in wanted.items():
            if (out / name).read_bytes() != data:
                return f"{name} is not that of a run that nobody ended"
        return ""


def run(ground: Ground, seed: int, cases: int) -> Found:
    found = Found()
    kills = Kills(ground)
    for k in range(cases):
        source = random.Random(f"{seed} kills {k}")
        out = ground.scratch / "killed"
        wrong, code = kills.trial(source, out, LONG if k % 6 == 5 else RUNS)
        found.cases += 1
        found.codes[code] += 1
        if wrong:
            saved = ground.keep(f"kills_{seed}_{k}", out, text=wrong)
            found.failures.append(f"case {k}: {wrong.strip()[:300]}; see {saved}")
        shutil.rmtree(out, ignore_errors=True)
    return found
