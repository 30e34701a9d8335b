#!/usr/bin/env python3
"""Checks that with VERIFY_POLICY=proof no answer tells whether an address bought something: not its words, not its headers, not its time.

`SAMPLES` is how many questions of either kind each call gets, a multiple of 10 (1000).
"""

import http.client
import json
import math
import os
import random
import statistics
import time
import urllib.parse

from shared import Device, Server, Tally, eventually

SAMPLES = int(os.environ.get("SAMPLES", "1000"))
BUYERS = 8
# How many requests are compared for known and for unknown addresses.
BLOCK = 10
# Two fair samples differ by more than this many standard errors once in 150,000 runs (two-sided, normal).
MOST_Z = 4.5

tally = Tally()
server = Server(VERIFY_POLICY="proof")


def known(number):
    return f"buyer{number}@example.com"


def unknown(number):
    return f"other{number}@example.com"


def as_json(email):
    return json.dumps({"email": email}), "application/json"


def as_form(email):
    return urllib.parse.urlencode({"email": email}), "application/x-www-form-urlencoded"


def ask(connection, path, encode, email):
    """The time that the answer took, and the answer without its date and the address."""
    body, kind = encode(email)
    began = time.perf_counter()
    connection.request("POST", path, body, {"Content-Type": kind})
    response = connection.getresponse()
    text = response.read().decode()
    took = time.perf_counter() - began
    headers = [(name, value) for name, value in response.getheaders() if name.lower() != "date"]
    return took, (response.status, headers, text.replace(email, "EMAIL"))


def rank_sum(blocks):
    """By how many standard errors the ranks of known addresses differ from chance (Mann-Whitney, block by block: van Elteren).

    It has no unit and compares neighbours only, so that a slow machine or a busy minute is judged like any other.
    """
    surplus, variance = 0, 0
    for block in blocks:
        ranked = sorted(block, key=lambda answer: answer[1])
        ranks = sum(rank for rank, (kind, _) in enumerate(ranked, 1) if kind is known)
        surplus += ranks - BLOCK * (2 * BLOCK + 1) / 2
        variance += BLOCK * BLOCK * (2 * BLOCK + 1) / 12
    return surplus / math.sqrt(variance)


def compare(path, encode):
    """Checks one endpoint and returns its deviation."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    for _ in range(20):
        ask(connection, path, encode, unknown(0))
    blocks, answers = [], {known: set(), unknown: set()}
    for start in range(0, SAMPLES, BLOCK):
        # Shuffled, so that an effect of one request on the next is the same for both kinds.
        questions = [(kind, number % BUYERS) for number in range(start, start + BLOCK) for kind in (known, unknown)]
        random.shuffle(questions)
        block = []
        for kind, number in questions:
            took, answer = ask(connection, path, encode, kind(number))
            block.append((kind, took))
            answers[kind].add(repr(answer))
        blocks.append(block)
    connection.close()
    same = answers[known] == answers[unknown] and len(answers[known]) == 1
    tally.check(f"{path}: status, headers and words are the same for every address", same, str(answers))
    z = rank_sum(blocks)
    medians = [statistics.median(took for block in blocks for kind, took in block if kind is wanted) for wanted in (known, unknown)]
    told = f"z {z:+.2f}, medians {medians[0] * 1000:.3f} and {medians[1] * 1000:.3f} ms"
    tally.check(f"{path}: {SAMPLES} answers for known and for unknown addresses take the same time", abs(z) < MOST_Z, told)
    print(f"     {told}")
    return z


for number in range(BUYERS):
    device = Device(server.base)
    device.confirm(*device.begin(known(number)))
    eventually("access", device.has_access)
eventually("the mails of buying", lambda: server.number("SELECT COUNT(*) FROM outbox_emails WHERE status <> 'sent'") == 0)

endpoints = [("/api/verify-email", as_json), ("/api/verify-purchase", as_json), ("/verify", as_form), ("/redownload", as_form)]
deviations = [compare(path, encode) for path, encode in endpoints]
# A small deviation in the same direction everywhere shows in the sum.
together = sum(deviations) / math.sqrt(len(deviations))
tally.check("all endpoints together take the same time", abs(together) < MOST_Z, f"z {together:+.2f}")
print(f"     z {together:+.2f}")
server.stop()
tally.end()
