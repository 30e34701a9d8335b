#!/usr/bin/env python3
"""Lets schemathesis try every endpoint with what the OpenAPI document allows and what it forbids, at least `CASES` times each (1000) where it takes any input."""

import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from shared import Server, Tally, binary, venv

CASES = int(os.environ.get("CASES", "1000"))
# How often whole chains of requests are tried.
CHAINS = CASES // 10
# 413, 414: a request that is too large is refused with it, which schemathesis does not expect by itself.
# Events: no document can describe a good signature, so none that is generated may be taken; `ignored_auth` watches that.
# Chains: each request of one comes from another device (schemathesis makes up its cookie), and to any other device a contact
# that was just saved does not exist.
CONFIG = f"""
[generation]
max-examples = {CASES}

[checks]
max_response_time = 5.0
negative_data_rejection.expected-statuses = ["400", "401", "403", "404", "405", "409", "413", "414", "415", "429"]

[phases.stateful]
generation.max-examples = {CHAINS}
checks.ensure_resource_availability.enabled = false

[[operations]]
include-name = "POST /api/webhooks/stripe"
checks.positive_data_acceptance.enabled = false
"""

tally = Tally()
python = venv("schemathesis", "schemathesis==4.32.5")
document = subprocess.run([binary(), "--print-openapi"], check=True, capture_output=True, text=True).stdout
described = {f"{method.upper()} {path}": operation for path, methods in json.loads(document)["paths"].items() for method, operation in methods.items()}
operations = set(described)
# Whoever is asked without any input is always asked the same.
alike = {name for name, operation in described.items() if not any(operation.get(part) for part in ("parameters", "requestBody", "security"))}
folder = tempfile.TemporaryDirectory()
root = pathlib.Path(folder.name)
(root / "openapi.json").write_text(document)
(root / "schemathesis.toml").write_text(CONFIG)
server = Server()


def begin(name, phases, *options):
    """Starts a run of its own, since schemathesis uses one core. Returns the process and its report."""
    report = root / f"{name}.ndjson"
    command = [
        str(pathlib.Path(python).with_name("schemathesis")), "run", "openapi.json", "--url", server.base, "--mode", "all",
        "--phases", phases, "--seed", os.environ.get("SEED", "20261121"), "--generation-database", "none",
        "--report", "ndjson", "--report-ndjson-path", str(report), *options,
    ]
    with (root / name).open("w") as output:
        return name, subprocess.Popen(command, stdout=output, stderr=output, cwd=root), report


def only(chosen):
    return [part for operation in chosen for part in ("--include-name", operation)]


names = sorted(operations)
single = "examples,coverage,fuzzing"
runs = [
    begin("first half", single, *only(names[::2])),
    begin("second half", single, *only(names[1::2])),
    begin("chains", "stateful"),
]
cases, findings = collections.Counter(), collections.Counter()
for name, process, report in runs:
    process.wait()
    print((root / name).read_text()[-6000:])
    tally.check(f"schemathesis ends without a failure or an error ({name})", process.returncode == 0, str(process.returncode))
    # One line for each event; the line that ends a scenario carries every case of it and what became of its checks.
    with report.open() as lines:
        for line in lines:
            scenario = json.loads(line).get("ScenarioFinished")
            if scenario is None:
                continue
            recorder = scenario["recorder"]
            for key, case in recorder.get("cases", {}).items():
                operation = f"{case['value']['method']} {case['value']['path']}"
                cases[operation] += 1
                failed = {check["name"] for check in recorder.get("checks", {}).get(key, []) if check["status"] == "failure"}
                findings.update((operation, check) for check in failed)
server.stop()
for operation in names:
    found = {check: count for (of, check), count in findings.items() if of == operation}
    least = 1 if operation in alike else CASES
    tally.check(f"{operation}: {cases[operation]} cases without a finding", least <= cases[operation] and not found, str(found))
tally.end()
