/** The order on an iPhone, where only pages on the Home Screen may show notifications (iOS 16.4 and later). */
import { useState } from "react";
import { Button } from "#components/button.tsx";
import { Panel } from "#components/layout/card.tsx";
import * as paths from "#content/paths.ts";
import { copyText } from "#platform/clipboard.ts";
import { currentFragment, currentOrigin } from "#platform/page/address.ts";
import classes from "./watch.module.css";

/** Install first, then paste the link inside: the installed page starts without it, and a link works once. */
export function InstallFirst({ onGoOn }: { readonly onGoOn: () => void }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    setCopied(await copyText(`${currentOrigin()}${paths.watch}${currentFragment()}`));
  };
  return (
    <Panel title="On an iPhone: install first">
      <p>
        An iPhone shows notifications only for pages on the Home Screen. Do it in this order,
        because the link works once:
      </p>
      <ol className={classes.steps}>
        <li>
          <p>Copy the link.</p>
          <Button tone="secondary" onClick={() => void copy()}>
            {copied === true ? "Copied" : "Copy the link"}
          </Button>
          {copied === false && <p role="alert">Not copied. Copy it from where you got it.</p>}
        </li>
        <li>In Safari tap Share, then "Add to Home Screen".</li>
        <li>Open "Updates" from the Home Screen and paste the link there.</li>
      </ol>
      <Button tone="quiet" onClick={onGoOn}>
        Go on here, without notifications
      </Button>
    </Panel>
  );
}
