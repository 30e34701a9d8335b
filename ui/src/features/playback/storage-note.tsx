/** Where recordings are kept, and whether the browser may delete them. */
import { useEffect, useState } from "react";
import { Button } from "#components/button.tsx";
import { Card } from "#components/layout/card.tsx";
import { isApplePhone, isSafari, isStandalone } from "#platform/page/display-mode.ts";
import { keepStorage } from "#platform/storage/storage.ts";
import { isStorageKept } from "#platform/storage/storage-room.ts";
import { type EvidenceHomes, evidenceHomes } from "#store/evidence/evidence-homes.ts";
import classes from "./recordings.module.css";
import { homesText, storageState } from "./storage-state.ts";

/** Says it once the browser has answered. */
export function StorageNote() {
  return (
    <Card className={classes.storage}>
      <h2 className={classes.heading}>Where recordings are kept</h2>
      <p>
        Recordings stay in this browser on this device. They are not uploaded, unless you choose to
        send sound to a guardian. If you delete the browser's data, you delete them. In a private
        window, they are gone once you close it.
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
        <p role="status">The browser said no. It may agree once you install the app.</p>
      )}
    </>
  );
}
