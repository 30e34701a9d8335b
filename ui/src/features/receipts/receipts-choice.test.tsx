/** Claims about the choice to have times confirmed. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { receiptChoiceRecord } from "#store/evidence/receipt-choice.ts";
import { ReceiptsChoice } from "./receipts-choice.tsx";

test("it is off, says what leaves the phone, and takes effect at once", async () => {
  render(<ReceiptsChoice />);
  const choice = screen.getByRole("switch", { name: "Have the time of recordings confirmed" });
  expect([choice, receiptChoiceRecord.read()]).toEqual([
    expect.not.objectContaining({ checked: true }),
    false,
  ]);
  screen.getByText("Only a fingerprint leaves this phone; nothing can be rebuilt from it.");
  await userEvent.click(choice);
  expect(receiptChoiceRecord.read()).toBe(true);
  await userEvent.click(choice);
  expect(receiptChoiceRecord.read()).toBe(false);
});
