#!/usr/bin/env python3
"""A machine's clock that is wrong, with libfaketime: at a start 401 days ahead on a copy of a database nothing is deleted and no timer fires; set
two hours ahead while the server runs, no timer fires early and those that are due fire; once the clock is right,
everything goes on, and what was armed meanwhile fires after its time, also where the clock was set back."""

import os
import pathlib
import shutil
import subprocess
import time

from links import Link, PushService
from shared import Device, Server, Tally, binary, eventually

DAYS = 401
LIBRARY = next(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
tally = Tally()


class Shifted(Server):
    """A server whose wall clock is set by a file; its steady clocks are the machine's."""

    def set_clock(self, shift):
        # Replaced in one step: libfaketime reads it at any moment.
        draft = pathlib.Path(self.folder.name) / "clock.draft"
        draft.write_text(f"{shift}\n")
        os.replace(draft, pathlib.Path(self.folder.name) / "clock")

    def fake(self, shift):
        """From the next start on."""
        self.set_clock(shift)
        self.settings |= {
            "LD_PRELOAD": str(LIBRARY),
            "FAKETIME_TIMESTAMP_FILE": str(pathlib.Path(self.folder.name) / "clock"),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }

    def says(self, text, since=0):
        return text in self.log.read_text()[since:]

    def said(self):
        return len(self.log.read_text())


def kept(server):
    tables = ("device_sessions", "device_entitlements", "purchases", "watches", "watch_items")
    return {table: server.number(f"SELECT COUNT(*) FROM {table}") for table in tables}


def fired(server):
    return server.number("SELECT COUNT(*) FROM watch_timers WHERE state = 'fired'")


def trusted(server):
    """The operator's word that the clock is right."""
    return subprocess.run([binary(), "trust-clock"], cwd=server.folder.name, env=server.settings, capture_output=True, text=True)


service = PushService()
server = Shifted(PUSH_HOSTS=service.setting)
try:
    buyer = Device(server.base)
    buyer.confirm(*buyer.begin("owner@example.com"))
    eventually("access", buyer.has_access)
    # Devices that use the shop without having bought stay as well.
    Device(server.base).begin("visitor@example.com")
    hour = Link(server.base, service.subscription("hour"))
    hour.send(1, b"an item")
    hour.arm(3600)
    before = kept(server)
    server.stop()
    copy = pathlib.Path(server.folder.name) / "copy"
    shutil.copytree(pathlib.Path(server.folder.name) / "data", copy)

    server.fake(f"+{DAYS}d")
    server.start()
    seen = eventually("a word about the clock", lambda: server.says("clock is much later") or server.number("SELECT COUNT(*) FROM device_sessions") == 0)
    tally.check("a clock that is 401 days ahead at the start raises an alarm", server.says("clock is much later"))
    tally.check("nothing is deleted", kept(server) == before, f"{before} became {kept(server)}")
    tally.check("no timer of before fires", fired(server) == 0)
    since = server.said()
    server.set_clock("+0")
    eventually("the clock to be trusted", lambda: server.says("trusted again", since))
    tally.check("once the clock is right the buyer has access", buyer.has_access())

    since = server.said()
    server.set_clock("+2h")
    eventually("a word about the clock", lambda: server.says("clock was set while", since))
    tally.check("a clock that is set two hours ahead fires no timer of an hour", fired(server) == 0)
    soon = Link(server.base, service.subscription("soon"))
    began = time.monotonic()
    soon.arm(2)
    eventually("the timer", lambda: fired(server) == 1)
    tally.check("a timer of two seconds fires meanwhile, and not before", 1.9 <= time.monotonic() - began and soon.items() == [b"overdue"])
    later = Link(server.base, service.subscription("later"))
    later.arm(3600)
    word = trusted(server)
    tally.check("the operator may say that the clock is right", word.returncode == 0, word.stderr)
    eventually("the timer of an hour", lambda: fired(server) == 2)
    tally.check("and then what is due by it fires", b"overdue" in hour.items())
    eventually("the timer that was armed meanwhile", lambda: server.number("SELECT COUNT(*) FROM watch_timers WHERE state = 'armed' AND due_at > (SELECT MAX(got_at) FROM watch_timers) + 3600000") == 1)
    tally.check("a timer of an hour that was armed by the wrong clock does not", fired(server) == 2 and later.items() == [])

    since = server.said()
    seconds = Link(server.base, service.subscription("seconds"))
    seconds.arm(3)
    server.set_clock("+0")
    eventually("a word about the clock", lambda: server.says("clock was set while", since))
    trusted(server)
    eventually("the timer of seconds", lambda: fired(server) == 3)
    tally.check("a clock that is set two hours back keeps no timer from firing", seconds.items() == [b"overdue"] and later.items() == [])
    tally.check("and what is kept is kept", kept(server)["device_sessions"] == before["device_sessions"])
    server.kill()

    # The server was truly off for so long: the operator says so.
    shutil.rmtree(pathlib.Path(server.folder.name) / "data")
    copy.rename(pathlib.Path(server.folder.name) / "data")
    server.set_clock(f"+{DAYS}d")
    server.start()
    tally.check("after 401 days the server serves", Device(server.base).get("/").status == 200)
    word = trusted(server)
    tally.check("the operator says that the server was off", word.returncode == 0, word.stderr)
    eventually("what is too old to go", lambda: server.number("SELECT COUNT(*) FROM device_sessions") == 0)
    tally.check("and then it deletes what is too old", True)
finally:
    server.kill()
tally.end()
