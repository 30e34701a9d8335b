#!/usr/bin/env python3
"""Kills servers around the moment at which timers are due, 20 times on SQLite and on PostgreSQL, with two processes on one database: each
timer fires, its item is stored once, and a phone shows one notification, because every repeated push has the same topic. Both databases have
their rounds at the same time, because most of a round is waiting."""

import pathlib
import random
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor

from links import Link, PushService, claims
from shared import Postgres, Server, Tally, token

ROUNDS = 20
TIMERS = 5
tally = Tally()


def rounds(kind, url):
    """Returns what came of it: claims, whether they hold, and details."""
    service = PushService()
    settings = {"DATABASE_URL": url, "SERVER_SECRET": token(32), "BEGIN_ANEW": "true", "PUSH_HOSTS": service.setting}
    servers = [Server(**settings), Server(**settings)]
    links = []
    for number in range(ROUNDS):
        made = [Link(servers[0].base, service.subscription(f"{number}-{index}")) for index in range(TIMERS)]
        for link in made:
            link.arm(1)
        links += made
        # One process or both, shortly before the timers are due or after.
        killed = servers if number % 2 else [random.choice(servers)]
        killers = [threading.Timer(random.uniform(0.5, 1.6), server.kill) for server in killed]
        for killer in killers:
            killer.start()
        for killer in killers:
            killer.join()
        for server in killed:
            server.start()
    outcome = claims(kind, servers[0], service, links)
    for server in servers:
        server.stop()
    return outcome


with tempfile.TemporaryDirectory(prefix="check-") as folder, Postgres() as postgres, ThreadPoolExecutor() as threads:
    urls = {"SQLite": f"sqlite://{pathlib.Path(folder) / 'app.sqlite'}", "PostgreSQL": postgres.url}
    for outcome in [threads.submit(rounds, kind, url) for kind, url in urls.items()]:
        for claim in outcome.result():
            tally.check(*claim)
tally.end()
