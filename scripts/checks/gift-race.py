#!/usr/bin/env python3
"""Fifty friends redeem one gift at the same moment, a hundred times: exactly one may win each time, and one round is cut off by a kill."""

from concurrent.futures import ThreadPoolExecutor
from threading import Timer

from shared import Device, Server, Tally

ROUNDS = 100
FRIENDS = 50
tally = Tally()
server = Server()
giver = Device(server.base)


def give(number):
    body = {"buyerEmail": "giver@example.com", "recipientEmail": f"friend{number}@example.com"}
    secret = giver.post("/api/create-gift-payment-intent", body).json["clientSecret"]
    intent = secret.split("_secret_")[0]
    giver.confirm(intent, secret)
    back = f"/download-success?gift=true&payment_intent={intent}&payment_intent_client_secret={secret}"
    return giver.get(back).data["giftLink"].rsplit("/", 1)[1]


def activate(device, code, number):
    try:
        return device.post(f"/api/gift-links/{code}/activate", {"email": f"friend{number}@example.com"}).status
    except OSError:
        return None


wrong = []
with ThreadPoolExecutor(FRIENDS) as pool:
    for round_ in range(ROUNDS):
        code = give(round_)
        devices = [Device(server.base) for _ in range(FRIENDS)]
        if round_ == ROUNDS // 2:
            Timer(0.05, server.kill).start()
            statuses = list(pool.map(lambda number: activate(devices[number], code, number), range(FRIENDS)))
            server.process.wait()
            server.start()
            answered = statuses.count(200)
            again = [activate(device, code, number) for number, device in enumerate(devices)]
            tally.check("a kill in the middle leaves at most one winner", answered <= 1 and again.count(200) == 1, f"{answered}, {again.count(200)}")
            continue
        statuses = list(pool.map(lambda number: activate(devices[number], code, number), range(FRIENDS)))
        if statuses.count(200) != 1 or statuses.count(410) != FRIENDS - 1:
            wrong.append((round_, statuses))
            continue
        winner = devices[statuses.index(200)]
        if activate(winner, code, 0) != 200 or not winner.has_access():
            wrong.append((round_, "the winner is not answered again"))
tally.check(f"one of {FRIENDS} wins in each of {ROUNDS - 1} rounds", not wrong, str(wrong[:3]))
redeemed = server.number("SELECT COUNT(*) FROM purchases WHERE kind = 'gift_redemption'")
tally.check("as many redemptions as gifts", redeemed == ROUNDS, str(redeemed))
server.stop()
tally.end()
