/** Claims about sentences that only rare cases show: each is displayed when its case happens. */
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ErrorBoundary } from "#app/error-boundary.tsx";
import { Toaster } from "#components/toast/toaster.tsx";
import * as endpoints from "#content/endpoints.ts";
import { textLimits } from "#content/limits.ts";
import { installMessages, type Message, pageFailed, saveMessages } from "#content/messages.ts";
import { giftMessages, paymentFormMissing } from "#content/shop-messages.ts";
import { startInstall } from "#features/install/controller.ts";
import { AdvancedSettingsDialog } from "#features/settings/advanced-settings-dialog.tsx";
import { contactCopiesRecord } from "#store/settings/contact-copies.ts";
import { expectReport, openRow, showPage, stubServer } from "#test/page.tsx";

// A whole page takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

function Failing(): never {
  throw new Error("This page fails.");
}

/** Waits until a toast's words are displayed; a screen reader's copy of them may stand beside. */
async function seen({ title, description }: Message) {
  await screen.findAllByText(title);
  if (description !== undefined) await screen.findAllByText(description);
}

test("a safe word that is heard by mistake is refused with the reason", async () => {
  render(
    <>
      <AdvancedSettingsDialog
        isOpen
        demoPin="1234"
        checkPin={async () => true}
        onClose={() => undefined}
      />
      <Toaster />
    </>,
  );
  const save = async (label: string, value: string) => {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
    await userEvent.click(screen.getByRole("button", { name: "Save Settings", hidden: true }));
  };
  await save("Safe Word", "pea");
  await seen(saveMessages.safeWordShort);
  await save("Safe Word", "thanks");
  await seen(saveMessages.safeWordCommon("thanks"));
});

test("a message that no contact would get whole is refused with the reason", async () => {
  stubServer({});
  showPage("settings");
  await openRow("Emergency Message");
  const field = screen.getByLabelText<HTMLTextAreaElement>("Emergency Message");
  const { value: before } = field;
  fireEvent.change(field, { target: { value: "x".repeat(textLimits.message + 1) } });
  await userEvent.click(screen.getByRole("button", { name: "Save Settings" }));
  await seen(saveMessages.messageTooLong);
  // What is not saved is there again at the next visit.
  fireEvent.change(field, { target: { value: before } });
});

test("settings that are saved without their copy say so", async () => {
  stubServer({});
  vi.spyOn(contactCopiesRecord, "write").mockReturnValue(false);
  showPage("settings");
  await openRow("Emergency Contacts");
  await userEvent.click(screen.getByRole("button", { name: "Save Settings" }));
  await seen(saveMessages.copyFailed);
});

test("an installed app is announced", async () => {
  // A while later the set-up is opened, on whatever page there is then: that goes with this clock.
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(<Toaster />);
  const stop = startInstall(() => undefined);
  await act(async () => window.dispatchEvent(new Event("appinstalled")));
  await seen(installMessages.installed);
  stop();
});

test("a gift form that a script sends without addresses says what is missing", async () => {
  showPage("gift");
  const form = screen.getByRole("textbox", { name: "Your Email Address" }).closest("form");
  fireEvent.submit(form as HTMLFormElement);
  await seen(giftMessages.missing);
});

test("a card form that cannot be loaded is named", async () => {
  stubServer({ [endpoints.createGiftPaymentIntent]: { json: { clientSecret: "pi_1_secret_2" } } });
  showPage("gift");
  await userEvent.type(screen.getByRole("textbox", { name: "Your Email Address" }), "a@b.co");
  await userEvent.type(screen.getByRole("textbox", { name: "Friend's Email Address" }), "f@b.co");
  await userEvent.click(screen.getByRole("button", { name: "Continue to Payment" }));
  // happy-dom loads no script and says at once that it failed.
  await screen.findByText(paymentFormMissing);
});

test("a page that fails is replaced by a sentence", () => {
  render(
    <ErrorBoundary>
      <Failing />
    </ErrorBoundary>,
  );
  expect(screen.getByRole("alert").textContent).toBe(pageFailed);
  expectReport(/./);
});
