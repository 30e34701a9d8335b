/** An evidence package as its receiver has it: unpacked by another program, and checked by the programs that it names. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How a program ended, and all that it said. */
interface Ended {
  readonly status: number | null;
  readonly said: string;
}

/** Where a machine lets us, programs run in a network namespace of their own, which has no network. */
const apart = spawnSync("unshare", ["-n", "true"]).status === 0 ? ["unshare", "-n"] : [];

/** Runs a program in a folder, without a network. */
export function runIn(folder: string, ...command: readonly [string, ...string[]]): Ended {
  const [program = "", ...options] = [...apart, ...command];
  const { status, stdout, stderr } = spawnSync(program, options, { cwd: folder, encoding: "utf8" });
  return { status, said: stdout + stderr };
}

/** Unpacks an archive into a folder with Python's reader, which checks every sum. */
function unpackInto(folder: string, archive: string): void {
  const { status, said } = runIn(folder, "python3", "-m", "zipfile", "-e", archive, folder);
  if (status !== 0) throw new Error(said);
}

/** The three ways in which the report says that a package is checked. */
export const checks: readonly (readonly [string, ...string[]])[] = [
  ["sha256sum", "-c", "manifest.sha256"],
  ["python3", "verify.py"],
  ["sh", "verify.sh"],
];

/** Runs the same file as the receiver does, in folder after folder: a program takes long to start. */
const VERIFY_ALL = `
import contextlib, io, json, runpy, sys
found = []
for folder in sys.argv[1:]:
    said, status = io.StringIO(), None
    with contextlib.redirect_stdout(said):
        try:
            sys.argv = [folder + "/verify.py"]
            runpy.run_path(sys.argv[0], run_name="__main__")
        except SystemExit as end:
            status = end.code
    found.append({"status": status, "said": said.getvalue()})
print(json.dumps(found))
`;

/** What `verify.py` says of each of these folders. */
export function verifiedAll(folders: readonly string[]): readonly Ended[] {
  const { status, said } = runIn("/", "python3", "-c", VERIFY_ALL, ...folders);
  if (status !== 0) throw new Error(said);
  return JSON.parse(said);
}

const folders: string[] = [];

/** A folder that `removeFolders` removes. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "package-"));
  folders.push(folder);
  return folder;
}

/** Removes every folder that was made. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Unpacks an archive that is in memory; gives the folder. */
export function unpackedFolder(archive: Uint8Array): string {
  const file = join(newFolder(), "package.zip");
  writeFileSync(file, archive);
  const folder = newFolder();
  unpackInto(folder, file);
  return folder;
}

/** A copy of an unpacked package that was changed. */
export function tampered(whole: string, tamper: (folder: string) => void): string {
  const folder = newFolder();
  cpSync(whole, folder, { recursive: true });
  tamper(folder);
  return folder;
}

/** The same with its list of fingerprints made to fit, as who changes a package would. */
export function tamperedAndListed(whole: string, tamper: (folder: string) => void): string {
  const folder = tampered(whole, tamper);
  listAnew(folder);
  return folder;
}

/** A text of an unpacked package. */
export function textIn(folder: string, name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

/** Changes a text of an unpacked package. */
export function rewrite(folder: string, name: string, change: (text: string) => string): void {
  writeFileSync(join(folder, name), change(textIn(folder, name)));
}

/** Makes the list of fingerprints fit what was changed, as who changes a package would. */
export function listAnew(folder: string): void {
  rewrite(folder, "manifest.sha256", (text) =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => line.slice(66))
      .filter((name) => existsSync(join(folder, name)))
      .map((name) => {
        const content = readFileSync(join(folder, name));
        return `${createHash("sha256").update(content).digest("hex")}  ${name}\n`;
      })
      .join(""),
  );
}
