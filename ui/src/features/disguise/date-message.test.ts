/** Claims about today's date. */
import { expect, test } from "vitest";
import { dateText } from "./date-message.ts";

test("today is a weekday, a day and a month", () => {
  expect(dateText(new Date(2026, 10, 22, 23, 59).getTime())).toBe("Sunday, 22 November");
  expect(dateText(new Date(2027, 0, 1).getTime())).toBe("Friday, 1 January");
});
