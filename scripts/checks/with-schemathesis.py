#!/usr/bin/env python3
"""Lets schemathesis try every call with what the OpenAPI document allows and what it forbids. `CASES` is how many of each (1000)."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

from shared import Server, binary, venv

python = venv("schemathesis", "schemathesis==4.32.5")
document = subprocess.run([binary(), "--print-openapi"], check=True, capture_output=True, text=True).stdout
folder = tempfile.TemporaryDirectory()
path = pathlib.Path(folder.name) / "openapi.json"
path.write_text(document)
server = Server()
# A document cannot say which texts are e-mail addresses, telephone numbers or signatures, so what it allows may still be
# refused; and there are no accounts that a call could forget to ask for.
cases = os.environ.get("CASES", "1000")
command = [
    str(pathlib.Path(python).with_name("schemathesis")), "run", str(path), "--url", server.base, "--max-examples", cases,
    "--mode", "all", "--phases", "examples,coverage,fuzzing", "--checks", "all", "--exclude-checks", "ignored_auth,positive_data_acceptance",
    "--max-response-time", "5", "--seed", os.environ.get("SEED", "20261121"), "--generation-database", "none",
]
run = subprocess.run(command, text=True, capture_output=True)
print(run.stdout[-12000:])
server.stop()
operations = len(re.findall(r'"operationId"', document))
failures = len(set(re.findall(r"^_+ ((?:GET|POST|PATCH|DELETE) \S+) _+$", run.stdout, re.M)))
if run.returncode != 0 and failures == 0:
    failures = 1
print(f"{operations - failures} passed, {failures} failed")
sys.exit(run.returncode)
