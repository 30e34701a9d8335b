/** Has the server confirm times, and keeps what it answers. */
import { receiptKeys, requestNumber, requestReceipt } from "#api/receipts.ts";
import { receiptLimits } from "#content/receipt-limits.ts";
import {
  isValidAt,
  numberLine,
  numberSentence,
  type ReceiptKey,
  receiptLine,
} from "#content/time-receipt.ts";
import { timeLimit, withinTime } from "#platform/clock.ts";
import { isSignedBy } from "#platform/ed25519.ts";
import { listRecordings } from "#store/app-database.ts";
import { keepReceipt, receiptsOf } from "#store/evidence/receipts.ts";

/** How a recording stands. */
export interface HeadNow {
  readonly emergencyEventId: string;
  /** The newest head of its chain. */
  readonly head: string;
  /** The newest head that the server has confirmed. */
  readonly confirmedHead: string | null;
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

/** How every recording on this device stands. */
export async function headsOnDevice(): Promise<readonly HeadNow[]> {
  const rows = (await listRecordings()).sort((a, b) => a.part - b.part);
  const heads = new Map(rows.map(({ emergencyEventId, head }) => [emergencyEventId, head]));
  return Promise.all(
    [...heads].map(async ([emergencyEventId, head]) => {
      const { receipts } = await receiptsOf(emergencyEventId);
      return { emergencyEventId, head, confirmedHead: receipts.at(-1)?.head ?? null };
    }),
  );
}

/** Has the server confirm a head, and keeps its answer beside the recording once it was checked. */
export async function confirmHead({ emergencyEventId, head }: HeadNow): Promise<void> {
  const receipt = await timeLimit(requestReceipt(head), receiptLimits.patienceMs);
  if (receipt.head !== head) throw new Error("The server signed something else.");
  const key = await keyOf(receipt.key, receipt.time);
  await demandSigned(key, receiptLine(receipt), receipt.signature);
  await keepReceipt(emergencyEventId, receipt, [key]);
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
