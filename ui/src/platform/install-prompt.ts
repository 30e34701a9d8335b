/** The browser's install prompt (`beforeinstallprompt`), kept until a tap shows it. */
import { observable } from "./observable.ts";

interface InstallOffer extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
}

const offer = observable<InstallOffer | null>(null);
/** Counts installations. */
const installs = observable(0);
let isHearing = false;

/** Listens to the browser's install events. Call it early: each is sent once. */
function keepInstallOffer(): void {
  if (isHearing) return;
  isHearing = true;
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer.set(event as InstallOffer);
  });
  window.addEventListener("appinstalled", () => installs.set(installs.get() + 1));
}

/** Callbacks about installing. */
export interface InstallListener {
  readonly offered: () => void;
  readonly installed: () => void;
}

/** Calls back for a prompt, also one that came before, and for an installation; returns how to stop. */
export function onInstall(listener: InstallListener): () => void {
  keepInstallOffer();
  const hear = () => {
    if (offer.get() !== null) listener.offered();
  };
  hear();
  const stops = [offer.subscribe(hear), installs.subscribe(listener.installed)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Shows the browser's prompt and resolves when it is answered. Needs a tap. */
export async function askToInstall(): Promise<void> {
  const kept = offer.get();
  if (kept === null) return;
  await kept.prompt();
  await kept.userChoice;
}

/** Drops the prompt: a browser shows each only once. */
export function forgetInstallOffer(): void {
  offer.set(null);
}
