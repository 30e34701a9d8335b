#!/usr/bin/env python3
"""A restore drill: copies the database while payments go on, restores the copy into another folder, and finds every earlier purchase there."""

import pathlib
import shutil
import sqlite3
import stat
import subprocess
import tempfile
import threading

from shared import Device, Server, Tally, binary, eventually

tally = Tally()


def operate(server, *arguments):
    """Runs a task of the operator with the server's settings."""
    return subprocess.run([binary(), *arguments], cwd=server.folder.name, env=server.settings, capture_output=True, text=True)


def buy(server, email):
    device = Device(server.base)
    device.confirm(*device.begin(email))
    eventually("access", device.has_access)
    return device


server = Server()
place = tempfile.TemporaryDirectory(prefix="restored-")
copy = pathlib.Path(place.name) / "copy.sqlite"
try:
    owners = [buy(server, f"owner{number}@example.com") for number in range(3)]
    stop = threading.Event()

    def shop():
        number = 0
        while not stop.is_set():
            number += 1
            Device(server.base).begin(f"later{number}@example.com")

    busy = threading.Thread(target=shop)
    busy.start()
    try:
        done = operate(server, "backup", str(copy))
    finally:
        stop.set()
        busy.join()
    tally.check("a running server's database is copied", done.returncode == 0, done.stderr)
    tally.check("the copy is for its owner only", stat.S_IMODE(copy.stat().st_mode) == 0o600, oct(copy.stat().st_mode))
    opened = sqlite3.connect(copy)
    tally.check("the copy is whole", opened.execute("PRAGMA integrity_check").fetchone()[0] == "ok")
    opened.close()
    again = operate(server, "backup", str(copy))
    tally.check("an existing file is not overwritten", again.returncode == 1 and "exists already" in again.stderr, again.stderr)
    server.kill()
    folder = pathlib.Path(server.folder.name)
    for path in (folder / "data").glob("app.sqlite*"):
        path.unlink()
    shutil.copy(copy, folder / "data/app.sqlite")
    server.start()
    tally.check("with the copy in its place every buyer has access", all(owner.has_access() for owner in owners))
    found = operate(server, "find", "owner1@example.com")
    tally.check("the secret opens the copy", found.returncode == 0 and '"paid"' in found.stdout, found.stderr)
    strange = subprocess.run(
        [binary(), "find", "owner1@example.com"],
        cwd=server.folder.name,
        env={**server.settings, "SERVER_SECRET": "another-secret-of-32-characters-!"},
        capture_output=True,
        text=True,
    )
    tally.check("another secret is refused", strange.returncode == 2 and "does not open this database" in strange.stderr, strange.stderr)
finally:
    server.stop()
    place.cleanup()
tally.end()
