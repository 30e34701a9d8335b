#!/usr/bin/env python3
"""Checks this package: each file against manifest.sha256, and each piece of sound against the chain in links.csv.

Unpack the package and run in its folder:  python3 verify.py
It needs Python 3.6 or newer and nothing else, and uses no network. It ends with 0 where nothing is wrong, otherwise with 1.

The chain: the fingerprint after a link is SHA-256 of the text  BEFORE|LINK|KIND|WALL_MS|MONOTONIC_MS|SHA256  where BEFORE is
the fingerprint after the link before it (64 zeros before the first one) and SHA256 is that of the link's own bytes.
"""

import csv
import datetime
import hashlib
import os
import sys

MANIFEST = "manifest.sha256"
BEGINNING = "0" * 64
BLOCK = 1 << 20
# A playable copy differs from the recording in the file's header only, which says how long the sound is. No header is longer.
MOST_HEADER_BYTES = 65536
COLUMNS = {
    "parts.csv": ["part", "id", "original", "playable", "starts_from", "ends_with", "type", "header_bytes"],
    "links.csv": ["part", "link", "kind", "offset", "length", "wall_time", "wall_ms", "monotonic_ms", "sha256", "chain"],
}

problems = 0


def wrong(text):
    global problems
    problems += 1
    print("WRONG  " + text)


def right(text):
    print("ok     " + text)


def digest_of_file(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(BLOCK), b""):
            digest.update(block)
    return digest.hexdigest()


def fingerprint(before, link, own):
    fields = [before, link["link"], link["kind"], link["wall_ms"], link["monotonic_ms"], own]
    return hashlib.sha256("|".join(fields).encode()).hexdigest()


def time_of(milliseconds):
    moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(milliseconds=int(milliseconds))
    return moment.isoformat(timespec="milliseconds") + "Z"


def check_files():
    """Each file against the manifest."""
    before = problems
    listed = {MANIFEST}
    with open(MANIFEST, encoding="utf-8") as file:
        for line in file:
            own, _, name = line.rstrip("\n").partition("  ")
            listed.add(name)
            if not os.path.isfile(name):
                wrong(name + " is missing")
            elif digest_of_file(name) != own:
                wrong(name + " is not as " + MANIFEST + " has it")
    for folder, _, names in os.walk("."):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), ".").replace(os.sep, "/")
            if path not in listed:
                print("note   " + path + " is not part of the package")
    if problems == before:
        right("all files are as {} has them ({})".format(MANIFEST, len(listed) - 1))


def rows_of(name):
    with open(name, newline="", encoding="utf-8") as file:
        rows = csv.DictReader(file)
        if rows.fieldnames != COLUMNS[name]:
            wrong(name + " has other columns than it should have")
            return []
        return list(rows)


class Source:
    """A file whose bytes are those of links, one after the other, with as many bytes between two of them as `between` says."""

    def __init__(self, name, between=0):
        self.name = name
        self.between = between
        self.end = 0
        self.file = open(name, "rb") if name and os.path.isfile(name) else None
        self.size = os.path.getsize(name) if self.file else 0

    def is_next(self, offset):
        return offset == (self.end + self.between if self.end else 0)

    def read(self, offset, length):
        self.end = offset + length
        if self.file is None or offset + length > self.size:
            return None
        self.file.seek(offset)
        return self.file.read(length)

    def check_end(self):
        more = self.size - self.end - self.between
        if self.file is not None and more > 0:
            wrong("{} has {} bytes at its end that belong to no link".format(self.name, more))


def check_link(link, name, head, source):
    """One link against its bytes and against the fingerprint before it; False where its bytes are not there."""
    where = "{}, link {} ({}, {})".format(name, link["link"], link["kind"], link["wall_time"])
    if not source.is_next(int(link["offset"])):
        wrong("{}: its bytes in {} do not follow those of the link before it".format(where, source.name))
    content = source.read(int(link["offset"]), int(link["length"]))
    if content is not None and hashlib.sha256(content).hexdigest() != link["sha256"]:
        wrong("{}: its bytes in {} were changed".format(where, source.name))
    if head is not None and fingerprint(head, link, link["sha256"]) != link["chain"]:
        wrong(where + ": its number, kind, time, fingerprint or place in the chain was changed")
    if time_of(link["wall_ms"]) != link["wall_time"]:
        wrong(where + ": its two columns of the time differ")
    return content is not None


def check_links(part, links, gaps, heads):
    """A part's links in their order; gives the last fingerprint."""
    name = "part " + part["part"]
    sound = Source(part["original"])
    head, expected, absent = part["starts_from"], 0, 0
    for link in links:
        number = int(link["link"])
        if number != expected:
            what = "link {} is missing".format(expected) if number > expected else "link {} is out of order".format(number)
            wrong("{}: {}".format(name, what))
            # Without the link before it, a link's place in the chain cannot be judged.
            head = None
        if not check_link(link, name, head, gaps if link["kind"] == "gap" else sound):
            absent += 1
        head, expected = link["chain"], number + 1
        heads.add(head)
    if absent:
        wrong("{}: its file ends early or is missing: {} links have no bytes".format(name, absent))
    sound.check_end()
    return head


def suffix_in_common(one, other):
    """How many bytes at the end of two files are the same."""
    sizes = os.path.getsize(one), os.path.getsize(other)
    same = 0
    with open(one, "rb") as first, open(other, "rb") as second:
        while same < min(sizes):
            length = min(BLOCK, min(sizes) - same)
            first.seek(sizes[0] - same - length)
            second.seek(sizes[1] - same - length)
            a, b = first.read(length), second.read(length)
            if a == b:
                same += length
                continue
            while a[-1] == b[-1]:
                a, b, same = a[:-1], b[:-1], same + 1
            break
    return same


def check_playable(part):
    original, playable = part["original"], part["playable"]
    if not playable:
        return
    if not (os.path.isfile(original) and os.path.isfile(playable)):
        wrong("part {}: the playable copy or its original is missing".format(part["part"]))
        return
    differing = os.path.getsize(original) - suffix_in_common(original, playable)
    if differing > min(int(part["header_bytes"]), MOST_HEADER_BYTES):
        wrong("{} has other sound than {}".format(playable, original))
    else:
        right("{} has the sound of {}; only its header may differ".format(playable, original))


def check_part(part, links, gaps, heads):
    name = "part " + part["part"]
    if not part["original"] and not links:
        wrong("{} ({}) was recorded, and nothing of it is here".format(name, part["id"]))
        return
    before = problems
    if part["starts_from"] not in heads:
        wrong(name + ": the part before it is missing or was changed: its chain begins with an unknown fingerprint")
    if check_links(part, links, gaps, heads) != part["ends_with"]:
        wrong(name + ": its end is missing or was changed: the chain does not end with the fingerprint in parts.csv")
    heads.add(part["ends_with"])
    check_playable(part)
    if problems == before:
        right("{}: its chain of {} links is whole, and ends with {}".format(name, len(links), part["ends_with"]))


def check_chain():
    parts, links = rows_of("parts.csv"), rows_of("links.csv")
    if not parts:
        wrong("parts.csv names no part")
    known = {part["part"] for part in parts}
    for unknown in sorted({link["part"] for link in links} - known):
        wrong("links.csv has links of part {}, which parts.csv does not have".format(unknown))
    # A line break ends each sentence.
    heads, gaps = {BEGINNING}, Source("gaps.txt", between=1)
    for part in parts:
        check_part(part, [link for link in links if link["part"] == part["part"]], gaps, heads)
    gaps.check_end()


def main():
    os.chdir(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__)))
    for check in [check_files, check_chain]:
        try:
            check()
        except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
            wrong("cannot be read: {}".format(error))
    print()
    if problems:
        print("RESULT: {} {} wrong.".format(problems, "thing is" if problems == 1 else "things are"))
    else:
        print("RESULT: nothing is wrong. Nothing was changed since the device wrote it.")
        print("When that was, only the clock of the device says. Whoever has this package could write all of it anew:")
        print("compare the last fingerprint with one that was noted before, such as that of the printed report.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
