/** A browser that is an app on the home screen of an iPhone, for one test. */
import { onTestFinished, type vi } from "vitest";

const userAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15";

/** Makes the browser such an app, or Safari where it is not `standalone`; `share` is its share sheet. */
export function beApplePhone(share: ReturnType<typeof vi.fn>, standalone = true): void {
  const values = { userAgent, standalone, share, canShare: () => true };
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(navigator, name, { configurable: true, value });
    onTestFinished(() => void Reflect.deleteProperty(navigator, name));
  }
}
