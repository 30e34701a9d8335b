/** Claims about how what goes along is shown. */
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { TransferredList } from "./transferred-list.tsx";

test("shows a number from left to right beside a name that is written from right to left", () => {
  const name = "\u05e9\u05e8\u05d4";
  render(<TransferredList transferred={{ people: [{ name, phoneNumber: "(02) 9999-1234" }] }} />);
  const number = screen.getByText("(02) 9999-1234");
  expect(number.getAttribute("dir")).toBe("ltr");
  expect([number.tagName, screen.getByText(name).tagName]).toEqual(["BDI", "BDI"]);
});

test("shows a contact without a name as the number alone", () => {
  render(<TransferredList transferred={{ people: [{ name: "", phoneNumber: "000" }] }} />);
  expect(screen.getByText("000").parentElement?.textContent).toBe("000");
});
