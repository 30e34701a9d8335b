/** A link that was opened: what it asks for, and the tap that uses it. Link previews of chats must not use it up. */
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "#components/button.tsx";
import { Field } from "#components/form/field.tsx";
import { Card, Panel } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { Notice } from "#components/layout/notice.tsx";
import { PageHeader } from "#components/layout/page.tsx";
import { guardianLimits } from "#content/guardian-limits.ts";
import * as paths from "#content/paths.ts";
import { copyText } from "#platform/clipboard.ts";
import { currentFragment, currentOrigin } from "#platform/page/address.ts";
import { isApplePhone, isStandalone } from "#platform/page/display-mode.ts";
import { scrollToTop } from "#platform/page/navigation.ts";
import type { Offer } from "#seal/link.ts";
import type { PendingClaim } from "#store/guardians/pending-claims.ts";
import { type ClaimOutcome, claim, nameTried, prepareClaim } from "./claim.ts";
import classes from "./watch.module.css";

type OfferPanelProps = {
  readonly offer: Offer;
  /** The link was used, here or elsewhere, or the guardian left it. */
  readonly onDone: () => void;
};

const problems: Readonly<Record<Exclude<ClaimOutcome, "claimed">, string>> = {
  used: "This link no longer works. Ask the person who sent it, by voice: did they remove it? If not, and if it was not you on another device, somebody else took it. Then they must remove it and make a new one.",
  unknown: "This link was not found. Links wait one day. Ask for a new one.",
  busy: "Too many tries. Wait a few minutes and tap again.",
  unanswered:
    "No answer came. It is not known if the link was used. Check your connection and tap again.",
  full: "This browser cannot store anything: its storage is full, or this is a private window. The link was not used. Make room and tap again, or open the link in another browser.",
  failed: "This did not work. Tap again, or open the link in the browser that you use every day.",
};

/** The question whether to be a guardian, which can be left in every state. */
export function OfferPanel(props: OfferPanelProps) {
  const [isGoingOn, setGoingOn] = useState(false);
  // A link is pasted at the end of the page.
  useEffect(scrollToTop, []);
  const mustInstall = isApplePhone() && !isStandalone() && !isGoingOn;
  return (
    <>
      <PageHeader
        title="Be a guardian?"
        lead="Somebody trusts you. When they start an emergency on their phone, this browser shows you that they did, and where they are if their phone finds out. Only this browser can read it."
      />
      {mustInstall ? <InstallFirst onGoOn={() => setGoingOn(true)} /> : <ClaimForm {...props} />}
      <Button tone="quiet" onClick={props.onDone}>
        Close
      </Button>
    </>
  );
}

function ClaimForm({ offer, onDone }: OfferPanelProps) {
  const [name, setName] = useState("");
  const [isTried, setTried] = useState(false);
  const [outcome, setOutcome] = useState<ClaimOutcome | "asking" | null>(null);
  const prepared = useRef<PendingClaim | null>(null);
  const isLeft = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link.
  useEffect(() => {
    nameTried(offer).then(
      (tried) => setName((typed) => typed || tried || ""),
      () => undefined,
    );
    return () => {
      isLeft.current = true;
    };
  }, []);
  const submit = async () => {
    setTried(true);
    if (name.trim() === "") return;
    setOutcome("asking");
    try {
      prepared.current ??= await prepareClaim(offer);
      const ended = await claim(prepared.current, name.trim());
      // Another link may be open by then.
      if (isLeft.current) return;
      if (ended === "claimed") return onDone();
      setOutcome(ended);
    } catch {
      setOutcome("failed");
    }
  };
  const problem =
    outcome === null || outcome === "asking" || outcome === "claimed" ? null : outcome;
  const isLost = problem === "used" || problem === "unknown";
  return (
    <Card>
      <form
        className={layoutClasses.stack}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field
          label="Who sent you this link?"
          hint="A name for yourself. It stays in this browser."
          value={name}
          maxLength={guardianLimits.nameCharacters}
          autoComplete="off"
          error={isTried && name.trim() === "" ? "Enter a name." : null}
          onChange={(event) => setName(event.target.value)}
        />
        <ul className={classes.points}>
          <li>It works only if you know that the link is from them. Ask them, by voice.</li>
          <li>Use the browser that you use every day, and no private window.</li>
          <li>
            You cannot look up where they are. Only their phone sends it: in an emergency, a test of
            one, or a session.
          </li>
        </ul>
        {problem !== null && (
          <Notice tone="bad" role="alert">
            {problems[problem]}
          </Notice>
        )}
        {!isLost && (
          <Button type="submit" disabled={outcome === "asking"}>
            {outcome === "asking" ? "One moment..." : "Be a guardian"}
          </Button>
        )}
      </form>
    </Card>
  );
}

/** The order on an iPhone, where only pages on the Home Screen may show notifications (iOS 16.4 and later). Install first, then paste the link inside: the installed page starts without it, and a link works once. */
function InstallFirst({ onGoOn }: { readonly onGoOn: () => void }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    setCopied(await copyText(`${currentOrigin()}${paths.watch}${currentFragment()}`));
  };
  return (
    <Panel title="On an iPhone: install first">
      <p>
        An iPhone shows notifications only for pages on the Home Screen. Safari may forget others
        after 7 days. Do it in this order, because the link works once:
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
