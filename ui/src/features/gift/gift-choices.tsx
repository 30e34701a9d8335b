/** The two ways to hand a gift on, side by side: the link alone, and the full message; and how both are copied. */
import { Button } from "#components/button.tsx";
import { useHydrated } from "#components/loading.ts";
import { showToast } from "#components/toast/toast-store.ts";
import type { Message } from "#content/messages.ts";
import { giftMessages, linkCopied } from "#content/shop-messages.ts";
import { copyText } from "#platform/clipboard.ts";
import classes from "./gift.module.css";
import { giftMessage } from "./message.ts";

type GiftChoicesProps = { readonly link: string; readonly demoPin: string };

/** The buttons have their places before they work; without script they are not there, and both texts can be copied by hand. */
export function GiftChoices({ link, demoPin }: GiftChoicesProps) {
  const isHydrated = useHydrated();
  const message = giftMessage(link, demoPin);
  return (
    <div className={classes.choices}>
      <div className={classes.choice}>
        <h3>The link alone</h3>
        <p>It says nothing about the app.</p>
        <p className={classes.link}>{link}</p>
        <Button
          className={classes.scripted}
          disabled={!isHydrated}
          onClick={() => copyWithToast(link, linkCopied)}
        >
          Copy Link Only
        </Button>
      </div>
      <div className={classes.choice}>
        <h3>The full message</h3>
        <p>Anyone who reads it learns what the app is for.</p>
        <p className={classes.message}>{message}</p>
        <Button
          tone="secondary"
          className={classes.scripted}
          disabled={!isHydrated}
          onClick={() => copyWithToast(message, giftMessages.copied)}
        >
          Copy Full Message
        </Button>
      </div>
    </div>
  );
}

/** Copies `text` and shows `success`, or asks to copy it by hand. */
export async function copyWithToast(text: string, success: Message): Promise<void> {
  showToast((await copyText(text)) ? success : giftMessages.copyFailed);
}
