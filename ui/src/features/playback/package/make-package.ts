/** Makes the evidence package of an emergency on this device. */
import { sha256OfBlob } from "#platform/storage/blob-digest.ts";
import { type NamedFile, zipOf } from "#platform/storage/zip.ts";
import { emergencyDetails } from "#store/emergency/emergency-details.ts";
import { checkBesidePage } from "#store/evidence/evidence-checking.ts";
import { evidenceOf } from "#store/evidence/evidence-rows.ts";
import { tallyOf } from "#store/evidence/evidence-tally.ts";
import { NO_RECEIPTS, receiptsOf } from "#store/evidence/receipts.ts";
import certificationTemplate from "./files/certification-draft.txt";
import protocols from "./files/protocols.html";
import verifyWithPython from "./files/verify.py";
import verifyWithOpenssl from "./files/verify.sh";
import { filled } from "./fill.ts";
import { growingFile } from "./growing-file.ts";
import { type Finding, findingText, type PackageStep } from "./package-words.ts";
import { type PackagedPart, readPart } from "./read-part.ts";
import { reportHtml } from "./report.ts";
import { detailTables, linkColumns, type PartRow, partsTable } from "./tables.ts";
import { type Fingerprint, logText, manifestText } from "./text-files.ts";
import { timeTables } from "./times.ts";
import { type PackagedToken, packagedTokens, tokensTable } from "./tokens.ts";

/** What a package is made of, and how. */
export interface PackagePlan {
  readonly emergencyEventId: string;
  /** Whether places and messages go with it. */
  readonly withDetails: boolean;
  readonly made: Date;
  /** What the browser says that it is. */
  readonly browser: string;
  /** Where the server is that confirms times. */
  readonly origin: string;
  /** Takes a piece of a file to where it stays. */
  readonly keep: (piece: Blob) => Promise<Blob>;
  readonly onStep: (step: PackageStep) => void;
  readonly signal: AbortSignal;
}

/** The numbers of parts, which only grow, also where two rows claim the same. */
function numbered(parts: readonly { readonly id: string; readonly part: number }[]) {
  let last = 0;
  return parts.map(({ id, part }) => {
    last = Math.max(last + 1, part);
    return { id, number: last };
  });
}

const textFile = (name: string, text: string): NamedFile => ({ name, content: new Blob([text]) });

/** The rows of the parts that are there, and of those that the device noted and that are gone. */
function partRows(
  parts: readonly PackagedPart[],
  tally: ReadonlyMap<string, string | null>,
): readonly PartRow[] {
  const known = new Set(parts.map(({ id }) => id));
  const there = parts.map((part) => ({
    ...part,
    original: part.originalName,
    playable: part.playable === null ? "" : part.playableName,
    endsWith: tally.get(part.id) ?? part.head,
  }));
  const gone = [...tally].filter(([id]) => !known.has(id));
  const none = {
    number: null,
    original: "",
    playable: "",
    startsFrom: "",
    type: "",
    headerBytes: 0,
  };
  return [...there, ...gone.map(([id, head]) => ({ ...none, id, endsWith: head ?? "" }))];
}

/** The sound of all parts, and the tables of their links. */
async function readSound({ emergencyEventId, keep, onStep, signal }: PackagePlan) {
  const tables = { links: growingFile(keep), gaps: growingFile(keep), keep };
  await tables.links.add(linkColumns);
  const rows = numbered(await evidenceOf(emergencyEventId));
  if (rows.length === 0) throw new Error("There is no chain of links.");
  const parts: PackagedPart[] = [];
  for (const [index, { id, number }] of rows.entries()) {
    signal.throwIfAborted();
    onStep({ type: "reading", part: index + 1, of: rows.length });
    parts.push(await readPart(id, number, tables));
  }
  const gaps =
    tables.gaps.size() === 0 ? [] : [{ name: "gaps.txt", content: await tables.gaps.end() }];
  const files: readonly NamedFile[] = [
    ...parts.map(({ originalName, original }) => ({ name: originalName, content: original })),
    ...parts.flatMap(({ playableName, playable }) =>
      playable === null ? [] : [{ name: playableName, content: playable }],
    ),
    { name: "links.csv", content: await tables.links.end() },
    ...gaps,
  ];
  return { parts, files };
}

async function fingerprintsOf(
  files: readonly NamedFile[],
  signal: AbortSignal,
): Promise<readonly Fingerprint[]> {
  const found: Fingerprint[] = [];
  for (const { name, content } of files) {
    signal.throwIfAborted();
    found.push({ name, sha256: await sha256OfBlob(content) });
  }
  return found;
}

/** What the device finds of the recording itself. */
async function findingOf({ emergencyEventId, signal }: PackagePlan): Promise<Finding> {
  return checkBesidePage(emergencyEventId, signal).catch((error) => {
    signal.throwIfAborted();
    void error;
    return null;
  });
}

/** The tokens, and their table where there are any. */
function tokenFiles(tokens: readonly PackagedToken[]): readonly NamedFile[] {
  if (tokens.length === 0) return [];
  const files = tokens.map(({ name, content }) => ({ name, content: new Blob([content]) }));
  return [textFile("tokens.csv", tokensTable(tokens)), ...files];
}

/** The receipts of an emergency; a package is made with or without them. */
const keptOf = (emergencyEventId: string) => receiptsOf(emergencyEventId).catch(() => NO_RECEIPTS);

/** The package as one file. Rejects where the sound cannot be read, or `signal` ends it. */
export async function makePackage(plan: PackagePlan): Promise<Blob> {
  const { emergencyEventId, withDetails, made, browser, origin, onStep, signal } = plan;
  onStep({ type: "checking" });
  const found = await findingOf(plan);
  const finding = findingText(found);
  // Nothing is said of the time of a recording that is not as it was.
  const isWhole = found !== null && !found.isAltered && found.missingSeconds === 0;
  const confirmed = isWhole ? found.confirmed : null;
  const { parts, files: sound } = await readSound(plan);
  onStep({ type: "packing" });
  const events = parts.flatMap((part) => part.events);
  const kept = await keptOf(emergencyEventId);
  const tokens = packagedTokens(kept.tokens);
  const details = withDetails ? detailTables(await emergencyDetails(emergencyEventId)) : [];
  const soundPrints = await fingerprintsOf(sound, signal);
  const originals = soundPrints.filter(({ name }) => name.startsWith("original/"));
  const others = [
    textFile("parts.csv", partsTable(partRows(parts, await tallyOf(emergencyEventId)))),
    textFile("log.txt", logText({ events, finding, made, browser })),
    ...[...details, ...timeTables(kept, origin)].map(({ name, text }) => textFile(name, text)),
    ...tokenFiles(tokens),
    textFile("protocols.html", protocols),
    textFile("certification-draft.txt", certificationText(originals, parts)),
    textFile("verify.py", verifyWithPython),
    textFile("verify.sh", verifyWithOpenssl),
  ];
  const names = [...sound, ...others, { name: "manifest.sha256" }].map(({ name }) => name);
  const report = textFile(
    "report.html",
    reportHtml({
      ...{ parts, finding, made, browser, files: names, confirmed, origin },
      tokens: isWhole ? tokens : [],
    }),
  );
  const prints = await fingerprintsOf([report, ...others], signal);
  const manifest = textFile("manifest.sha256", manifestText([...prints, ...soundPrints]));
  return zipOf([report, ...others, manifest, ...sound]);
}

const indented = (lines: readonly string[]) => lines.map((line) => `    ${line}\n`).join("");

/** `certification-draft.txt`, which an expert in the United States may check, change and sign, with the values of the package. */
function certificationText(
  originals: readonly Fingerprint[],
  parts: readonly PackagedPart[],
): string {
  return filled(certificationTemplate, {
    originals: indented(originals.flatMap(({ name, sha256 }) => [name, `  ${sha256}`])),
    heads: indented(parts.flatMap(({ number, head }) => [`part ${number}`, `  ${head}`])),
  });
}
