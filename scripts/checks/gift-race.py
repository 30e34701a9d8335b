#!/usr/bin/env python3
"""Fifty devices redeem one gift at the same moment, a hundred times on each database: exactly one may succeed, also when the server is killed."""

import itertools
import random
import threading
from concurrent.futures import ThreadPoolExecutor

from shared import Device, Postgres, Server, Tally

ROUNDS = 100
DEVICES = 50
# In every tenth round the server is killed while the devices are waiting for their answers.
KILL_EVERY = 10
tally = Tally()


def give(giver, number):
    body = {"buyerEmail": "giver@example.com", "recipientEmail": f"friend{number}@example.com"}
    secret = giver.post("/api/create-gift-payment-intent", body).json["clientSecret"]
    intent = secret.split("_secret_")[0]
    giver.confirm(intent, secret)
    back = f"/download-success?gift=true&payment_intent={intent}&payment_intent_client_secret={secret}"
    return giver.get(back).data["giftLink"].rsplit("/", 1)[1]


def activate(device, code, number):
    """The status of the answer, or None when the server was killed before it."""
    try:
        return device.post(f"/api/gift-links/{code}/activate", {"email": f"friend{number}@example.com"}).status
    except OSError:
        return None


def race(pool, devices, code):
    return list(pool.map(lambda number: activate(devices[number], code, number), range(DEVICES)))


def plain_round(pool, devices, code):
    """What was wrong, or None."""
    statuses = race(pool, devices, code)
    if statuses.count(200) != 1 or statuses.count(410) != DEVICES - 1:
        return statuses
    winner = devices[statuses.index(200)]
    if activate(winner, code, 0) != 200 or not winner.has_access():
        return "the winner is not answered again"
    return None


def killed_round(server, pool, devices, code, number):
    """What was wrong, or None; and whether the kill came while some were answered and others were not.

    The devices open the gift's page first, as people do: from then on the server knows them again, also where
    it was killed between the winner's row and the winner's answer.
    """
    opened = list(pool.map(lambda device: device.get(f"/gift/{code}").status, devices))
    by_time = number // KILL_EVERY % 2 == 0
    if by_time:
        # Often before the first answer, so that the answer of the one that succeeded is lost.
        killer = threading.Timer(random.uniform(0.005, 0.06), server.kill)
        killer.start()
    answers = itertools.count(1)
    last = random.randint(1, DEVICES // 2)

    def try_and_count(number):
        status = activate(devices[number], code, number)
        if not by_time and next(answers) == last:
            server.kill()
        return status

    statuses = list(pool.map(try_and_count, range(DEVICES)))
    if by_time:
        killer.join()
    server.start()
    again = [activate(device, code, number) for number, device in enumerate(devices)]
    is_amid = None in statuses and statuses.count(None) < DEVICES
    told = [number for number, status in enumerate(statuses) if status == 200]
    hold = [number for number, status in enumerate(again) if status == 200]
    # A device that was told so has the gift; when none was told, one gets it now.
    if opened != [200] * DEVICES or len(hold) != 1 or (told and told != hold) or not devices[hold[0]].has_access():
        return (statuses, again), is_amid
    return None, is_amid


def run(name, server):
    giver = Device(server.base)
    wrong, amid = [], 0
    with ThreadPoolExecutor(DEVICES) as pool:
        for number in range(ROUNDS):
            code = give(giver, number)
            devices = [Device(server.base) for _ in range(DEVICES)]
            if number % KILL_EVERY == KILL_EVERY - 1:
                fault, is_amid = killed_round(server, pool, devices, code, number)
                amid += is_amid
            else:
                fault = plain_round(pool, devices, code)
            if fault:
                wrong.append((number, fault))
    tally.check(f"{name}: one of {DEVICES} devices redeems the gift in each of {ROUNDS} rounds", not wrong, str(wrong[:3]))
    tally.check(f"{name}: some kills came between the first and the last answer", 0 < amid)
    print(f"     {amid} of {ROUNDS // KILL_EVERY} kills did")
    redeemed = server.number("SELECT COUNT(*) FROM purchases WHERE kind = 'gift_redemption'")
    tally.check(f"{name}: as many redemptions as gifts", redeemed == ROUNDS, str(redeemed))
    entitled = server.number("SELECT COUNT(*) FROM device_entitlements WHERE source = 'gift'")
    tally.check(f"{name}: as many devices with a gift as gifts", entitled == ROUNDS, str(entitled))
    server.stop()


# Fifty devices at once: on a busy machine the last of them waits longer than the 2.5 seconds that a person would.
wait = {"DATABASE_WAIT_MS": "8000"}
run("SQLite", Server(**wait))
with Postgres() as postgres:
    run("PostgreSQL", Server(DATABASE_URL=postgres.url, **wait))
tally.end()
