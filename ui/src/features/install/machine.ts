/** The machine for installing: when the dialog opens, and the button's state. */

import { installTimes } from "#content/limits.ts";

/** What is known about installing. */
export interface InstallState {
  /** The app runs from the home screen, or was installed while this page was open. */
  readonly isInstalled: boolean;
  /** The browser's own prompt was offered and is kept for a tap. */
  readonly isOffered: boolean;
  readonly isDialogOpen: boolean;
  /** When "Not Now" was last chosen, in epoch milliseconds; 0 for never. */
  readonly dismissedAt: number;
}

export type InstallEvent =
  | { readonly type: "opened"; readonly isStandalone: boolean; readonly dismissedAt: number }
  | { readonly type: "offered" }
  | { readonly type: "delay-passed"; readonly now: number }
  | { readonly type: "accepted" }
  | { readonly type: "put-off"; readonly now: number }
  | { readonly type: "prompt-answered" }
  | { readonly type: "installed" };

export type InstallEffect =
  | { readonly type: "wait"; readonly ms: number }
  | { readonly type: "show-prompt" }
  | { readonly type: "save-dismissal"; readonly at: number }
  | { readonly type: "forget-prompt" }
  | { readonly type: "announce-installed" }
  | { readonly type: "redirect"; readonly afterMs: number };

export interface InstallStep {
  readonly state: InstallState;
  readonly effects: readonly InstallEffect[];
}

export const INSTALL_START: InstallState = {
  isInstalled: false,
  isOffered: false,
  isDialogOpen: false,
  dismissedAt: 0,
};

/** The next state, and what the browser must be asked to do. */
export function nextInstall(state: InstallState, event: InstallEvent): InstallStep {
  switch (event.type) {
    case "opened":
      return step({ ...state, isInstalled: event.isStandalone, dismissedAt: event.dismissedAt });
    case "offered":
      return step(
        { ...state, isOffered: true },
        ...(state.isInstalled ? [] : [{ type: "wait", ms: installTimes.dialogDelayMs } as const]),
      );
    case "delay-passed":
      return step({ ...state, isDialogOpen: mayInterrupt(state, event.now) });
    case "accepted":
      return step({ ...state, isDialogOpen: false }, { type: "show-prompt" });
    case "put-off":
      return step(
        { ...state, isDialogOpen: false, dismissedAt: event.now },
        { type: "save-dismissal", at: event.now },
      );
    case "prompt-answered":
      return step({ ...state, isOffered: false, isDialogOpen: false }, { type: "forget-prompt" });
    case "installed":
      return step(
        { ...state, isInstalled: true, isOffered: false, isDialogOpen: false },
        { type: "forget-prompt" },
        { type: "announce-installed" },
        { type: "redirect", afterMs: installTimes.redirectMs },
      );
  }
}

/** The words on the "install to desktop" button, and whether it works. */
export function desktopButton(state: InstallState): { label: string; isEnabled: boolean } {
  if (state.isInstalled) return { label: "Already Installed", isEnabled: false };
  if (state.isOffered) return { label: "Install to Desktop", isEnabled: true };
  return { label: "Install Not Available", isEnabled: false };
}

function mayInterrupt(state: InstallState, now: number): boolean {
  // A clock that was set back must not suppress the dialog forever.
  const sincePutOff = Math.abs(now - state.dismissedAt);
  return state.isOffered && !state.isInstalled && sincePutOff >= installTimes.dismissedForMs;
}

function step(state: InstallState, ...effects: InstallEffect[]): InstallStep {
  return { state, effects };
}
