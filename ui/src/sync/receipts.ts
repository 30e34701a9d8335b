/** Has the server confirm times, and keeps what it answers. */
import { receiptKeys, requestNumber, requestReceipt, requestToken } from "#api/receipts.ts";
import { receiptLimits } from "#content/receipt-limits.ts";
import {
  isValidAt,
  numberLine,
  numberSentence,
  type ReceiptKey,
  receiptLine,
} from "#content/time-receipt.ts";
import { stampedTime } from "#content/time-token.ts";
import { timeLimit, wallTime, withinTime } from "#platform/clock.ts";
import { isSignedBy } from "#platform/ed25519.ts";
import { listRecordings } from "#store/app-database.ts";
import { keepReceipt, keepToken, receiptsOf } from "#store/evidence/receipts.ts";

/** A head of a recording's chain. */
interface Head {
  readonly emergencyEventId: string;
  readonly head: string;
}

/** How a recording stands; its head is the newest. */
export interface HeadNow extends Head {
  /** The heads that the server has confirmed, in the order in which it did, each with its time in Unix seconds. */
  readonly confirmed: readonly { readonly head: string; readonly time: number }[];
  /** The heads that have a time-stamp token. */
  readonly stamped: readonly string[];
}

/** The keys that this page has been given. */
let known: readonly ReceiptKey[] = [];

/** The key with which the server signs; asked for where this page does not have it. */
async function keyOf(id: string, time: number): Promise<ReceiptKey> {
  const find = () => known.find((key) => key.id === id && isValidAt(key, time));
  if (find() === undefined) known = await receiptKeys();
  const key = find();
  if (key === undefined) throw new Error("The server signs with a key that it does not publish.");
  return key;
}

/** Rejects for what the published key did not sign; a browser that cannot tell keeps it. */
async function demandSigned(key: ReceiptKey, line: string, signature: string): Promise<void> {
  if ((await isSignedBy(key.publicKey, line, signature)) === false) {
    throw new Error("The server's signature does not fit.");
  }
}

/** The recordings of which nothing more will be asked, as they stood: a person may have those of years, and they are looked at every ten seconds. */
const settled = new Map<string, HeadNow>();

/** Whether the newest receipt is of the head, and so old that no token is asked for either. */
function isSettled({ head, confirmed }: HeadNow): boolean {
  const last = confirmed.at(-1);
  return last?.head === head && wallTime() - last.time * 1_000 >= receiptLimits.tokenKeptMs;
}

async function headNow(emergencyEventId: string, head: string): Promise<HeadNow> {
  const known = settled.get(emergencyEventId);
  // A clock that was ahead may be right again.
  if (known?.head === head && isSettled(known)) return known;
  const { receipts, tokens } = await receiptsOf(emergencyEventId);
  const stamped = tokens.map((token) => token.head);
  const now = { emergencyEventId, head, confirmed: receipts, stamped };
  if (isSettled(now)) settled.set(emergencyEventId, { ...now, confirmed: receipts.slice(-1) });
  return now;
}

/** How every recording on this device stands. */
export async function headsOnDevice(): Promise<readonly HeadNow[]> {
  const rows = (await listRecordings()).sort((a, b) => a.part - b.part);
  const heads = new Map(rows.map(({ emergencyEventId, head }) => [emergencyEventId, head]));
  return Promise.all([...heads].map(([id, head]) => headNow(id, head)));
}

/** Has the server confirm a head, and keeps its answer beside the recording once it was checked. */
export async function confirmHead({ emergencyEventId, head }: Head): Promise<void> {
  const receipt = await timeLimit(requestReceipt(head), receiptLimits.patienceMs);
  if (receipt.head !== head) throw new Error("The server signed something else.");
  const key = await keyOf(receipt.key, receipt.time);
  await demandSigned(key, receiptLine(receipt), receipt.signature);
  await keepReceipt(emergencyEventId, receipt, [key]);
}

/**
 * Asks for the time-stamp token of a head, and keeps it beside the recording once it was seen to be for this head. Who signed
 * it is checked by whoever checks the package.
 */
export async function stampHead({
  emergencyEventId,
  head,
}: Head): Promise<"kept" | "later" | "not-offered"> {
  const { isOffered, token } = await timeLimit(requestToken(head), receiptLimits.patienceMs);
  if (!isOffered) return "not-offered";
  if (token === null) return "later";
  if (stampedTime(token, head) === null) {
    throw new Error("It is no token for this head.");
  }
  await keepToken(emergencyEventId, { head, token, at: wallTime() });
  return "kept";
}

/** The sentence for the chain of a recording, with a number that nobody knew before. */
export async function freshNumber(emergencyEventId: string): Promise<string> {
  const number = await requestNumber();
  const key = await keyOf(number.key, number.time);
  await demandSigned(key, numberLine(number), number.signature);
  await keepReceipt(emergencyEventId, null, [key]);
  return numberSentence(number);
}

/** What stands in the chain where no number came. */
const NO_NUMBER =
  "The server gave no number at the beginning. Only the clock of this device says when it began.";

/** The same, or that none came soon. Never rejects. */
export const chainNumber = (emergencyEventId: string): Promise<string> =>
  withinTime(freshNumber(emergencyEventId), receiptLimits.numberPatienceMs, NO_NUMBER);
