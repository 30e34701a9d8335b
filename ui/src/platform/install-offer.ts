/** The browser's install events, caught by the first script of a page: each is sent once, perhaps before the rest is loaded. */

/** The event, as far as it is used. */
export interface InstallOffer extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
}

declare global {
  interface Window {
    /** The newest prompt that was not answered. */
    installOffer?: InstallOffer | null;
    /** Whether the app was installed and nothing has followed from it yet. */
    isJustInstalled?: boolean;
  }
}

/** Keeps the events for the page's other scripts. The browser's own way to install stays in its menu. */
export function catchInstallOffer(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    window.installOffer = event as InstallOffer;
  });
  window.addEventListener("appinstalled", () => {
    window.isJustInstalled = true;
  });
}
