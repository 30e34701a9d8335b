/** What runs beside every app page and no lock waits for. Loaded lazily, in one chunk. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { PanelBoundary } from "#components/boundary/boundaries.tsx";
import { useLazyPart } from "#components/loading.ts";
import { showToast } from "#components/toast/toast-store.ts";
import { Toaster } from "#components/toast/toaster.tsx";
import { slowPageMs } from "#content/limits.ts";
import { storageUnread } from "#content/saved-words.ts";
import { ContactCopier } from "#features/contacts/contact-copier.tsx";
import { GuardianAlerts, SoundCopies } from "#features/emergency/alerts/alerts-parts.tsx";
import { useEmergencyState } from "#features/emergency/controller/use-emergency.ts";
import { LinkChecks } from "#features/guardians/link-checks.tsx";
import { InstallDialog } from "#features/install/offer-dialog.tsx";
import { SessionKeeper } from "#features/pulse-check/sessions.ts";
import { AccessReview } from "#features/purchase/access-review.tsx";
import { useSite } from "#pages/page-data.tsx";
import { browserKind } from "#platform/browser.ts";
import { isStandalone } from "#platform/page/display-mode.ts";
import { notePlace, restorePlaces, scrollBack } from "#platform/page/scroll-places.ts";
import { isAppFirst, showAppFirst } from "#platform/page/view-cookie.ts";
import { onShown } from "#platform/page/visibility.ts";
import { keepStorage } from "#platform/storage/storage.ts";
import { receiptChoiceRecord } from "#store/evidence/receipt-choice.ts";
import { keepCallNumbers } from "#store/settings/country.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import { noteSetup } from "#store/settings/setup.ts";
import { followSpare } from "#store/settings/spare-settings.ts";
import classes from "./loading-note.module.css";

type BackgroundProps = {
  /** Whether another page than the one that is shown is being loaded. */
  readonly isLoading: boolean;
};

/** Each of these may fail without taking the others with it. */
export function BackgroundParts({ isLoading }: BackgroundProps) {
  const { emergency } = useEmergencyState();
  const { displayName } = useSite();
  useMainPath();
  return (
    <>
      <PanelBoundary isUnseen>
        <Toaster />
      </PanelBoundary>
      <PanelBoundary isUnseen>
        {emergency === null && <ScrollKeeper isLoading={isLoading} />}
        {emergency === null && isLoading && <LoadingNote />}
      </PanelBoundary>
      <PanelBoundary isUnseen>
        <GuardianAlerts />
      </PanelBoundary>
      <PanelBoundary isUnseen>
        <SoundCopies />
      </PanelBoundary>
      <PanelBoundary isUnseen>
        <CountryKeeper />
      </PanelBoundary>
      <PanelBoundary isUnseen>
        <SpareKeeper />
      </PanelBoundary>
      <PanelBoundary isUnseen>
        <StorageKeeper />
      </PanelBoundary>
      <PanelBoundary isUnseen>
        <SessionKeeper />
      </PanelBoundary>
      <PanelBoundary isUnseen>
        <LinkChecks isCalm={emergency === null} />
      </PanelBoundary>
      <PanelBoundary isUnseen>
        <ContactCopier />
      </PanelBoundary>
      <PanelBoundary isUnseen>
        <AccessReview />
      </PanelBoundary>
      <PanelBoundary isUnseen>
        <Receipts />
      </PanelBoundary>
      <PanelBoundary isUnseen>
        <PracticeNote />
      </PanelBoundary>
      <PanelBoundary isUnseen>
        <InstallDialog displayName={displayName} />
      </PanelBoundary>
    </>
  );
}

/**
 * Browsers end a cookie after 400 days at most, so each use of the app renews it. Access or an installed app sets it, and
 * nothing else: whoever tries the demo has to find the shop again.
 */
function useMainPath(): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page of the app is a use of it.
  useEffect(() => {
    if (isAppFirst()) showAppFirst();
  }, [pathname]);
}

/** For few people, so loaded where the choice was made alone. */
const loadReceipts = async () => (await import("#features/receipts/keeper.ts")).ReceiptsKeeper;

/** Has the times of recordings confirmed, where the person wants that. */
function Receipts() {
  const isOn = receiptChoiceRecord.use();
  const Keeper = useLazyPart(loadReceipts, isOn);
  return isOn && Keeper !== null ? <Keeper /> : null;
}

/** Notes for the set-up that a test emergency was run to its end, wherever it began. */
function PracticeNote() {
  const { ended } = useEmergencyState();
  const isPractised = ended?.kind === "test" && ended.isByOwner;
  useEffect(() => {
    if (isPractised) noteSetup({ isPractised: true });
  }, [isPractised]);
  return null;
}

/** Over the page that is still shown. The region is there before its words, because only then every screen reader reads them. */
function LoadingNote() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowPageMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className={classes.place}>
      {isSlow && <p className={classes.note}>Loading the page...</p>}
    </div>
  );
}

/**
 * Comes back to where a page was left. While the next page is loaded, the one before it is shown and scrolled. Without the
 * keeper each page begins at its top.
 */
function ScrollKeeper({ isLoading }: { readonly isLoading: boolean }) {
  const location = useLocation();
  const [shown, setShown] = useState(location);
  if (!isLoading && shown !== location) setShown(location);
  const { key, hash } = isLoading ? shown : location;
  const isBack = useNavigationType() === "POP";
  const keyBefore = useRef(key);
  useEffect(restorePlaces, []);
  // Before the first paint, and after the frame has begun the page at its top.
  useLayoutEffect(() => {
    // The browser itself scrolls to a part of the page that the URL names.
    if (keyBefore.current !== key && isBack && hash === "") scrollBack(key);
    keyBefore.current = key;
    return notePlace(key);
  }, [key, hash, isBack]);
  return null;
}

/** Keeps a spare copy of the settings, and says so where none of their homes can be read. */
function SpareKeeper() {
  useEffect(() => followSpare(() => showToast(storageUnread)), []);
  return null;
}

/**
 * Asks the browser at each start of an installed app to keep what it stores. Chromium and Safari often refuse that to a page in a tab,
 * where everything may have been set up. Firefox would ask the person; the others ask nobody
 * (https://web.dev/articles/persistent-storage).
 */
export function StorageKeeper() {
  useEffect(() => {
    if (isStandalone() && !browserKind().endsWith("firefox")) void keepStorage();
  }, []);
  return null;
}

/**
 * Keeps the emergency numbers that a lock shows at once. Looks at each visit, when settings change, and when an app that stays open for
 * days is shown again: the phone may be in another country.
 */
export function CountryKeeper() {
  useEffect(() => {
    keepCallNumbers();
    const stops = [settingsRecord.subscribe(keepCallNumbers), onShown(keepCallNumbers)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return null;
}
