#!/usr/bin/env python3
"""A thousand emergencies at once send their sound, each a piece of 20 KB every five seconds: each piece is stored once, the server's memory
stays as it is, and the alarms of others leave meanwhile. SECONDS=600 makes it the ten minutes of an emergency. SERVERS=2 sends to two
servers on one PostgreSQL and one bucket instead of one server with a folder."""

import concurrent.futures
import contextlib
import hashlib
import http.client
import os
import pathlib
import sqlite3
import subprocess
import time
import uuid

from links import Link, PushService, encode
from shared import Bucket, Postgres, Server, Tally, eventually

EMERGENCIES = 1000
EVERY = 5
SECONDS = int(os.environ.get("SECONDS", "30"))
PIECE = os.urandom(20 << 10)
SENDERS = 24
SERVERS = int(os.environ.get("SERVERS", "1"))
tally = Tally()
service = PushService()
# Beside other tests a turn at the database may take longer than the 2.5 seconds that a person waits.
settings = {"PUSH_HOSTS": service.setting, "DATABASE_WAIT_MS": "8000"}
open_stores = contextlib.ExitStack()
bucket = None
if SERVERS > 1:
    postgres = open_stores.enter_context(Postgres())
    bucket = Bucket()
    settings |= {"DATABASE_URL": postgres.url, "SERVER_SECRET": os.urandom(32).hex(), "BEGIN_ANEW": "true", **bucket.settings}
servers = [Server(**settings) for _ in range(SERVERS)]

# The copies are written at once: making them is no part of what is measured.
tokens = [os.urandom(32) for _ in range(EMERGENCIES)]
now = int(time.time() * 1000)
digest = lambda data: hashlib.sha256(data).digest()
rows = [(uuid.uuid4(), uuid.uuid4(), digest(token), os.urandom(32), 0, 0, 0, now, now + 30 * 86_400_000) for token in tokens]
columns = "id, watch_id, write_hash, read_hash, positions, pieces, bytes, created_at, expires_at"
if SERVERS > 1:
    text = "".join("\t".join(f"\\\\x{value.hex()}" if isinstance(value, bytes) else str(value) for value in row) + "\n" for row in rows)
    subprocess.run(["psql", "--no-psqlrc", "--quiet", postgres.url, "--command", f"COPY watch_sounds ({columns}) FROM STDIN"], input=text, text=True, check=True)
else:
    database = sqlite3.connect(pathlib.Path(servers[0].folder.name) / "data/app.sqlite", timeout=10)
    with database:
        values = [[value.bytes if isinstance(value, uuid.UUID) else value for value in row] for row in rows]
        database.executemany(f"INSERT INTO watch_sounds ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
    database.close()


def memory():
    """Megabytes that the servers hold (proc(5))."""
    statuses = [pathlib.Path(f"/proc/{server.process.pid}/status").read_text() for server in servers]
    return sum(int(status.split("VmRSS:")[1].split()[0]) for status in statuses) / 1024


def count_objects():
    if bucket:
        return len(bucket.names())
    return sum(len(files) for _, _, files in os.walk(pathlib.Path(servers[0].folder.name) / "data/sounds"))


def send(index):
    """One of the senders: the pieces of its emergencies, each at its time. Returns what each took and how late it was sent."""
    line = http.client.HTTPConnection("127.0.0.1", servers[index % SERVERS].port, timeout=60)
    took, late, refused = [], [], 0
    mine = range(index, EMERGENCIES, SENDERS)
    for round_ in range(SECONDS // EVERY):
        for emergency in mine:
            due = begin + round_ * EVERY + EVERY * emergency / EMERGENCIES
            time.sleep(max(0, due - time.monotonic()))
            sent = time.monotonic()
            headers = {"Authorization": f"Bearer {encode(tokens[emergency])}", "Content-Type": "application/octet-stream"}
            line.request("PUT", f"/api/watches/sounds/pieces/sound/{round_}", PIECE, headers)
            answer = line.getresponse()
            answer.read()
            took.append(time.monotonic() - sent)
            late.append(sent - due)
            refused += answer.status != 201
    return took, late, refused


def alarms():
    """Alarms of somebody else, and requests that need no database, which tell how busy the machine is."""
    took, empty = [], []
    while time.monotonic() < begin + SECONDS:
        asked = time.monotonic()
        link.send(len(took), b"alarm")
        took.append(time.monotonic() - asked)
        asked = time.monotonic()
        link.device.get("/healthz")
        empty.append(time.monotonic() - asked)
        held.append(memory())
        time.sleep(0.2)
    return took, empty


def most(times, of=99):
    return sorted(times)[len(times) * of // 100]


def processor():
    """Seconds of processor time that the servers and PostgreSQL have used."""
    return sum(server.processor() for server in servers), postgres.processor() if SERVERS > 1 else 0


link = Link(servers[0].base, service.subscription("1"))
held = []
used = processor()
begin = time.monotonic() + 1
with concurrent.futures.ThreadPoolExecutor(SENDERS + 1) as pool:
    beside = pool.submit(alarms)
    senders = list(pool.map(send, range(SENDERS)))
    alarm_took, empty_took = beside.result()
costs = [(after - before) / (EMERGENCIES * (SECONDS // EVERY)) for before, after in zip(used, processor())]
took = [one for times, _, _ in senders for one in times]
late = [one for _, times, _ in senders for one in times]
expected = EMERGENCIES * (SECONDS // EVERY)
stored = servers[0].number("SELECT COUNT(*) FROM watch_pieces")
objects = count_objects()
refused = sum(count for _, _, count in senders)
tally.check(f"all {expected} pieces are stored, each in one object", (stored, objects, refused) == (expected, expected, 0), (stored, objects, refused))
half, end = held[len(held) // 2], held[-1]
tally.check("the servers hold no more memory at the end than in the middle, but for a tenth", end < half * 1.1 + 8, (half, end))
tally.check("99 of 100 alarms of others are taken within three seconds, and what an empty request takes", most(alarm_took) < 3 + most(empty_took), most(alarm_took))
eventually("every push", lambda: len({topic for _, topic, *_ in list(service.received)}) == len(alarm_took))
print(f"     {len(took) / SECONDS:.0f} pieces a second for {SECONDS} s: half within {most(took, 50) * 1000:.0f} ms, 99 % within {most(took) * 1000:.0f} ms, sent at most {max(late):.1f} s late; 99 % of alarms within {most(alarm_took) * 1000:.0f} ms, of empty requests within {most(empty_took) * 1000:.0f} ms; for a piece {costs[0] * 1e6:.0f} us of the processor in the server and {costs[1] * 1e6:.0f} in PostgreSQL; {half:.0f} MB in the middle, {end:.0f} MB at the end")
for server in servers:
    server.stop()
if bucket:
    bucket.stop()
open_stores.close()
tally.end()
