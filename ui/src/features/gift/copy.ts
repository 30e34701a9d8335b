/** Copying with a toast. */
import { showToast } from "#components/toast/toast-store.ts";
import type { Message } from "#content/messages.ts";
import { giftMessages } from "#content/shop-messages.ts";
import { copyText } from "#platform/clipboard.ts";

/** Copies `text` and shows `success`, or asks to copy it by hand. */
export async function copyWithToast(text: string, success: Message): Promise<void> {
  showToast((await copyText(text)) ? success : giftMessages.copyFailed);
}
