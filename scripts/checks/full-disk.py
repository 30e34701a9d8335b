#!/usr/bin/env python3
"""Fills the disk under the SQLite database and frees it again: every answer was true, nothing is lost, and the server recovers by itself.

Twice: with a limit on the size of the server's files, and, where this process may mount one, on a disk of two megabytes.
"""

import contextlib
import pathlib
import resource
import signal
import sqlite3
import subprocess
import tempfile
import time

from shared import Device, Server, Tally, eventually

BUYERS = 4
RECOVERY = 5
tally = Tally()


class SizeLimit:
    """No file of the server may grow further."""

    name = "size limit"

    def __init__(self):
        # Without this, the kernel ends a process that writes past the limit. It is inherited by the server.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        self.folder = tempfile.TemporaryDirectory(prefix="check-")
        self.path = pathlib.Path(self.folder.name)

    def fill(self, server):
        size = max(path.stat().st_size for path in self.path.iterdir())
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def free(self, server):
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def end(self):
        self.folder.cleanup()


class SmallDisk:
    """A file system in memory, full of one other file."""

    name = "small disk"

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="check-")
        self.path = pathlib.Path(self.folder.name)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "none", self.path], check=True, capture_output=True)
        self.other = self.path / "other"

    def fill(self, server):
        with self.other.open("wb", buffering=0) as other:
            try:
                while other.write(b"x" * 4096):
                    pass
            except OSError:
                pass

    def free(self, server):
        self.other.unlink()

    def end(self):
        subprocess.run(["umount", "--lazy", self.path], check=True)
        self.folder.cleanup()


def contact(device, name):
    return device.post("/api/contacts", {"name": name, "phoneNumber": "000", "isPrimary": True}).status


def run(disk):
    path = disk.path / "app.sqlite"
    server = Server(DATABASE_URL=f"sqlite://{path}")

    def number(sql):
        with contextlib.closing(sqlite3.connect(path, timeout=10)) as database:
            return database.execute(sql).fetchone()[0]

    buyers = [Device(server.base) for _ in range(BUYERS)]
    intents = [device.begin(f"buyer{number}@example.com") for number, device in enumerate(buyers)]
    stored, refused = [], 0

    def store():
        nonlocal refused
        device = Device(server.base)
        status = contact(device, f"Friend {len(stored)}")
        if status == 201:
            stored.append(device)
        elif status == 503:
            refused += 1
        else:
            tally.check(f"{disk.name}: a write that cannot be stored is refused as busy", False, f"status {status}")
        return status

    disk.fill(server)
    eventually("a full disk", lambda: store() == 503)
    paid = [device.confirm(intent, secret).status for device, (intent, secret) in zip(buyers, intents)]
    tally.check(f"{disk.name}: the provider takes the payments meanwhile", paid == [200] * BUYERS, paid)
    for _ in range(20):
        store()
    tally.check(f"{disk.name}: writes are refused", refused >= 10, f"{refused} refused, {len(stored)} stored")
    tally.check(f"{disk.name}: /readyz says that nothing can be written", eventually("/readyz", lambda: store() and not server.answers()))
    tally.check(f"{disk.name}: reading goes on", buyers[0].get("/api/gift-links/aaaaaaaaaaaaaaaaaaaaaaaaaa").status == 404)

    disk.free(server)
    began = time.monotonic()
    eventually("a stored contact", lambda: store() == 201 and server.answers())
    took = time.monotonic() - began
    tally.check(f"{disk.name}: {RECOVERY} seconds after there is room, it writes again", took <= RECOVERY, f"{took:.1f} s")
    for _ in range(10):
        store()
    outside = sqlite3.connect(path, timeout=5, isolation_level=None)
    outside.execute("BEGIN IMMEDIATE")
    outside.execute("ROLLBACK")
    outside.close()
    tally.check(f"{disk.name}: another process can write", True)
    count = number("SELECT COUNT(*) FROM contacts")
    tally.check(f"{disk.name}: what was answered 201 is stored, and nothing else", count == len(stored), f"{count} of {len(stored)}")
    for device in buyers:
        eventually("access after an event that is sent again", device.has_access)
    tally.check(f"{disk.name}: no payment is lost", True)
    eventually("the mails", lambda: number("SELECT COUNT(*) FROM outbox_emails WHERE status = 'sent'") == BUYERS)
    server.stop()
    server.start()
    tally.check(f"{disk.name}: the contacts are there after a restart", all(device.get("/api/contacts/primary").json["phoneNumber"] == "000" for device in stored))
    tally.check(f"{disk.name}: the purchases are there after a restart", all(device.has_access() for device in buyers))
    tally.check(f"{disk.name}: each payment has one mail", len(server.mails()) == BUYERS, len(server.mails()))
    server.stop()


limited = SizeLimit()
run(limited)
limited.end()
try:
    small = SmallDisk()
except (subprocess.CalledProcessError, OSError):
    print("     this process may not mount a small disk")
else:
    try:
        run(small)
    finally:
        small.end()
tally.end()
