/** Claims about archives: an ordinary program unpacks them. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { zipOf } from "#platform/storage/zip.ts";

/** Unpacks with Python's own reader, which checks every sum. */
function unpacked(archive: ArrayBuffer): Readonly<Record<string, string>> {
  const folder = mkdtempSync(path.join(tmpdir(), "archive-"));
  const file = path.join(folder, "archive.zip");
  writeFileSync(file, new Uint8Array(archive));
  execFileSync("python3", ["-m", "zipfile", "-e", file, path.join(folder, "out")]);
  const names = readdirSync(path.join(folder, "out"));
  const texts = names.map((name) => [name, readFileSync(path.join(folder, "out", name), "latin1")]);
  rmSync(folder, { recursive: true });
  return Object.fromEntries(texts);
}

/** From which size on the wider fields are used: the format's own, and all sizes, so that no test needs as much sound. */
describe.each([undefined, 0])("with wider fields from %s bytes on", (most) => {
  test("nine files come out of one archive as they went in", async () => {
    const files = Array.from({ length: 9 }, (_, index) => ({
      name: `part-${index + 1}.webm`,
      text: `sound ${index}`.repeat(index * 40_000),
    }));
    const named = files.map(({ name, text }) => ({ name, content: new Blob([text]) }));
    const archive = await zipOf(named, most);
    expect(archive.type).toBe("application/zip");
    const expected = Object.fromEntries(files.map(({ name, text }) => [name, text]));
    expect(unpacked(await archive.arrayBuffer())).toEqual(expected);
  });
});

test("a file that cannot be read makes no archive", async () => {
  const unreadable = {
    size: 4,
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error("gone")) }),
  };
  const content = unreadable as unknown as Blob;
  await expect(zipOf([{ name: "part.webm", content }])).rejects.toThrow("gone");
});
