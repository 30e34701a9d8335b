/** A speaker that nobody hears: without one Firefox and WebKit do not play at all. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";

let running: { readonly child: ChildProcess; readonly folder: string } | null = null;

function end(): void {
  running?.child.kill("SIGKILL");
  if (running !== null) rmSync(running.folder, { recursive: true, force: true });
  running = null;
}

/** Starts it once for the stories of this process; resolves to what browsers need in their environment. */
export async function speaker(): Promise<Readonly<Record<string, string>>> {
  if (running === null) {
    const folder = mkdtempSync(join(tmpdir(), "speaker-"));
    const child = spawn(
      "pulseaudio",
      [
        ..."--daemonize=no -n --exit-idle-time=-1 --use-pid-file=no --log-level=error".split(" "),
        "--load=module-null-sink",
        `--load=module-native-protocol-unix auth-anonymous=1 socket=${join(folder, "native")}`,
      ],
      { stdio: "ignore", env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder } },
    );
    running = { child, folder };
    process.once("exit", end);
  }
  const socket = join(running.folder, "native");
  await expect.poll(() => existsSync(socket), { timeout: 60_000, interval: 20 }).toBe(true);
  return { PULSE_SERVER: `unix:${socket}` };
}
