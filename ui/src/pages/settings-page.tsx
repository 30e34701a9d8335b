/** The settings page: a list of rows that say how things stand, and a screen behind each. */

import type { ComponentType, ReactNode } from "react";
import { useNavigate } from "react-router";
import { BackBar } from "#components/layout/back-bar.tsx";
import { Card } from "#components/layout/card.tsx";
import { Group, Row, RowGroup, RowLink } from "#components/layout/rows.tsx";
import { Column } from "#components/layout/screen.tsx";
import { useLazyPart } from "#components/loading.ts";
import { showToast } from "#components/toast/toast-store.ts";
import { pageFailed } from "#content/messages.ts";
import * as paths from "#content/paths.ts";
import { pageEmergency } from "#features/emergency/controller/controller.ts";
import { openGate } from "#features/emergency/gate/gate.ts";
import { EmergencyButtons } from "#features/emergency/trigger/emergency-buttons.tsx";
import { HelpLinks } from "#features/landing/link-row.tsx";
import { type PageForm, usePageForm } from "#features/settings/use-page-form.ts";
import { hasOwnPin } from "#store/settings/own-pin.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import { noteSetup } from "#store/settings/setup.ts";
import { useSite } from "./page-data.tsx";
import classes from "./settings-page.module.css";
import type { RowStateProps, TellingRow } from "./settings-parts.tsx";
import {
  type Screens,
  type SettingsScreen,
  screenTitles,
  screenWith,
  useScreens,
} from "./settings-screens.ts";

/** Loaded after the page: what they show or save is known after hydration only. */
const loadParts = () => import("./settings-parts.tsx");
const loadState = async () => (await loadParts()).RowState;
const loadScreen = async () => (await loadParts()).OpenScreen;
const loadSaveBar = async () => (await import("#features/settings/save-bar.tsx")).SaveBar;

/** The form is above list and screens, so that nothing typed is lost between them. */
export function SettingsPage() {
  const { demoPin } = useSite();
  const navigate = useNavigate();
  const screens = useScreens();
  const form = usePageForm({
    demoPin,
    entry: screens.entry,
    checkPin: (pin) => pageEmergency().checkPin(pin),
    onTyped: openGate,
    showField: (field) => {
      const screen = screenWith(field);
      if (screen !== screens.shown) screens.open(screen);
    },
    goBack: () => navigate(paths.landing),
  });
  const { shown } = screens;
  const failed = () => {
    if (shown !== null) showToast({ title: pageFailed, tone: "destructive" });
  };
  const State = useLazyPart(loadState, true, undefined, shown);
  const Open = useLazyPart(loadScreen, true, failed, shown);
  if (shown === null) return <SettingsList screens={screens} form={form} State={State} />;
  return (
    <Column>
      <BackBar
        title={screenTitles[shown]}
        label="Settings"
        href={paths.settings}
        onGo={screens.close}
      />
      {Open === null ? (
        <p role="status">One moment...</p>
      ) : (
        <Open key={shown} screen={shown} form={form} />
      )}
    </Column>
  );
}

type SettingsListProps = {
  readonly screens: Screens;
  readonly form: PageForm;
  /** What rows say of themselves, or null until that is loaded. */
  readonly State: ComponentType<RowStateProps> | null;
};

/** Whom an emergency reaches stands first. A row's line is of the same height before its state is known. */
function SettingsList({ screens, form, State }: SettingsListProps) {
  const navigate = useNavigate();
  const SaveBar = useLazyPart(loadSaveBar, form.isUnsaved);
  const state = (of: TellingRow, otherwise: string) =>
    State === null ? otherwise : <State of={of} otherwise={otherwise} />;
  const row = (screen: SettingsScreen, line: ReactNode) => (
    <Row
      title={screenTitles[screen]}
      state={line}
      isReturn={screens.left === screen}
      onOpen={() => screens.open(screen)}
    />
  );
  const openSetup = () => {
    noteSetup({ at: "summary" });
    navigate(paths.setup);
  };
  return (
    <Column>
      <div className={classes.head}>
        <BackBar
          title="Settings"
          label="Return to Main"
          href={paths.home}
          onGo={() => navigate(paths.home)}
        />
      </div>
      <noscript>
        <p>These rows open with JavaScript, which is off in this browser.</p>
      </noscript>
      <RowGroup title="Who is told">
        {row("guardians", state("guardians", "People who are alerted"))}
        {row("contacts", state("contacts", "Up to two people to text"))}
        {row("message", state("message", "What they read"))}
      </RowGroup>
      <RowGroup title="How it starts and ends">
        {row("pin", state("pin", "Ends an emergency"))}
        {row("words", state("words", "Start it by voice"))}
        {row("disguise", state("disguise", "What is seen when it starts"))}
        <RowLink
          title="Voice Management"
          state="Tests, phrase, recordings"
          href={paths.voice}
          onGo={() => navigate(paths.voice)}
        />
      </RowGroup>
      <RowGroup title="This phone">
        <RowLink
          title="Set-up"
          state={state("setup", "Person, PIN, access, test")}
          href={paths.setup}
          onGo={openSetup}
        />
        {row("country", state("country", "Its emergency numbers"))}
        {row("times", state("times", "Whose clock counts"))}
        {row("take-along", "For the installed app")}
        {row("install", state("install", "Checking Access..."))}
      </RowGroup>
      <Group title="Emergency">
        <EmergencyButtons />
      </Group>
      <PreviewNotice />
      <RowGroup title="Help">{row("tests", "Four steps to try it out")}</RowGroup>
      <HelpLinks />
      {form.isUnsaved && SaveBar && <SaveBar form={form} onSave={form.save} />}
    </Column>
  );
}

/** Below what it might move: that there is an own PIN is known after hydration only. */
function PreviewNotice() {
  const { demoPin } = useSite();
  if (hasOwnPin(settingsRecord.use())) return null;
  return (
    <Card className={classes.notice}>
      <h2 className={classes.title}>Preview mode</h2>
      <p>
        Voice test: choose Custom and say "help". Unlock code: <strong>{demoPin}</strong>
      </p>
    </Card>
  );
}
