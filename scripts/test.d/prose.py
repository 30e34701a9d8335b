#!/usr/bin/env python3
"""Lints the prose of the project with proselint: its documents, and the comments of its Rust and TypeScript.

What is not prose is left blank, so that a finding has the line of its file."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts/checks"))

from shared import venv  # noqa: E402

# Off: typesetting (the project writes plain ASCII), repeated numbers, British words beside the names of code (`color`), and the names of
# benchmarks, which look like abbreviations of a chat.
OFF = ["typography", "lexical_illusions", "spelling.consistency", "industrial_language.chatspeak"]
COMMENTS = {
    ".rs": re.compile(r"^[ \t]*//[/!]?(.*)$", re.M),
    ".ts": re.compile(r"/\*\*?(.*?)\*/|^[ \t]*//(.*)$", re.M | re.S),
}
COMMENTS[".tsx"] = COMMENTS[".mjs"] = COMMENTS[".ts"]
CODE = re.compile(r"```.*?```|`[^`\n]*`|^\|.*$|<[^>\n]*>|https?://\S+", re.M | re.S)


def blank(text):
    """The same text with nothing but its line ends."""
    return re.sub(r"[^\n]", " ", text)


def prose_of(path):
    """The prose of a file, each word where it stands there."""
    text = path.read_text(errors="replace")
    if path.suffix != ".md":
        kept, end = [], 0
        for comment in COMMENTS[path.suffix].finditer(text):
            at = next(group for group in range(1, len(comment.groups()) + 1) if comment.group(group) is not None)
            kept += [blank(text[end : comment.start(at)]), re.sub(r"(?m)^[ \t]*\*", " ", comment.group(at))]
            end = comment.end(at)
        text = "".join(kept) + blank(text[end:])
    return CODE.sub(lambda found: blank(found.group()), text)


patterns = ["*.md", *(f"*{suffix}" for suffix in COMMENTS)]
listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
lines = [(f"{name}:{at}", line) for name in listed if (ROOT / name).exists() for at, line in enumerate([*prose_of(ROOT / name).splitlines(), ""], 1)]
proselint = pathlib.Path(venv("prose", "proselint==0.16.0")).with_name("proselint")
with tempfile.TemporaryDirectory() as folder:
    # All in one file: the program takes a tenth of a second to begin with each.
    text, config = pathlib.Path(folder) / "prose.txt", pathlib.Path(folder) / "config.json"
    text.write_text("\n".join(line for _, line in lines))
    config.write_text(json.dumps({"checks": {name: False for name in OFF}, "max_errors": 10_000}))
    told = subprocess.run([proselint, "--config", config, "check", text], capture_output=True, text=True)
found = [re.search(r"prose\.txt:(\d+):\d+: ([\w.]+): (.*)$", line) for line in told.stdout.splitlines()]
findings = [one.groups() for one in found if one is not None and not one.group(2).startswith(tuple(OFF))]
for at, check, words in findings:
    print(f"{lines[int(at) - 1][0]}: {check}: {words}")
if told.returncode not in (0, 1):
    print(told.stderr)
sys.exit(1 if findings or told.returncode not in (0, 1) else 0)
