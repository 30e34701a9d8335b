#!/usr/bin/env python3
"""A million purchases and 10,000 open orders: the reconcile job asks about all that are due within ten minutes, and neither it nor a start reads the whole table."""

import http.server
import json
import pathlib
import sqlite3
import subprocess
import threading
import time
import urllib.error
import urllib.request
import uuid

from shared import Postgres, Server, Tally, eventually, free_port

PURCHASES, OPEN = 1_000_000, 10_000
#: How many checked orders are enough to measure.
MEASURED = 640
#: In seconds.
PROMISED = 600

tally = Tally()


class Provider(http.server.BaseHTTPRequestHandler):
    """Knows every order, and that nobody has paid it."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        intent = self.path.rsplit("/", 1)[1].split("?")[0]
        order = str(uuid.UUID(intent.removeprefix("pi_")))
        body = {"id": intent, "object": "payment_intent", "status": "requires_payment_method", "amount": 999, "currency": "usd"}
        body |= {"livemode": False, "client_secret": f"{intent}_secret_1", "metadata": {"order_id": order}}
        text = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


class Listener(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_):
        """The server is stopped while it asks: its connections break."""


COLUMNS = """id, kind, status, livemode, is_hosted, payment_intent_id, amount_cents, currency, buyer_email_hash, verification_count,
    paid_at, checked_at, next_check_at, created_at, updated_at"""


def rows(now, made):
    """Paid purchases of the last year, due in the future, and open orders of the last minutes, due now. `made` is the database's own SQL."""
    paid, opened = f"{now} - n * 30", f"{now - 600_000}"
    return f"""INSERT INTO purchases ({COLUMNS}) SELECT id, 'own_use', CASE WHEN n <= {OPEN} THEN 'pending' ELSE 'paid' END, {made["no"]}, {made["no"]},
        {made["intent"]}, 999, 'usd', hash, 0, CASE WHEN n <= {OPEN} THEN NULL ELSE {paid} END, {opened},
        CASE WHEN n <= {OPEN} THEN {now - 1000} ELSE {now} + 3600000 + n END, CASE WHEN n <= {OPEN} THEN {opened} ELSE {paid} END, {opened}
        FROM ({made["numbers"]}) AS made"""


def fill_sqlite(server, now):
    database = sqlite3.connect(pathlib.Path(server.folder.name) / "data/app.sqlite")
    database.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -300000;")
    numbers = f"WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < {PURCHASES}) SELECT n, randomblob(16) AS id, randomblob(32) AS hash FROM up"
    # The id is made once, in a table of its own, because the intent's name is made of it.
    database.execute(f"CREATE TEMP TABLE made AS {numbers}")
    made = {"no": "0", "intent": "'pi_' || lower(hex(id))", "numbers": "SELECT * FROM temp.made"}
    database.execute(rows(now, made))
    database.commit()
    database.execute("ANALYZE")
    database.close()


def fill_postgres(server, now):
    numbers = f"SELECT n, gen_random_uuid() AS id, decode(md5(n::text) || md5((n + 1)::text), 'hex') AS hash FROM generate_series(1, {PURCHASES}) AS n"
    made = {"no": "FALSE", "intent": "'pi_' || replace(id::text, '-', '')", "numbers": numbers}
    psql = ["psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", server.settings["DATABASE_URL"]]
    subprocess.run([*psql, "--command", rows(now, made), "--command", "VACUUM ANALYZE purchases"], check=True, capture_output=True)


def measure(name, fill, **database):
    port = free_port()
    provider = Listener(("127.0.0.1", port), Provider)
    threading.Thread(target=provider.serve_forever, daemon=True).start()
    stripe = {"PAYMENTS": "stripe", "STRIPE_SECRET_KEY": "sk_test_1", "STRIPE_PUBLISHABLE_KEY": "pk_test_1", "STRIPE_WEBHOOK_SECRETS": "whsec_1"}
    server = Server(**stripe, STRIPE_API_BASE=f"http://127.0.0.1:{port}/", VERIFY_POLICY="proof", SERVER_SECRET="0123456789abcdef0123456789abcdef", BEGIN_ANEW="true", **database)
    server.stop()
    filled, now = time.monotonic(), int(time.time() * 1000)
    fill(server, now)
    print(f"     {name}: filled in {time.monotonic() - filled:.0f} s", flush=True)
    # The scans of what fills the table do not count; those of a start do.
    if "DATABASE_URL" in server.settings:
        subprocess.run(["psql", "--no-psqlrc", server.settings["DATABASE_URL"], "--command", "SELECT pg_stat_reset()"], check=True, capture_output=True)
    server.start()
    # Those that were due a second before the fill are due later once they are leased.
    due = f"SELECT COUNT(*) FROM purchases WHERE next_check_at <= {now}"
    began, first = time.monotonic(), server.number(due)
    eventually("the checks", lambda: server.number(due) <= first - MEASURED)
    rate = (first - server.number(due)) / (time.monotonic() - began)
    tally.check(f"{name}: 10,000 open orders among a million take less than ten minutes", OPEN / rate < PROMISED, f"{rate:.0f} a second")
    print(f"     {name}: {rate:.0f} orders a second", flush=True)
    for path in ["/api/access", "/your-data?token=none"]:
        try:
            urllib.request.urlopen(urllib.request.Request(server.base + path, headers={"cookie": "id=" + "A" * 43})).read()
        except urllib.error.HTTPError as refused:
            refused.read()
    # A connection of PostgreSQL's adds what it has counted at its end.
    server.stop()
    if "DATABASE_URL" in server.settings:
        scans = server.number("SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'purchases'")
        tally.check(f"{name}: no query of a start or of the job reads the whole table", scans == 0, f"{scans} scans")
    provider.shutdown()


measure("SQLite", fill_sqlite)
with Postgres() as postgres:
    measure("PostgreSQL", fill_postgres, DATABASE_URL=postgres.url)
tally.end()
