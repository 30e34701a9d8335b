/** Runs the install machine: its state and effects. */

import { useSyncExternalStore } from "react";
import { showToast } from "#components/toast/toast-store.ts";
import { installMessages } from "#content/messages.ts";
import { wallTime } from "#platform/clock.ts";
import { askToInstall, forgetInstallOffer, onInstall } from "#platform/install-prompt.ts";
import { type Observable, observable } from "#platform/observable.ts";
import { isStandalone } from "#platform/page/display-mode.ts";
import { installDismissalRecord } from "#store/install-dismissal.ts";
import {
  INSTALL_START,
  type InstallEffect,
  type InstallEvent,
  type InstallState,
  nextInstall,
} from "./machine.ts";

const state = observable<InstallState>(INSTALL_START);
let goOn: () => void = () => undefined;

/** The machine's state. */
const installState: Observable<InstallState> = state;

/** Sends an event to the machine. */
export function reportInstall(event: InstallEvent): void {
  const step = nextInstall(state.get(), event);
  state.set(step.state);
  for (const effect of step.effects) run(effect);
}

/** Starts it; `goToSetup` leads to the set-up wizard. Returns how to stop. */
export function startInstall(goToSetup: () => void): () => void {
  goOn = goToSetup;
  reportInstall({
    type: "opened",
    isStandalone: isStandalone(),
    dismissedAt: installDismissalRecord.read() ?? 0,
  });
  return onInstall({
    offered: () => reportInstall({ type: "offered" }),
    installed: () => reportInstall({ type: "installed" }),
  });
}

function run(effect: InstallEffect): void {
  switch (effect.type) {
    case "wait":
      setTimeout(() => reportInstall({ type: "delay-passed", now: wallTime() }), effect.ms);
      return;
    case "show-prompt":
      // A browser may refuse a prompt that it offered; the steps by hand remain.
      void askToInstall()
        .catch(() => undefined)
        .finally(() => reportInstall({ type: "prompt-answered" }));
      return;
    case "save-dismissal":
      installDismissalRecord.write(effect.at);
      return;
    case "forget-prompt":
      forgetInstallOffer();
      return;
    case "announce-installed":
      showToast(installMessages.installed);
      return;
    case "redirect":
      setTimeout(() => goOn(), effect.afterMs);
      return;
    default:
      effect satisfies never;
  }
}

/** The state, for components; the initial one on the server and during hydration. */
export function useInstall(): InstallState {
  return useSyncExternalStore(installState.subscribe, installState.get, () => INSTALL_START);
}
