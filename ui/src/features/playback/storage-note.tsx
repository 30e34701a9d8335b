/** Where recordings are kept, and whether the browser may delete them. */
import { useEffect, useState } from "react";
import { Button } from "#components/button.tsx";
import { Card } from "#components/card.tsx";
import { isApplePhone, isSafari, isStandalone } from "#platform/display-mode.ts";
import { keepStorage } from "#platform/storage.ts";
import { isStorageKept } from "#platform/storage-room.ts";
import { type EvidenceHomes, evidenceHomes } from "#store/evidence-homes.ts";
import classes from "./recordings.module.css";
import { homesText, storageState } from "./storage-state.ts";

/** Says it once the browser has answered. */
export function StorageNote() {
  return (
    <Card className={classes.storage}>
      <h2 className={classes.heading}>Where recordings are kept</h2>
      <p>
        Recordings stay in this browser on this device and are never uploaded. Deleting the
        browser's data deletes them. In a private window, closing the window deletes them.
      </p>
      <Homes />
      <Kept />
      <p>Download what you may need, and keep it somewhere safe.</p>
    </Card>
  );
}

/** Which homes a recording has on this browser. */
function Homes() {
  const [homes, setHomes] = useState<EvidenceHomes | null>(null);
  useEffect(() => {
    void evidenceHomes().then(setHomes);
  }, []);
  return homes && <p>{homesText(homes)}</p>;
}

function Kept() {
  const [isKept, setKept] = useState<boolean | null | undefined>(undefined);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    void isStorageKept().then(setKept);
  }, []);
  if (isKept === undefined) return null;
  const isWebKit = isSafari() || isApplePhone();
  const { text, mayAsk } = storageState({ isKept, isWebKit, isInstalled: isStandalone() });
  const ask = async () => {
    const isGranted = await keepStorage();
    setKept(isGranted);
    setRefused(!isGranted);
  };
  return (
    <>
      <p>{text}</p>
      {mayAsk && !isRefused && (
        <Button tone="secondary" onClick={() => void ask()}>
          Ask the browser to keep them
        </Button>
      )}
      {isRefused && (
        <p role="status">The browser didn't agree. Installing the app makes that more likely.</p>
      )}
    </>
  );
}
