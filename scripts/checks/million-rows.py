#!/usr/bin/env python3
"""A million purchases, devices and events, ten thousand of the orders open: answers stay quick and no order waits ten minutes.

On SQLite and on PostgreSQL. The rows are made with SQL.
"""

import contextlib
import pathlib
import sqlite3
import statistics
import subprocess
import time

from shared import Device, Postgres, Server, Tally, eventually

ROWS = 1_000_000
OPEN = 10_000
DAY = 86_400_000
tally = Tally()

# `n` counts from 1; what differs between the databases is filled in.
FILL = [
    """INSERT INTO purchases (id, kind, status, livemode, payment_intent_id, amount_cents, currency, buyer_email_hash,
       verification_count, paid_at, checked_at, next_check_at, created_at, updated_at)
       SELECT {uuid}, 'own_use', CASE WHEN n <= {open} THEN 'pending' ELSE 'paid' END, {false}, 'pi_' || n, 999, 'usd', {hash},
       0, CASE WHEN n <= {open} THEN NULL ELSE {now} - (n % 700) * {day} END, {now} - {day},
       CASE WHEN n <= {open} THEN {now} - 60000 WHEN n % 700 < 180 THEN {now} + {day} ELSE NULL END,
       CASE WHEN n <= {open} THEN {now} - 600000 ELSE {now} - (n % 700) * {day} END, {now} FROM {numbers}""",
    "INSERT INTO device_sessions (id, created_at, seen_at) SELECT {hash}, {now}, {now} - (n % 390) * {day} FROM {numbers}",
    """INSERT INTO webhook_events (id, kind, object_id, livemode, received_at)
       SELECT 'evt_' || n, 'payment_intent.succeeded', 'pi_' || n, {false}, {now} - (n % 34) * {day} FROM {numbers}""",
]
SQLITE = {
    "uuid": "randomblob(16)",
    "hash": "randomblob(32)",
    "false": "0",
    "numbers": f"(WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {ROWS}) SELECT n FROM numbers)",
}
POSTGRES = {
    "uuid": "gen_random_uuid()",
    "hash": "decode(md5(n::text) || md5('x' || n::text), 'hex')",
    "false": "false",
    "numbers": f"generate_series(1, {ROWS}) AS numbers(n)",
}


def fill(server, url):
    words = {"open": OPEN, "now": int(time.time() * 1000), "day": f"CAST({DAY} AS BIGINT)", **(POSTGRES if url else SQLITE)}
    statements = [sql.format(**words) for sql in FILL]
    if url:
        subprocess.run(["psql", "--quiet", "--no-psqlrc", "--variable=ON_ERROR_STOP=1", url, *(f"--command={sql}" for sql in [*statements, "ANALYZE"])], check=True)
        return
    with contextlib.closing(sqlite3.connect(pathlib.Path(server.folder.name) / "data/app.sqlite", isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = OFF")
        for sql in statements:
            database.execute(sql)


def latency(server):
    """The median time of a request that looks an address up and one that writes, in milliseconds."""
    device, times = Device(server.base), []
    for number in range(60):
        began = time.monotonic()
        answers = [device.post("/api/verify-email", {"email": f"a{number}@example.com"}), device.post("/api/contacts", {"phoneNumber": "000"})]
        times.append((time.monotonic() - began) * 1000)
        if any(answer.status not in (200, 201) for answer in answers):
            return float("inf")
    return statistics.median(times)


def run(name, url=None):
    settings = {"DATABASE_URL": url} if url else {}
    server = Server(**settings)
    empty = latency(server)
    server.stop()
    began = time.monotonic()
    fill(server, url)
    filled = time.monotonic() - began
    server.start()
    due = "SELECT COUNT(*) FROM purchases WHERE next_check_at <= {now}"
    now = int(time.time() * 1000)
    began = time.monotonic()
    eventually("the checks of open orders", lambda: server.number(due.format(now=now)) <= OPEN - 640)
    took, checked = time.monotonic() - began, OPEN - server.number(due.format(now=now))
    minutes = OPEN / (checked / took) / 60
    tally.check(f"{name}: {OPEN} open orders are all checked within 10 minutes", minutes < 10, f"{minutes:.1f} minutes")
    full = latency(server)
    tally.check(f"{name}: with {ROWS} rows in each table an answer takes at most five times as long as with none", full < 5 * empty, f"{empty:.1f} and {full:.1f} ms")
    log = server.log.read_text()
    tally.check(f"{name}: no background job fails", "background job" not in log)
    print(f"     filled in {filled:.0f} s; {checked / took:.0f} orders checked a second; {empty:.1f} ms empty, {full:.1f} ms full")
    server.stop()


run("SQLite")
with Postgres() as postgres:
    run("PostgreSQL", postgres.url)
tally.end()
