/** Claims about what the app says of texts that stay on the phone: in its messages app, and where a copy was kept. */
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { leftText } from "#features/emergency/ended/ended-rules.ts";
import { PrivacyPolicy } from "#features/landing/privacy.tsx";
import { TestStep } from "#features/onboarding/test-step.tsx";
import { PinFields } from "#features/settings/pin-fields.tsx";
import { DEFAULT_SETTINGS } from "#store/settings/settings.ts";
import { setupRecord } from "#store/settings/setup.ts";

const nothing = () => undefined;

test.each([true, false])(
  "the field for the PIN (there is one: %s) says it beside the public code",
  (hasPin) => {
    const { container } = render(
      <PinFields
        {...{ label: "PIN", demoPin: "1234", asksForCode: false, hasPin }}
        draft={{ wanted: "", repeated: "", present: "" }}
        change={nothing}
        onAskChange={nothing}
      />,
    );
    expect(container.textContent).toMatch(/type 1234\. .*messages app may still show the text/);
    expect(container.textContent).not.toContain("unseen");
  },
);

test("the set-up says it at the end of a test", () => {
  const contacts = [{ id: "a", name: "Ana", phoneNumber: "+61400000001" }];
  const facts = {
    ...{ settings: { ...DEFAULT_SETTINGS, contacts }, setup: setupRecord.read() },
    ...{
      isUnread: false,
      now: 0,
      allowed: { location: "unknown", microphone: "unknown" } as const,
    },
  };
  const { container } = render(
    <TestStep facts={facts} demoPin="1234" start={nothing} onDone={nothing} goTo={nothing} />,
  );
  const lines = [...container.querySelectorAll("li")].map(({ textContent }) => textContent);
  expect(lines.at(-1)).toMatch(/delete the text in your messages app/i);
});

test("the screen after an emergency says it where a message was opened, and only there", () => {
  const message = {
    name: "Ana",
    phoneNumber: "1",
    hadPlace: false,
    alarm: 1,
    told: "nothing",
  } as const;
  const of = (...all: ("prepared" | "opened" | "confirmed")[]) =>
    leftText(all.map((status) => ({ ...message, status })));
  expect([of(), of("prepared")]).toEqual([null, null]);
  for (const text of [of("prepared", "opened"), of("confirmed")])
    expect(text).toMatch(/messages app may still show the text/);
});

test("the privacy page says it of messages and of copies", () => {
  const { container } = render(<PrivacyPolicy />);
  const part = container.querySelector("#device")?.nextElementSibling?.textContent;
  expect(part).toMatch(/messages app may keep the text/);
  expect(part).toMatch(/keyboard may keep/);
});
