/** The browser's offer to install the app, kept until a tap asks for it. */
import { observable } from "./observable.ts";

interface InstallOffer extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
}

const offer = observable<InstallOffer | null>(null);
/** Counts installations. */
const installs = observable(0);
let isHearing = false;

/** Keeps the browser's events from now on; called as early as the page can, for they come once. */
function keepInstallOffer(): void {
  if (isHearing) return;
  isHearing = true;
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer.set(event as InstallOffer);
  });
  window.addEventListener("appinstalled", () => installs.set(installs.get() + 1));
}

/** What is told about installing. */
export interface InstallListener {
  readonly offered: () => void;
  readonly installed: () => void;
}

/** Tells `listener` of offers, also of one that came before, and of an installation. */
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

/** Shows the browser's own question; resolves when it is answered. Must be called from a tap. */
export async function askToInstall(): Promise<void> {
  const kept = offer.get();
  if (kept === null) return;
  await kept.prompt();
  await kept.userChoice;
}

/** Gives the offer up: a browser answers each only once. */
export function forgetInstallOffer(): void {
  offer.set(null);
}
