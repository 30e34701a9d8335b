/** The dialog that makes the evidence package of a recording. */
import { useEffect, useState } from "react";
import { Button } from "#components/button.tsx";
import { Dialog } from "#components/dialog/dialog.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { Notice } from "#components/layout/notice.tsx";
import screenClasses from "#components/layout/screen.module.css";
import { Spinner } from "#components/spinner.tsx";
import textClasses from "#components/text.module.css";
import { emergencyDetails } from "#store/emergency/emergency-details.ts";
import classes from "./package.module.css";
import { stepText } from "./package-words.ts";
import { hasDetails } from "./tables.ts";
import { type PackageState, usePackage } from "./use-package.ts";

type PackageDialogProps = {
  readonly emergencyEventId: string;
  /** A size as the list writes it. */
  readonly sizeText: (bytes: number) => string;
  readonly onClose: () => void;
};

/** Open as long as it is rendered. */
export function PackageDialog({ emergencyEventId, sizeText, onClose }: PackageDialogProps) {
  const { state, make, download, share } = usePackage(emergencyEventId);
  return (
    <Dialog isOpen={true} onClose={onClose} title="Evidence package">
      <div className={layoutClasses.stack}>
        {state.phase === "asking" && (
          <Question emergencyEventId={emergencyEventId} onMake={make} onClose={onClose} />
        )}
        {state.phase === "making" && (
          <>
            <Spinner label={stepText(state.step)} />
            <p>Keep this page open. Long recordings take a while.</p>
            <Button tone="secondary" onClick={onClose}>
              Cancel
            </Button>
          </>
        )}
        {state.phase === "failed" && (
          <>
            <Notice tone="bad" role="alert">
              The package could not be made. Try again, or use "Download" for the sound alone.
            </Notice>
            <Button tone="secondary" onClick={onClose}>
              Close
            </Button>
          </>
        )}
        {state.phase === "ready" && (
          <Ready state={state} sizeText={sizeText} download={download} share={share} />
        )}
      </div>
    </Dialog>
  );
}

type QuestionProps = {
  readonly emergencyEventId: string;
  readonly onMake: (withDetails: boolean) => void;
  readonly onClose: () => void;
};

function Question({ emergencyEventId, onMake, onClose }: QuestionProps) {
  const [canInclude, setCanInclude] = useState(false);
  const [isIncluded, setIncluded] = useState(false);
  useEffect(() => {
    void emergencyDetails(emergencyEventId).then((details) => setCanInclude(hasDetails(details)));
  }, [emergencyEventId]);
  return (
    <>
      <p>
        One file for a lawyer or the police: the sound, a report in plain words, and what an expert
        needs to check it. It leaves the device only if you share it.
      </p>
      {canInclude && (
        <label className={classes.choice}>
          <input
            type="checkbox"
            checked={isIncluded}
            onChange={(event) => setIncluded(event.target.checked)}
          />
          Include places and prepared messages
        </label>
      )}
      <p className={textClasses.soft}>
        It cannot show who speaks, or where. When it was is said by this device's clock, and by our
        server where you had it confirm the time. Ask a lawyer before you use it.
      </p>
      <div className={screenClasses.buttons}>
        <Button tone="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => onMake(isIncluded)}>Make the package</Button>
      </div>
    </>
  );
}

type ReadyProps = {
  readonly state: Extract<PackageState, { phase: "ready" }>;
  readonly sizeText: (bytes: number) => string;
  readonly download: (file: File, canShare: boolean) => Promise<void>;
  readonly share: (file: File) => Promise<void>;
};

/** What may be said of what became of the file. Nobody tells a page more. */
const handedText = {
  no: "The package is ready.",
  shared: "The package was given to the other app. Please check that it is there.",
  downloaded: "A download was started: please check that the file is there.",
} as const;

function Ready({ state, sizeText, download, share }: ReadyProps) {
  const { file, canShare, handed } = state;
  return (
    <>
      <Notice role="status">{handedText[handed]}</Notice>
      <p className={classes.name}>
        {file.name}, {sizeText(file.size)}
      </p>
      <p className={textClasses.soft}>
        Open the file "report" in it first. Keep a second copy somewhere safe.
      </p>
      <div className={screenClasses.buttons}>
        {canShare && <Button onClick={() => void share(file)}>Share</Button>}
        <Button tone="secondary" onClick={() => void download(file, canShare)}>
          {handed === "downloaded" ? "Download again" : "Download"}
        </Button>
      </div>
    </>
  );
}
