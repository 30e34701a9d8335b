/** A refused card whose reason is long, and a form that cannot be loaded, where text is large: nothing moves. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { cards, payEmbedded } from "./buying.ts";
import { buttons, canPay, goOnToGiftPayment, visitWide } from "./card-form.ts";
import { closedGate } from "./gate.ts";
import { shiftsOf } from "./late-form.ts";
import { enlargeText } from "./look.ts";
import { inShell, manyBuyers, stage } from "./stage.ts";

const on = stage({ ...manyBuyers, ...inShell });

/** Of what Stripe answers to a buyer, and longer than anything it does. */
const usual =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";
const huge = `${usual} `.repeat(4).trim();

const openCardForm = {
  checkout: (page: Page) => page.goto("/checkout"),
  gift: goOnToGiftPayment,
} as const;
const pages = ["checkout", "gift"] as const;
const sizes = [
  { width: 320, textSize: 100 },
  { width: 320, textSize: 200 },
  { width: 1280, textSize: 100 },
] as const;

describe.each(sizes)("at $width px with text of $textSize %", ({ width, textSize }) => {
  const visit = async () => {
    const visited = await visitWide(on, width, 9000);
    if (textSize === 200) await enlargeText(visited.page);
    return visited;
  };

  const refusals = pages.flatMap((name) => [[name, usual] as const, [name, huge] as const]);

  test.each(refusals)(
    "nothing moves on the %s page when a card is refused with: %s",
    async (name, reason) => {
      const { page, expectProblems, close } = await visit();
      const answer = closedGate();
      await page.route("**/confirm*", async (route) => {
        await answer.opened;
        const error = { type: "card_error", code: "card_declined", message: reason };
        await route.fulfill({ status: 402, json: { error } });
      });
      await openCardForm[name](page);
      await canPay(page, buttons[name]);
      await payEmbedded(page, buttons[name], cards.declined);
      await page.getByRole("button", { name: "Processing..." }).waitFor();
      const made = await shiftsOf(page);
      // From now on a movement is not the person's doing.
      answer.open();
      await page.locator("main form [role=alert]").getByText(reason, { exact: true }).waitFor();
      await canPay(page, buttons[name]);
      expect(await shiftsOf(page)).toEqual(made);
      expect(await sightOfRefusal(page)).toEqual({
        isInSight: reason === usual,
        isReachable: true,
      });
      expectProblems(/status of 402/);
      await close();
    },
  );

  test.each(pages)(
    "nothing moves on the %s page when the payment cannot be set up",
    async (name) => {
      const { page, expectProblems, close } = await visit();
      const answer = closedGate();
      await page.route("**/api/create-*payment-intent", async (route) => {
        await answer.opened;
        await route.abort();
      });
      await openCardForm[name](page);
      await page.getByText("Setting up secure payment...").waitFor();
      const made = await shiftsOf(page);
      answer.open();
      await page.getByRole("main").getByRole("button", { name: "Try again" }).waitFor();
      expect(await shiftsOf(page)).toEqual(made);
      expectProblems(/ERR_FAILED/);
      await close();
    },
  );
});

/** Whether all of the refusal is in sight, or comes into sight when its box is scrolled to its end. */
const sightOfRefusal = (page: Page): Promise<{ isInSight: boolean; isReachable: boolean }> =>
  page.evaluate(() => {
    const alert = document.querySelector("main form [role=alert]") as HTMLElement;
    const box = alert.parentElement as HTMLElement;
    const words = document.createRange();
    words.selectNodeContents(alert);
    const isIn = () =>
      words.getBoundingClientRect().bottom <= box.getBoundingClientRect().bottom + 0.5;
    const isInSight = isIn();
    box.scrollTop = box.scrollHeight;
    return { isInSight, isReachable: isIn() };
  });
