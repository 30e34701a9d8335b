/** Says on an iPhone, before anything is typed, that the installed app begins empty, and that the browser may forget. */
import { type ReactNode, useEffect, useState } from "react";
import { Card } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { Notice } from "#components/layout/notice.tsx";
import { More } from "#components/layout/rows.tsx";
import { isApplePhone, isStandalone } from "#platform/page/display-mode.ts";

type InstallFirstProps = {
  readonly displayName: string;
  /** Copies what was set up in the browser; null when nothing was. */
  readonly copy: ReactNode;
  /** Takes it over in the installed app. */
  readonly paste: ReactNode;
};

/**
 * iOS gives an app on the home screen a storage of its own (WebKit, "Web apps on the Home Screen"), which is not under Safari's rule
 * of seven days (https://webkit.org/blog/14403/updates-to-storage-policy/).
 */
export function InstallFirst({ displayName, copy, paste }: InstallFirstProps) {
  const [place, setPlace] = useState<"browser" | "home-screen" | null>(null);
  useEffect(() => {
    if (isApplePhone()) setPlace(isStandalone() ? "home-screen" : "browser");
  }, []);
  if (place === null) return null;
  if (place === "home-screen") return <Card className={layoutClasses.wide}>{paste}</Card>;
  return (
    <>
      <Notice>
        <p>
          <strong>Put the app on your home screen first.</strong> There it starts empty. Here,
          Safari may delete what you set up after 7 days without use.
        </p>
        <p>
          Tap the share button, then "Add to Home Screen". Open "{displayName}" there and continue.
        </p>
        <More title="What does not come along">
          <p>
            On iPhone and iPad it can't see what you set up in the browser. Your purchase or gift
            may have to be verified there once with your e-mail address; an emergency works without
            that.
          </p>
        </More>
      </Notice>
      {copy}
    </>
  );
}
