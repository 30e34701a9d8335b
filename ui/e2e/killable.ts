/** A browser that a test may kill as a power cut would, and open again on the same profile. */
import { type ChildProcess, spawn } from "node:child_process";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { chromiumFlags, chromiumPath, watch } from "./browser.ts";
import { prepare } from "./phone.ts";

/** A browser with a profile on the disk, which a test may kill as a power cut would. */
export type KillableBrowser = {
  context: BrowserContext;
  page: Page;
  /** What went wrong so far in any page or worker. */
  problems: string[];
  /** Kills it; one that has ended already stays as it is. */
  kill: () => Promise<void>;
};

/** Starts such a browser on a profile folder. */
export async function openKillable(
  profile: string,
  origin: string,
  flags: string[] = [],
): Promise<KillableBrowser> {
  const child: ChildProcess = spawn(
    chromiumPath,
    [
      ...chromiumFlags,
      ...flags,
      "--headless=new",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    { detached: true, stdio: ["ignore", "ignore", "pipe"] },
  );
  const address = await new Promise<string>((resolve, reject) => {
    let text = "";
    const timer = setTimeout(() => reject(new Error(`Chromium did not start:\n${text}`)), 30_000);
    child.stderr?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
  const browser = await chromium.connectOverCDP(address);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error("Chromium has no profile.");
  const problems = watch(context, origin);
  await context.grantPermissions(["geolocation", "microphone"], { origin });
  await context.setGeolocation({ latitude: -33.868_82, longitude: 151.209_29, accuracy: 12 });
  await prepare(context);
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    context,
    page,
    problems,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      // The whole group of this browser, so that no helper process of it can write on.
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      await ended;
    },
  };
}
