/** Compares the times that documents, mails and screens say with the constants of the code. Pure. */

/** Where a time is said: the words around it, the file below `server/src` or `ui/src` that has the constant, and its name. */
export const saidTimes = {
  "server/README.md": [
    ["stays for about {time}", "services/orders.rs", "PAYABLE_PERIOD"],
    ["`trust-clock` before the {time})", "services/reseal/mod.rs", "STOPPED_FOR"],
    ["asks for the price again every {time}", "workers/mod.rs", "PRICE_INTERVAL"],
    ["once it is {time} old", "services/watches/sounds/sweeping.rs", "ORPHAN_AGE"],
    ["has run for {time}", "workers/mod.rs", "ORPHANS_INTERVAL"],
    ["run every {time} to six hours", "workers/mod.rs", "DELETE_INTERVAL"],
    ["run every ten minutes to {time}", "workers/mod.rs", "ORPHANS_INTERVAL"],
    ["set by over {time}", "domain/clock_rules.rs", "TOLERANCE"],
    ["more than {time} after the last work", "domain/clock_rules.rs", "MAX_DOWNTIME"],
    ["timers due {time} or more before", "services/watches/restored.rs", "MARGIN"],
    ["wait {time} after the last one", "services/reseal/mod.rs", "STOPPED_FOR"],
    ["waits {time} for older transactions", "services/database/deleted.rs", "READERS_TIMEOUT"],
    ["Every server records each {time}", "services/clock_watch.rs", "HEARTBEAT_INTERVAL"],
    ["`MAIL_URL` within {time}", "services/outbox.rs", "RETRY_PERIOD"],
    ["(one-time links: {time})", "services/outbox.rs", "PROOF_RETRY_PERIOD"],
    ["`TIMESTAMP_URL` within {time}", "services/retention.rs", "TIMESTAMP_RETENTION"],
  ],
  "README.md": [
    ["The server keeps it for {time}", "services/watches/sounds/shared.rs", "SOUND_RETENTION"],
    ["keeps those for {time}", "services/retention.rs", "TIMESTAMP_RETENTION"],
  ],
  "SECURITY.md": [
    ["app refuses it after {time}", "content/limits.ts", "transferLimits.lifetimeMs"],
  ],
  "server/src/services/README.md": [
    ["(one-time links for {time})", "services/outbox.rs", "PROOF_RETRY_PERIOD"],
    [
      "can end it {time} after its newest piece",
      "services/watches/sounds/shared.rs",
      "MIN_RETENTION",
    ],
    ["sets the cookie for {time}", "extract/visitor.rs", "SHARED_DEVICE_MAX_AGE"],
  ],
  "server/src/services/watches/README.md": [
    ["answered within {time}", "services/watches/push_places.rs", "PLACE_DURATION"],
    ["pushes older than {time}", "services/watches/shared.rs", "ITEM_RETENTION"],
    ["up to {time} ahead of the last work", "domain/clock_rules.rs", "MAX_DOWNTIME"],
  ],
  "ui/src/sync/README.md": [
    ["Once {time} the app looks", "content/guardian-limits.ts", "guardianLimits.lookEveryMs"],
    ["has waited for {time}", "content/sound-limits.ts", "soundLimits.itemsFirstMs"],
    [
      "less and less often, {time} apart",
      "content/guardian-limits.ts",
      "alertLimits.missingRetryMostMs",
    ],
  ],
  "ui/src/features/guardians/README.md": [
    ["can be claimed for {time}", "services/watches/shared.rs", "UNCLAIMED_LIFETIME"],
    ["Within {time} after its newest piece", "services/watches/sounds/shared.rs", "MIN_RETENTION"],
  ],
  "ui/src/features/receipts/README.md": [
    ["for {time} after the receipt", "content/receipt-limits.ts", "receiptLimits.tokenKeptMs"],
  ],
  "ui/src/features/receipts/receipts-choice.tsx": [
    ["fingerprint of the sound once {time}", "content/receipt-limits.ts", "receiptLimits.everyMs"],
    ["and when it came, for up to {time}", "services/retention.rs", "TIMESTAMP_RETENTION"],
  ],
  "ui/src/features/watch/offer-panel.tsx": [
    ["Links wait {time}", "services/watches/shared.rs", "UNCLAIMED_LIFETIME"],
  ],
  "server/templates/email/proof.txt": [
    ["works once, for {time}", "services/mailed_links.rs", "LINK_LIFETIME"],
  ],
  "server/templates/email/proof.html": [
    ["works once, for {time}", "services/mailed_links.rs", "LINK_LIFETIME"],
  ],
  "server/templates/email/data.txt": [
    ["works for {time}", "services/mailed_links.rs", "LINK_LIFETIME"],
  ],
  "server/templates/email/data.html": [
    ["works for {time}", "services/mailed_links.rs", "LINK_LIFETIME"],
  ],
  "ui/src/features/your-data/link-panels.tsx": [
    ["can open the link for {time}", "services/mailed_links.rs", "LINK_LIFETIME"],
    ["works for {time}", "services/mailed_links.rs", "LINK_LIFETIME"],
  ],
  "ui/src/features/landing/privacy.tsx": [
    ["and when it came, for up to {time}", "services/retention.rs", "TIMESTAMP_RETENTION"],
    ["An order that was not paid is deleted after {time}", "services/orders.rs", "PAYABLE_PERIOD"],
    [
      "fingerprint of a recording once {time}",
      "content/receipt-limits.ts",
      "receiptLimits.everyMs",
    ],
    ["each {time} of a session", "content/guardian-limits.ts", "sessionLimits.renewEveryMs"],
  ],
  "ui/src/content/faq.ts": [
    ["keeps it for up to {time}", "services/retention.rs", "TIMESTAMP_RETENTION"],
  ],
  "ui/src/features/watch/person-view.tsx": [
    ["sealed on the server for {time}", "services/watches/shared.rs", "ITEM_RETENTION"],
  ],
  "ui/src/features/guardians/page-rules.ts": [
    ["server keeps it for {time}", "services/watches/shared.rs", "ITEM_RETENTION"],
  ],
  "ui/src/features/emergency/lock/lock-screen.tsx": [
    ["close this lock for {time}", "content/limits.ts", "lockouts.lockScreen.lockoutMs"],
  ],
  "ui/src/content/messages.ts": [
    ["App locked for {time}", "content/limits.ts", "lockouts.lockScreen.lockoutMs"],
  ],
  "ui/src/features/settings/transfer/transfer-words.ts": [
    ["The app accepts it for {time}", "content/limits.ts", "transferLimits.lifetimeMs"],
  ],
  "ui/src/features/settings/transfer/copy-settings.tsx": [
    ["home screen within {time}", "content/limits.ts", "transferLimits.lifetimeMs"],
  ],
};

/** Constants of the client and of the server that are the same time. */
export const sameTimes = [
  [
    "content/receipt-limits.ts",
    "receiptLimits.tokenKeptMs",
    "services/retention.rs",
    "TIMESTAMP_RETENTION",
  ],
  [
    "content/guardian-limits.ts",
    "guardianLimits.serverKeepsMs",
    "services/watches/shared.rs",
    "ITEM_RETENTION",
  ],
];

const units = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};
const numbers = [
  "half a",
  "a",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
];
const time = `(?:(\\d+|an|one|${numbers.join("|")}) )?(second|minute|hour|day|week)s?`;

/** The milliseconds of a time in words, such as `half a minute` and `7 days`. */
function inMilliseconds(number, unit) {
  const at = numbers.indexOf(number);
  if (at === 0) return units[unit] / 2;
  const isOne = number === undefined || number === "an" || number === "one";
  const count = isOne ? 1 : at < 0 ? Number(number) : at;
  return count * units[unit];
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The milliseconds that a text says in these words; undefined where it has no such words. */
export function saidIn(text, words) {
  const [before, after] = words.split("{time}").map(escaped);
  const found = new RegExp(`${before}${time}(?!\\w)${after}`).exec(text.replace(/\s+/g, " "));
  return found === null ? undefined : inMilliseconds(found[1], found[2]);
}

/** The milliseconds of an expression in Rust or TypeScript: a product of numbers, durations and days. */
function worth(expression) {
  const factors = expression
    .replaceAll("_", "")
    .split("*")
    .map((factor) => {
      const [, unit, count] =
        /^Duration::from(sec|min|hour|milli)s\((\d+)\)$/.exec(factor.trim()) ?? [];
      if (unit !== undefined)
        return (
          Number(count) *
          (unit === "milli" ? 1 : units[{ sec: "second", min: "minute", hour: "hour" }[unit]])
        );
      return { DAY: units.day, MINUTE: units.minute }[factor.trim()] ?? Number(factor);
    });
  return factors.reduce((product, factor) => product * factor, 1);
}

/** The milliseconds of a constant: one of Rust, or a field of an object of TypeScript. */
export function constantIn(text, name) {
  const [object, ...fields] = name.split(".");
  if (fields.length === 0) {
    const [, type, value] = new RegExp(`const ${name}: (\\w+) = ([^;]+);`).exec(text) ?? [];
    // The age of a cookie is in seconds.
    return value === undefined ? undefined : worth(value) * (type === "i64" ? 1_000 : 1);
  }
  const [, body = ""] =
    new RegExp(`const ${object} = \\{([\\s\\S]*?)\\n\\} as const`).exec(text) ?? [];
  const path = fields.map((field) => `\\b${field}: `).join("[^}]*?");
  const [, value] = new RegExp(`${path}([\\d_]+)`).exec(body) ?? [];
  return value === undefined ? undefined : worth(value);
}

/** The text of a file of the server or of the client. */
const textOf = (file, texts) => texts[`server/src/${file}`] ?? texts[`ui/src/${file}`] ?? "";

/** What is said otherwise than the code has it, in words; `texts` has documents and code by their paths. */
export function wrongTimes(texts) {
  const is = (file, name) => constantIn(textOf(file, texts), name);
  const claims = Object.entries(saidTimes).flatMap(([document, times]) =>
    times.map(([words, file, name]) => ({
      claim: `${document}: ${words}`,
      said: saidIn(texts[document] ?? "", words),
      wanted: is(file, name),
      name,
    })),
  );
  const pairs = sameTimes.map(([file, name, other, otherName]) => ({
    claim: name,
    said: is(file, name),
    wanted: is(other, otherName),
    name: otherName,
  }));
  return [...claims, ...pairs]
    .filter(({ said, wanted }) => said === undefined || said !== wanted)
    .map(({ claim, said, wanted, name }) => `${claim} (${said} ms, ${name} is ${wanted} ms)`);
}
