#!/usr/bin/env python3
"""Sound copies in a bucket of moto, an S3 that this project did not write, with two servers on one PostgreSQL: what one stores the other
reads, objects are made once and tell nothing by their names, and while the bucket is away nothing is half stored."""

import json
import os
import re
import subprocess
import time
import urllib.error
import urllib.request

from links import Link, encode
from shared import Bucket, Postgres, Server, Tally, binary, eventually

PIECES = "/api/watches/sounds/pieces"
tally = Tally()


class Sound:
    def __init__(self, base, link):
        self.base = base
        self.tokens = {name: os.urandom(32) for name in ("write", "read")}
        link.tokens.update(self.tokens | {"read": link.tokens["read"], "sound": self.tokens["read"]})
        body = {"writeHash": link.hash("write"), "readHash": link.hash("sound"), "recovery": None}
        link.expect(201, "POST", "/api/watches/sounds", "owner", body)

    def ask(self, base, method, path, token, data=None):
        headers = {"Authorization": f"Bearer {encode(self.tokens[token])}", "Content-Type": "application/octet-stream"}
        request = urllib.request.Request(base + path, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, response.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def put(self, base, seq, data):
        return self.ask(base, "PUT", f"{PIECES}/sound/{seq}", "write", data)[0]

    def get(self, base, seq):
        return self.ask(base, "GET", f"{PIECES}/sound/{seq}", "read")


def asked(server, **more):
    """What check-config says of a server's settings: its exit code and its answer, or its one line."""
    settings = {**server.settings, **more}
    task = subprocess.run([binary(), "check-config"], cwd=server.folder.name, env=settings, capture_output=True, text=True, timeout=120)
    return task.returncode, json.loads(task.stdout) if task.returncode == 0 else task.stderr.strip().splitlines()


bucket = Bucket()
with Postgres() as postgres:
    settings = {
        "DATABASE_URL": postgres.url,
        "SERVER_SECRET": "a secret of thirty-two characters or more",
        "BEGIN_ANEW": "true",
        **bucket.settings,
    }
    one, two = Server(**settings), Server(**settings)
    link = Link(one.base, None)
    sound = Sound(one.base, link)
    data = os.urandom(20 << 10)
    statuses = [sound.put(one.base, seq, data) for seq in range(3)] + [sound.put(two.base, 0, data), sound.put(two.base, 0, b"other")]
    tally.check("pieces are stored once, by whichever server", statuses == [201, 201, 201, 200, 409], statuses)
    tally.check("what one server stores the other reads", [sound.get(two.base, seq) for seq in range(3)] == [(200, data)] * 3)
    names = bucket.names()
    tally.check("each piece is one object with a random name", len(names) == 3 and all(re.fullmatch(r"copies/[0-9a-f]{16}/[0-9a-f]{2}/[0-9a-f]{30}", name) for name in names), names)

    code, said = asked(one)
    tally.check("check-config tries the bucket and leaves nothing in it", (code, said["sound_store"], bucket.names()) == (0, "ok", names), (code, said))
    code, said = asked(one, SOUND_STORE="s3://nobody-made-this/copies")
    tally.check("check-config says in one line that a bucket is not there", code == 2 and len(said) == 1 and "cannot store an object" in said[0] and "NoSuchBucket" in said[0], said)

    bucket.stop()
    began = time.monotonic()
    code, said = asked(one)
    tally.check("check-config says in one line that a bucket is away, in time", code == 2 and len(said) == 1 and "cannot store an object" in said[0] and time.monotonic() - began < 60, said)
    began = time.monotonic()
    away = [sound.put(one.base, 3, data), sound.get(two.base, 0)[0]]
    tally.check("a bucket that is away refuses within the time of a request", away == [507, 503] and time.monotonic() - began < 25, (away, time.monotonic() - began))
    link.send(0, b"alarm")
    tally.check("alarms leave meanwhile, and nothing is half stored", one.number("SELECT COUNT(*) FROM watch_pieces") == 3)
    bucket.start()
    eventually("a piece after the bucket came back", lambda: sound.put(one.base, 3, data) in (200, 201))
    tally.check("a piece that was refused is stored when it is sent again", sound.get(one.base, 3) == (200, data))

    # moto has forgotten the first three; what is gone counts as deleted.
    one.number("WITH aged AS (UPDATE watch_sounds SET newest_at = newest_at - 86400000 RETURNING 1) SELECT COUNT(*) FROM aged")
    ended = sound.ask(two.base, "DELETE", "/api/watches/sounds", "write")[0]
    eventually("the deletion", lambda: one.number("SELECT COUNT(*) FROM watch_sounds") == 0)
    tally.check("an ended copy leaves no object", ended == 204 and bucket.names() == [], (ended, bucket.names()))
    one.stop()
    two.stop()
bucket.stop()
tally.end()
