/** The lock that takes the place of one that failed: the PIN, the messages and the calls, and nothing that a lock needs besides. */
import { type FormEvent, useState } from "react";
import { Boundary } from "#components/boundary/boundary.tsx";
import { Button, ButtonLink } from "#components/button.tsx";
import { useMaskedDigits } from "#components/form/masked-field.tsx";
import { messageLink } from "#platform/sms.ts";
import { callNumbersText } from "#store/settings/call-numbers.ts";
import { refusedText } from "../code/code-words.ts";
import { pageEmergency } from "../controller/controller.ts";
import type { LockedScreen } from "../pin/lockout.ts";
import { isPinComplete } from "../pin/pin.ts";
import classes from "./lock.module.css";

/** What is left when even the plain lock fails. */
function Calls() {
  return callNumbersText()
    .split(" ")
    .map((number) => (
      <ButtonLink key={number} tone="secondary" href={`tel:${number}`}>
        Call {number}
      </ButtonLink>
    ));
}

/** A link for each message; none where the emergency is what the lock failed on. */
function messagesNow(): { name: string; href: string }[] {
  try {
    const { getState, messageText } = pageEmergency();
    const text = messageText() ?? "";
    const messages = getState().emergency?.messages ?? [];
    return messages.map(({ name, phoneNumber }) => ({
      name: name || phoneNumber,
      href: messageLink(phoneNumber, text),
    }));
  } catch {
    return [];
  }
}

const lockedOut = "Locked out. That code was not tried. Keep the app open.";

function PlainPin({ screen }: { readonly screen: LockedScreen }) {
  const [pin, setPin] = useState("");
  const [said, say] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // An empty field is no wrong PIN. A double tap submits twice, and the first tap has taken what was typed.
    if (!isPinComplete(pin)) return;
    setPin("");
    const outcome = await pageEmergency().submitPin(screen, pin, screen === "lockScreen");
    const refused = refusedText(outcome, screen, pageEmergency().lockouts.get());
    say(outcome === "locked-out" ? lockedOut : refused);
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} autoComplete="off">
      <label htmlFor="plain-pin">PIN</label>
      <input id="plain-pin" className={classes.input} {...useMaskedDigits(pin, setPin)} />
      <p role="status">{said}</p>
      <Button type="submit">Unlock Device</Button>
    </form>
  );
}

type PlainLockProps = {
  readonly screen: LockedScreen;
  /** Shows the lock that failed once more. */
  readonly onRetry: () => void;
};

/** Recording and location go on: they need no screen. */
export function PlainLock({ screen, onRetry }: PlainLockProps) {
  return (
    <main id="main" className={classes.plainScreen} data-screen="lock">
      <h1>EMERGENCY ACTIVE</h1>
      <p role="alert">
        Part of this screen isn't working. Messages, calls and your PIN still work.
      </p>
      <Boundary fallback={<Calls />}>
        {messagesNow().map(({ name, href }) => (
          <ButtonLink key={href} tone="danger" href={href}>
            <span className={classes.name}>Send to {name}</span>
          </ButtonLink>
        ))}
        <Calls />
        <PlainPin screen={screen} />
        <Button tone="secondary" onClick={onRetry}>
          Show the whole lock again
        </Button>
      </Boundary>
    </main>
  );
}
