/** A geolocation for tests of the DOM, and the permission for it. */

type Request = readonly [found: PositionCallback, failed: PositionErrorCallback, isWatch: boolean];

/**
 * Puts one in the place of the browser's. As in engines, a refusal reaches all who asked and ends every watch, and what is
 * asked for while nobody has decided is a question. `tells` is whether the browser says what is allowed.
 */
export function fakeGeolocation(tells = true) {
  const status = Object.assign(new EventTarget(), { state: "prompt" as PermissionState });
  const requests = new Map<number, Request>();
  const phone = {
    /** How often the person would have seen a question, and the browser was asked for a position. */
    questions: 0,
    asked: 0,
    watching: () => [...requests.values()].filter(([, , isWatch]) => isWatch).length,
    /** The person answers the question, or changes the permission in the settings. */
    decide: (state: PermissionState, isRefusal = state !== "granted") => {
      const isChange = status.state !== state;
      status.state = state;
      if (isRefusal) refuse();
      if (isChange) status.dispatchEvent(new Event("change"));
    },
    /** The device finds where it is. */
    move: (latitude = 1) => {
      if (status.state !== "granted") return;
      const coords = { latitude, longitude: 2, accuracy: 12 };
      for (const [id, [found, , isWatch]] of [...requests]) {
        if (!requests.has(id)) continue;
        if (!isWatch) requests.delete(id);
        found({ coords, timestamp: Date.now() } as GeolocationPosition);
      }
    },
    /** The person looks at the page. */
    show: () => void document.dispatchEvent(new Event("visibilitychange")),
  };
  function refuse() {
    const all = [...requests.values()];
    requests.clear();
    for (const [, failed] of all) failed({ code: 1 } as GeolocationPositionError);
  }
  const ask = (isWatch: boolean) => (found: PositionCallback, failed: PositionErrorCallback) => {
    phone.asked += 1;
    requests.set(phone.asked, [found, failed, isWatch]);
    if (status.state === "prompt") phone.questions += 1;
    const mine = phone.asked;
    // The person, or the settings, said no before.
    if (status.state === "denied")
      void Promise.resolve().then(() => requests.has(mine) && refuse());
    return mine;
  };
  const geolocation = {
    getCurrentPosition: ask(false),
    watchPosition: ask(true),
    clearWatch: (id: number) => void requests.delete(id),
  };
  const query = async () => {
    if (!tells) throw new TypeError("Not known here");
    return status;
  };
  Object.defineProperty(navigator, "geolocation", { configurable: true, value: geolocation });
  Object.defineProperty(navigator, "permissions", { configurable: true, value: { query } });
  return phone;
}

/** What `fakeGeolocation` gives to a test. */
export type FakeGeolocation = ReturnType<typeof fakeGeolocation>;

/** Lets the browser's answers arrive: they need no more than promises. */
export async function settleAnswers(): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
}
