#!/usr/bin/env python3
"""Ends PostgreSQL under the server: /readyz says so, and what needs the database is answered 503, not 500."""

from shared import Device, Postgres, Server, Tally, eventually

tally = Tally()
with Postgres() as postgres:
    server = Server(DATABASE_URL=postgres.url)
    device = Device(server.base)
    contact = {"phoneNumber": "000"}
    tally.check("a write is stored", device.post("/api/contacts", contact).status == 201)
    tally.check("the server is ready", server.answers())
tally.check("/readyz says that the database is gone", eventually("503 from /readyz", lambda: Device(server.base).get("/readyz").status == 503))
answers = [device.post("/api/contacts", contact), device.get("/api/access"), device.get("/api/contacts/primary")]
tally.check("what needs the database is answered 503", [answer.status for answer in answers] == [503] * 3, [answer.status for answer in answers])
tally.check("with the time to wait", all("Retry-After" in answer.headers for answer in answers))
tally.check("pages that need no database are served", device.get("/").status == 200)
tally.check("the process answers", device.get("/healthz").status == 200)
server.stop()
tally.end()
