/** One large button for each contact's message, with its status. */
import { useState } from "react";
import { PanelBoundary } from "#components/boundary/boundaries.tsx";
import { Button } from "#components/button.tsx";
import { Icon } from "#components/icon.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import screenClasses from "#components/layout/screen.module.css";
import { copyText } from "#platform/clipboard.ts";
import { canShare, shareText } from "#platform/share.ts";
import { canSendSms } from "#platform/sms.ts";
import { settingsRecord, unreachableContacts } from "#store/settings/settings.ts";
import { pageEmergency } from "../controller/controller.ts";
import type { ContactMessage } from "../machine/contact-message.ts";
import { isDue, lacksPlace, mayConfirm, needsFirstTap } from "../machine/messages.ts";
import type { Emergency, EmergencyState } from "../machine/state.ts";
import { messageText } from "./lock-facts.ts";
import classes from "./message-list.module.css";

/** Every contact in the order of the settings; without contacts, a hint to call. */
export function MessageList(props: {
  readonly state: EmergencyState;
  /** Whether a message would hold the location now. */
  readonly hasPlace: boolean;
}) {
  return (
    <>
      <PanelBoundary>
        <Messages {...props} />
      </PanelBoundary>
      <PanelBoundary isUnseen>
        <Unreachable />
      </PanelBoundary>
    </>
  );
}

/** Whether a text that is made in this moment holds the location. */
const textHasPlace = () => pageEmergency().place().kind !== "none";

function Messages({ state, hasPlace }: { state: EmergencyState; hasPlace: boolean }) {
  const { emergency } = state;
  if (emergency === null) {
    return null;
  }
  const { messages } = emergency;
  if (messages.length === 0) {
    return (
      <p className={classes.none}>
        No contacts known. Call for help, or copy the text below and send it yourself.
      </p>
    );
  }
  return (
    <ul className={classes.list}>
      {messages.map((message, index) => (
        <MessageItem
          key={message.phoneNumber}
          message={message}
          place={`${index + 1} of ${messages.length}`}
          emergency={emergency}
          hasPlace={hasPlace}
          isUnseen={state.unseen === message.phoneNumber}
          isUnclear={state.unclear === message.phoneNumber}
          mayConfirm={mayConfirm(state, message)}
          isFirst={index === 0 && needsFirstTap(state)}
        />
      ))}
    </ul>
  );
}

function MessageItem(props: {
  readonly message: ContactMessage;
  readonly place: string;
  readonly emergency: Emergency;
  readonly hasPlace: boolean;
  readonly isUnseen: boolean;
  readonly isUnclear: boolean;
  readonly mayConfirm: boolean;
  /** Whether this is the button to press first, because no message opens by itself. */
  readonly isFirst: boolean;
}) {
  const { message, place, emergency, hasPlace } = props;
  const { report } = pageEmergency();
  const { phoneNumber, status } = message;
  const name = message.name || phoneNumber;
  const isUrgent = isDue(emergency, message) || lacksPlace(message, hasPlace);
  return (
    <li className={classes.item} data-status={status} data-first={props.isFirst}>
      <Button
        tone={isUrgent ? "danger" : "secondary"}
        className={classes.send}
        onClick={() =>
          report({
            type: "message-requested",
            emergencyId: emergency.id,
            phoneNumber,
            hasPlace: textHasPlace(),
          })
        }
      >
        <Icon name="message" />
        <span>
          <span className={classes.name}>
            {status === "prepared" ? "Send to" : "Send again to"} {name}
          </span>
          <span className={classes.small}>
            {place}
            {!hasPlace && ", without location"}
          </span>
        </span>
      </Button>
      {!props.isUnclear && (
        <p className={classes.status} role="status">
          {props.isUnseen
            ? "Your messages app did not seem to open. Copy the text and send it another way."
            : messageText(emergency, message, hasPlace)}
        </p>
      )}
      {props.isUnclear && <LaunchQuestion emergencyId={emergency.id} {...{ phoneNumber, name }} />}
      {props.mayConfirm && !props.isUnclear && (
        <Button
          tone="quiet"
          onClick={() =>
            report({ type: "message-confirmed", emergencyId: emergency.id, phoneNumber })
          }
        >
          I sent it
        </Button>
      )}
    </li>
  );
}

/** Asks what a page cannot know after it was left for a moment only. */
function LaunchQuestion(props: {
  readonly emergencyId: string;
  readonly phoneNumber: string;
  readonly name: string;
}) {
  const { emergencyId, phoneNumber, name } = props;
  const answer = (hasOpened: boolean) =>
    pageEmergency().report({ type: "launch-answered", emergencyId, phoneNumber, hasOpened });
  return (
    <div className={classes.question}>
      <p className={classes.status} role="status">
        Did the message to {name} open?
      </p>
      <div className={screenClasses.buttons}>
        <Button tone="secondary" onClick={() => answer(true)}>
          Yes, it opened
        </Button>
        <Button tone="secondary" onClick={() => answer(false)}>
          No
        </Button>
      </div>
    </div>
  );
}

/** Contacts that no message can reach; a number is never changed into another one. */
function Unreachable() {
  const lost = unreachableContacts(settingsRecord.use());
  return lost.map(({ id, name, phoneNumber }) => (
    <p key={id} className={classes.none}>
      No message can go to {name || phoneNumber}: the number saved for this contact cannot be
      dialled.
    </p>
  ));
}

/** Ways to send the text without the messages app: clipboard and share sheet. */
export function OtherWays() {
  return (
    <PanelBoundary>
      <CopyAndShare />
    </PanelBoundary>
  );
}

function CopyAndShare() {
  const [isCopied, setCopied] = useState<boolean | null>(null);
  /** Notes that the text was taken along, once `use` has handed it over. */
  const takeText = async (use: (text: string) => Promise<boolean>) => {
    const page = pageEmergency();
    const [text, hasPlace] = [page.messageText(), textHasPlace()];
    const emergencyId = page.getState().emergency?.id;
    if (text === null || emergencyId === undefined) return null;
    const isTaken = await use(text);
    if (isTaken) page.report({ type: "text-taken", emergencyId, hasPlace });
    if (isTaken && use === copyText) page.report({ type: "text-copied", emergencyId, text });
    return isTaken;
  };
  return (
    <div className={layoutClasses.tight}>
      {!canSendSms() && <p className={classes.result}>This device cannot send SMS.</p>}
      <div className={screenClasses.buttons}>
        <Button tone="secondary" onClick={() => void takeText(copyText).then(setCopied)}>
          Copy text
        </Button>
        {canShare() && (
          <Button tone="secondary" onClick={() => void takeText(shareText)}>
            Share
          </Button>
        )}
      </div>
      <p className={classes.result} role="status">
        {isCopied === true && "The text is on the clipboard."}
        {isCopied === false && "The browser did not allow copying."}
      </p>
    </div>
  );
}
