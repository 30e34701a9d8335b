/** Making an evidence package, and handing it over. */
import { useEffect, useRef, useState } from "react";
import { browserText } from "#platform/browser.ts";
import { after, wallTime } from "#platform/clock.ts";
import { currentOrigin } from "#platform/page/address.ts";
import { canShareFile, shareFile } from "#platform/share.ts";
import { downloadFiles, sharesFiles } from "#platform/storage/download.ts";
import { type PieceKeeper, pieceKeeper } from "#store/evidence/sound-pieces.ts";
import { makePackage } from "./make-package.ts";
import { type PackageStep, packageName } from "./package-words.ts";

/** How far a package is. `handed` is what became of it last. */
export type PackageState =
  | { readonly phase: "asking" }
  | { readonly phase: "making"; readonly step: PackageStep }
  | { readonly phase: "failed" }
  | {
      readonly phase: "ready";
      readonly file: File;
      readonly canShare: boolean;
      readonly handed: Handed;
    };

type Handed = "no" | "shared" | "downloaded";

/** How long its pieces stay after the dialog was closed: a browser may still be writing the download. */
const KEEP_MS = 60_000;

/** A package that is made on demand, and no longer when the component is gone. */
export function usePackage(emergencyEventId: string) {
  const [state, setState] = useState<PackageState>({ phase: "asking" });
  const ending = useRef(new AbortController());
  const keeper = useRef<PieceKeeper | null>(null);
  useEffect(() => {
    ending.current = new AbortController();
    return () => {
      ending.current.abort();
      const kept = keeper.current;
      if (kept !== null) after(KEEP_MS, kept.forget);
    };
  }, []);

  const hand = (file: File, canShare: boolean, handed: Handed) =>
    setState({ phase: "ready", file, canShare, handed });
  const download = (file: File, canShare: boolean) =>
    downloadFiles([{ name: file.name, content: file }], file.name).then(
      () => hand(file, canShare, sharesFiles() ? "shared" : "downloaded"),
      () => hand(file, canShare, "no"),
    );
  const share = async (file: File) => {
    if (await shareFile(file)) hand(file, true, "shared");
  };
  const make = async (withDetails: boolean) => {
    const { signal } = ending.current;
    const kept = pieceKeeper();
    keeper.current = kept;
    const onStep = (step: PackageStep) => {
      if (!signal.aborted) setState({ phase: "making", step });
    };
    const made = new Date(wallTime());
    const browser = browserText();
    const origin = currentOrigin();
    const facts = { emergencyEventId, withDetails, made, browser, origin };
    const plan = { ...facts, keep: kept.keep, onStep, signal };
    try {
      const archive = await makePackage(plan);
      if (signal.aborted) return;
      const file = new File([archive], packageName(made), { type: archive.type });
      // A share sheet opens only at a tap, which was long ago.
      if (canShareFile(file)) setState({ phase: "ready", file, canShare: true, handed: "no" });
      else await download(file, false);
    } catch {
      kept.forget();
      if (!signal.aborted) setState({ phase: "failed" });
    }
  };
  return { state, make, download, share };
}
