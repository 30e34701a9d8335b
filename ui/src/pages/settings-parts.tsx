/** What the rows of the settings say, and the screens that they open. Loaded after the page. */
import type { ReactNode } from "react";
import { Card, Panel } from "#components/layout/card.tsx";
import { RowTrouble } from "#components/layout/rows.tsx";
import { useLazyPart } from "#components/loading.ts";
import { receiptsOff, receiptsOn } from "#content/settings-words.ts";
import { useCodeFirst } from "#features/emergency/gate/code-gate.tsx";
import { GuardiansLine } from "#features/guardians/guardians-line.tsx";
import { InstallLine } from "#features/install/install-line.tsx";
import { SetupLine } from "#features/onboarding/setup-line.tsx";
import {
  contactsText,
  disguiseText,
  messageText,
  pinText,
  type RowText,
} from "#features/settings/row-texts.ts";
import { SettingsForm } from "#features/settings/settings-form.tsx";
import type { PageForm } from "#features/settings/use-page-form.ts";
import { BatteryPanel } from "#features/voice/battery-panel.tsx";
import { ListeningLine } from "#features/voice/listening-note.tsx";
import { useIsRecognised } from "#features/voice/use-voice.ts";
import { receiptChoiceRecord } from "#store/evidence/receipt-choice.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import { useCallNumbers } from "#store/settings/use-call-numbers.ts";
import { useUnread } from "#store/settings/use-unread.ts";
import { LatePart } from "./late-part.tsx";
import { useSite } from "./page-data.tsx";
import classes from "./settings-page.module.css";
import type { SettingsScreen } from "./settings-screens.ts";

/** Loaded lazily: each is for few people. */
const loadGuardians = async () => (await import("./guardians-part.tsx")).GuardiansPart;
const loadCountry = async () =>
  (await import("#features/settings/country-choice.tsx")).CountryChoice;
const loadTimes = async () =>
  (await import("#features/receipts/receipts-choice.tsx")).ReceiptsChoice;
const loadTakeAlong = async () =>
  (await import("#features/settings/transfer/take-along.tsx")).TakeAlong;
const loadInstall = async () =>
  (await import("#features/install/install-section.tsx")).InstallSection;
const loadCopy = async () =>
  (await import("#features/settings/transfer/copy-settings.tsx")).CopySettings;

/** The rows whose line depends on what this phone knows. */
export type TellingRow = Exclude<SettingsScreen, "take-along" | "tests"> | "setup";

/** What a row's line is made of. */
export type RowStateProps = {
  readonly of: TellingRow;
  /** Shown as long as it is not known, and where the settings cannot be read. */
  readonly otherwise: string;
};

/** How things stand, from what is stored; what is typed and not saved is no state yet. */
export function RowState({ of, otherwise }: RowStateProps): ReactNode {
  const { demoPin } = useSite();
  const settings = settingsRecord.use();
  const isUnread = useUnread();
  if (isUnread && of !== "install") return otherwise;
  switch (of) {
    case "guardians":
      return <GuardiansLine otherwise={otherwise} />;
    case "contacts":
      return said(contactsText(settings));
    case "message":
      return said(messageText(settings));
    case "pin":
      return said(pinText(settings, demoPin));
    case "words":
      return <ListeningLine />;
    case "disguise":
      return said(disguiseText(settings));
    case "country":
      return <CountryLine />;
    case "times":
      return <TimesLine />;
    case "install":
      return <InstallLine />;
    case "setup":
      return <SetupLine otherwise={otherwise} />;
    default:
      return of satisfies never;
  }
}

/** Follows the numbers that the lock shows: they are stored after the page, where the phone is in another country. */
function CountryLine() {
  return `The lock shows ${useCallNumbers().join(", ")}`;
}

function TimesLine() {
  return receiptChoiceRecord.use() ? receiptsOn : receiptsOff;
}

const said = ({ text, isBad = false }: RowText): ReactNode =>
  isBad ? <RowTrouble>{text}</RowTrouble> : text;

type OpenScreenProps = { readonly screen: SettingsScreen; readonly form: PageForm };

/** What stands below the heading of a screen. */
export function OpenScreen({ screen, form }: OpenScreenProps) {
  const { demoPin } = useSite();
  const isRecognised = useIsRecognised();
  switch (screen) {
    case "guardians":
      return <Guardians />;
    case "country":
      return <Country />;
    case "times":
      return <Times />;
    case "take-along":
      return <TakeAlong />;
    case "install":
      return <Install />;
    case "tests":
      return <Tests demoPin={demoPin} />;
    default:
      return (
        <SettingsForm
          {...{ part: screen, form, demoPin, isRecognised }}
          battery={<BatteryPanel />}
        />
      );
  }
}

/** Guardians, linked one by one. */
function Guardians() {
  const { ask, question } = useCodeFirst();
  return (
    <Panel>
      <LatePart load={loadGuardians}>
        {(GuardiansSection) => (
          <GuardiansSection askFirst={(then) => ask("unlink-guardian", then)} />
        )}
      </LatePart>
      {question}
    </Panel>
  );
}

function Country() {
  return (
    <Panel>
      <LatePart load={loadCountry}>{(CountryChoice) => <CountryChoice />}</LatePart>
    </Panel>
  );
}

function Times() {
  return (
    <Panel>
      <LatePart load={loadTimes}>{(ReceiptsChoice) => <ReceiptsChoice />}</LatePart>
    </Panel>
  );
}

function TakeAlong() {
  return <LatePart load={loadTakeAlong}>{(Part) => <Part />}</LatePart>;
}

function Install() {
  const { displayName } = useSite();
  return (
    <Panel title={displayName}>
      <LatePart load={loadInstall} waiting="Checking Access...">
        {(InstallSection) => <InstallSection displayName={displayName} takeAlong={<CopyFirst />} />}
      </LatePart>
    </Panel>
  );
}

/** The copy alone, beside the instructions for installing. */
function CopyFirst() {
  const CopySettings = useLazyPart(loadCopy, true);
  return CopySettings && <CopySettings />;
}

const testsWith = (demoPin: string) =>
  [
    "Save a contact with a name and a number.",
    "Press TEST EMERGENCY: the lock appears and a message is prepared. No text is sent by itself.",
    `Unlock with your PIN, or with ${demoPin} if you have none.`,
    "Switch Listening on and say one of your phrases.",
  ] as const;

function Tests({ demoPin }: { readonly demoPin: string }) {
  return (
    <Card>
      <ol className={classes.steps}>
        {testsWith(demoPin).map((test) => (
          <li key={test}>{test}</li>
        ))}
      </ol>
    </Card>
  );
}
