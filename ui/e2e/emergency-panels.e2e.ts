/** The emergency on a screen of which a part is broken. */
import { describe, test } from "vitest";
import { openPhone, startReal } from "./phone.ts";
import { stage } from "./stage.ts";

const on = stage();

describe("an error in a panel", () => {
  test("takes the panel away and leaves the buttons, which work", async () => {
    const { page, context, close, expectProblem } = await openPhone(on);
    await context.addInitScript(() => {
      const { round } = Math;
      Math.round = (value) => {
        if (value === 12 && !document.body.textContent?.includes("EMERGENCY ACTIVE")) {
          throw new Error("A panel failed");
        }
        return round(value);
      };
    });
    await page.goto("/home");
    await page.getByText(/This part does not work right now/).waitFor();
    await startReal(page);
    await page.getByText("Recording audio evidence").waitFor();
    await page.getByText("1 contact notified").waitFor();
    expectProblem(/A panel failed/);
    await close();
  });
});
