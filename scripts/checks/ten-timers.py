#!/usr/bin/env python3
"""Ten server processes on one PostgreSQL: each timer fires once, and each timer and each item is pushed exactly once. Then nine of them are
killed around the moments at which timers are due: nothing is lost, and a phone shows one notification for each."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor

from links import Link, PushService, claims, settle
from shared import Postgres, Server, Tally, token

PROCESSES = 10
LINKS = 20
tally = Tally()


def link_names(name):
    return [f"{name}-{index}" for index in range(LINKS)]


def linked(name, servers):
    return [Link(random.choice(servers).base, service.subscription(one)) for one in link_names(name)]


def nobody_is_killed(servers):
    timed, sent = linked("timed", servers), linked("sent", servers)
    for link in timed:
        link.arm(1)
    for link in sent:
        link.send(0, b"alarm")
    settle(servers[0])
    paths = sorted(path for path, _, _, _ in service.received)
    once = sorted(f"/{name}" for name in link_names("timed") + link_names("sent"))
    tally.check("ten processes: each timer and each item is pushed exactly once", paths == once, f"{len(paths)} pushes for {len(once)}")
    stored = [link for link in timed if link.items() == [b"overdue"]]
    tally.check("ten processes: every timer's item is stored once", len(stored) == LINKS, f"{len(stored)} of {LINKS}")


def nine_are_killed(servers):
    """Three at a time."""
    last, links = servers[-1], []
    for number in range(0, PROCESSES - 1, 3):
        made = linked(f"killed-{number}", [last])
        for link in made:
            link.arm(1)
        links += made
        killers = [threading.Timer(random.uniform(0.5, 1.6), server.kill) for server in servers[number : number + 3]]
        for killer in killers:
            killer.start()
        for killer in killers:
            killer.join()
    for claim in claims("nine of ten killed", last, service, links):
        tally.check(*claim)


with Postgres() as postgres, ThreadPoolExecutor(PROCESSES) as threads:
    service = PushService()
    # Together they stay below the 100 connections of PostgreSQL.
    settings = {"DATABASE_URL": postgres.url, "DATABASE_CONNECTIONS": "8", "SERVER_SECRET": token(32), "BEGIN_ANEW": "true", "PUSH_HOSTS": service.setting}
    # The first one creates the tables.
    first = Server(**settings)
    servers = [first, *threads.map(lambda _: Server(**settings), range(PROCESSES - 1))]
    nobody_is_killed(servers)
    service.received.clear()
    nine_are_killed(servers)
    servers[-1].stop()
tally.end()
