/** The browser's install prompt (`beforeinstallprompt`), kept until a tap shows it. */
import type { InstallOffer } from "./install-offer.ts";
import { observable } from "./observable.ts";

const offer = observable<InstallOffer | null>(null);
/** Counts installations. */
const installs = observable(0);
let isHearing = false;

/** Takes over what the first script caught, and listens to the browser's install events from now on. */
function keepInstallOffer(): void {
  if (isHearing) return;
  isHearing = true;
  offer.set(window.installOffer ?? null);
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer.set(event as InstallOffer);
  });
  window.addEventListener("appinstalled", tellInstalled);
}

/** Calls back for an installation once, whether it is heard by the first script alone, by this one alone or by both. */
function tellInstalled(): void {
  window.isJustInstalled = false;
  installs.set(installs.get() + 1);
}

/** Callbacks about installing. */
export interface InstallListener {
  readonly offered: () => void;
  readonly installed: () => void;
}

/** Calls back for a prompt and an installation, also for those that came before; returns how to stop. */
export function onInstall(listener: InstallListener): () => void {
  keepInstallOffer();
  const hear = () => {
    if (offer.get() !== null) listener.offered();
  };
  hear();
  const stops = [offer.subscribe(hear), installs.subscribe(listener.installed)];
  if (window.isJustInstalled === true) tellInstalled();
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
  window.installOffer = null;
  offer.set(null);
}
