/** The screens of the settings page. They are history entries above the list, under the page's own URL. */
import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { useHydrated } from "#components/loading.ts";
import * as paths from "#content/paths.ts";
import { receiptsTitle, TAKE_ALONG } from "#content/settings-words.ts";
import type { SettingsField } from "#features/settings/rules.ts";
import { focusPage } from "#platform/page/navigation.ts";

/** The title of each screen, which its row has too. */
export const screenTitles = {
  guardians: "Guardians",
  contacts: "Emergency Contacts",
  message: "Emergency Message",
  pin: "Security PIN",
  words: "Wake Word Detection",
  disguise: "Stay disguised",
  times: receiptsTitle,
  country: "Country",
  "take-along": TAKE_ALONG,
  install: "Install App",
  tests: "Testing instructions",
} as const;

/** A screen of the settings page. */
export type SettingsScreen = keyof typeof screenTitles;

/** The screen of a history entry; null for the list, and for a state that another page left. */
export function screenOf(state: unknown): SettingsScreen | null {
  if (typeof state !== "object" || state === null || !("screen" in state)) return null;
  const names = Object.keys(screenTitles) as SettingsScreen[];
  return names.find((name) => name === state.screen) ?? null;
}

/** The screen that has a field of the form. */
export function screenWith(field: SettingsField): SettingsScreen {
  switch (field) {
    case "safeWord":
      return "words";
    case "emergencyMessage":
      return "message";
    case "present":
    case "wanted":
    case "repeated":
      return "pin";
    default:
      return "contacts";
  }
}

/** What is shown, and how to get about. */
export interface Screens {
  /** The history entry that is shown: another object after each step. */
  readonly entry: object;
  /** Null for the list. */
  readonly shown: SettingsScreen | null;
  /** The screen that the person comes back from. */
  readonly left: SettingsScreen | null;
  readonly open: (screen: SettingsScreen) => void;
  /** Back to the list, at the place where it was left. */
  readonly close: () => void;
}

/** Follows the history. The server, and hydration, show the list. */
export function useScreens(): Screens {
  const location = useLocation();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const there = screenOf(location.state);
  const shown = isHydrated ? there : null;
  const before = useRef(shown);
  const isClosing = useRef(false);
  // Before the first paint, and before the frame scrolls back to where the list was left.
  useLayoutEffect(() => {
    if (shown !== null && shown !== before.current) focusPage();
    before.current = shown;
  }, [shown]);
  useEffect(() => {
    // A lock that was shown over the screen left copies of its history entry.
    if (isClosing.current && screenOf(location.state) !== null) {
      navigate(paths.settings, { replace: true });
    }
    isClosing.current = false;
  }, [location, navigate]);
  return {
    entry: location,
    shown,
    left: shown === null ? before.current : null,
    open: (screen) => {
      // A screen stands above the list always: the way back is one step.
      navigate(paths.settings, { state: { screen }, replace: there !== null });
    },
    close: () => {
      isClosing.current = true;
      navigate(-1);
    },
  };
}
