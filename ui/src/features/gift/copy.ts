/** Copies a text and says whether it worked. */
import { showToast } from "#components/toast-store.ts";
import { giftMessages, type Message } from "#content/messages.ts";
import { copyText } from "#platform/clipboard.ts";

/** Shows `success` when the text is in the clipboard, else asks to copy it by hand. */
export async function copyWithToast(text: string, success: Message): Promise<void> {
  showToast((await copyText(text)) ? success : giftMessages.copyFailed);
}
