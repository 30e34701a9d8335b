/** Claims about the system's audio session, which a page holds while it records. */
import { afterEach, expect, test, vi } from "vitest";
import { holdAudioSession } from "./audio-session.ts";

afterEach(() => vi.unstubAllGlobals());

const ignore = () => undefined;

test("a recording that ends late takes the session from none that began since, and the last one gives it back", () => {
  const audioSession = Object.assign(new EventTarget(), { type: "auto", state: "active" });
  vi.stubGlobal("navigator", { audioSession });
  const [leaveFirst, leaveSecond] = [holdAudioSession(ignore), holdAudioSession(ignore)];
  leaveFirst();
  expect(audioSession.type).toBe("play-and-record");
  leaveSecond();
  expect(audioSession.type).toBe("auto");
});
