/** The browser's offer to install the app, kept until a tap asks for it. */

interface InstallOffer extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
}

/** What is told about installing. */
export interface InstallListener {
  readonly offered: () => void;
  readonly installed: () => void;
}

let offer: InstallOffer | null = null;
const listeners = new Set<InstallListener>();
let isHearing = false;

/** Keeps the browser's events from now on; called as early as the page can, for they come once. */
export function keepInstallOffer(): void {
  if (isHearing) return;
  isHearing = true;
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
    for (const listener of listeners) listener.offered();
  });
  window.addEventListener("appinstalled", () => {
    for (const listener of listeners) listener.installed();
  });
}

/** Tells `listener` of offers, also of one that came before, and of an installation. */
export function onInstall(listener: InstallListener): () => void {
  keepInstallOffer();
  listeners.add(listener);
  if (offer !== null) listener.offered();
  return () => listeners.delete(listener);
}

/** Shows the browser's own question; resolves when it is answered. Must be called from a tap. */
export async function askToInstall(): Promise<void> {
  const kept = offer;
  if (kept === null) return;
  await kept.prompt();
  await kept.userChoice;
}

/** Gives the offer up: a browser answers each only once. */
export function forgetInstallOffer(): void {
  offer = null;
}
