/** A page that an emergency locks, for tests of what takes its place. */
import { act, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import * as paths from "#content/paths.ts";
import { EmergencyGate } from "#features/emergency/frame/emergency-gate.tsx";
import { announceEmergency } from "#platform/events.ts";
import type { PageName } from "#wire/pages.ts";

type Options = { readonly path?: string; readonly name?: PageName };

/** Renders a page of this name at this path, as its document does, and returns what Testing Library does. */
export function showLockable(
  page: ReactNode = <h1>the page</h1>,
  { path = paths.home, name = "home" }: Options = {},
) {
  return render(
    <MemoryRouter initialEntries={[path]}>
      <EmergencyGate demoPin="1234" page={name}>
        {page}
      </EmergencyGate>
    </MemoryRouter>,
  );
}

/** Begins an emergency with a safe word. Resolves when what it changes is shown. */
export const callForHelp = () =>
  act(async () => announceEmergency({ triggeredBy: "voice", safeWordUsed: "help me" }));
