/** A link that nobody has claimed yet: its code, and other ways to hand it over. */

import { generate } from "lean-qr";
import { type ReactNode, useMemo } from "react";
import { Button } from "#components/button.tsx";
import { CopyButton } from "#components/copy-button.tsx";
import { Notice } from "#components/layout/notice.tsx";
import textClasses from "#components/text.module.css";
import { copyText } from "#platform/clipboard.ts";
import { canShare, shareText } from "#platform/share.ts";
import { canSendSms, openSms } from "#platform/sms.ts";
import type { WaitingGuardian } from "#store/guardians/guardians.ts";
import type { Attention } from "./attending.ts";
import { FinalButton } from "./final-button.tsx";
import classes from "./guardians.module.css";
import { linkUrl } from "./making.ts";
import { pressed } from "./pressed.ts";
import { unlink } from "./sending.ts";

type WaitingCardProps = {
  readonly guardian: WaitingGuardian;
  readonly attention: Attention;
  /** Asks for the own PIN where there is one, then does it. */
  readonly askFirst: (then: () => void) => void;
};

/** Why the link is of no use any more; null while it is. */
function lostText(attention: Attention, name: string): string | null {
  const { kind } = attention;
  if (kind === "known" && attention.link.state === "ended") {
    return "This link has ended. Remove it and make a new one.";
  }
  if (kind === "expired") {
    return `The link was opened, but this phone heard of it too late. It has expired, and ${name} gets no alarms. Remove it and make a new one.`;
  }
  if (kind === "gone") {
    return "The server that answers does not know this link. A link that nobody opens ends after a day. Or it is not our server. If you have a connection and this stays, remove it and make a new one.";
  }
  if (kind !== "spoiled") return null;
  return `Someone tried to use this link without having all of it. It was not ${name}. Remove it and make a new one.`;
}

/** Waits for the guardian; the code first, because it leaves no message behind. */
export function WaitingCard({ guardian, attention, askFirst }: WaitingCardProps) {
  const { name } = guardian;
  const lost = lostText(attention, name);
  return (
    <section className={classes.card} aria-label={name}>
      <h2 className={classes.name}>{name}</h2>
      {lost === null ? (
        <HandOver guardian={guardian}>
          <p role="status">
            {attention.kind === "cut-off"
              ? "No connection. Whether the link was opened will be checked again."
              : `Waiting for ${name} to open the link. It works once, for one day.`}
          </p>
        </HandOver>
      ) : (
        <Notice tone="bad" role="alert">
          {lost}
        </Notice>
      )}
      <FinalButton
        label="Remove this link"
        title="Remove this link?"
        description={`${name} cannot use it any more. This cannot be undone, but you can make a new link.`}
        confirmLabel="Remove"
        askFirst={askFirst}
        onConfirm={() => pressed(unlink(guardian))}
      />
    </section>
  );
}

function HandOver(props: { readonly guardian: WaitingGuardian; readonly children: ReactNode }) {
  const { guardian, children } = props;
  const url = linkUrl(guardian);
  const words = `Would you be there for me in an emergency? Open this link in the browser you use every day, and call me: ${url}`;
  return (
    <>
      <p>
        Best side by side: {guardian.name} points the camera app of their own phone at this code,
        and opens the link that appears. No message is left behind.
      </p>
      <QrCode text={url} label={`The code of the link for ${guardian.name}`} />
      {children}
      <p className={textClasses.note}>
        Or send it. Whoever reads the message before {guardian.name} does can use the link up, so
        compare the digits that appear then, and delete the message.
      </p>
      <div className={classes.row}>
        {canSendSms() && (
          <Button tone="secondary" onClick={() => openSms("", words)}>
            Send by text
          </Button>
        )}
        {canShare() && (
          <Button tone="secondary" onClick={() => void shareText(words)}>
            Share
          </Button>
        )}
        <CopyButton tone="secondary" label="Copy the link" text={url} copy={copyText} />
      </div>
    </>
  );
}

/** The light border that readers need, in modules (ISO/IEC 18004). */
const QUIET = 4;

/** The dark modules as one path. */
function pathOf(text: string): { path: string; size: number } {
  const code = generate(text);
  let path = "";
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
    }
  }
  return { path, size: code.size };
}

/** A QR code, drawn on the page: dark on light in both colour schemes, because many readers know no other. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, size } = useMemo(() => pathOf(text), [text]);
  const whole = size + 2 * QUIET;
  return (
    <svg
      className={classes.code}
      viewBox={`${-QUIET} ${-QUIET} ${whole} ${whole}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET} y={-QUIET} width={whole} height={whole} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
