/** Claims about where sound can begin after a gap. What a browser makes of it is tried in one. */
import { expect, test } from "vitest";
import { clusterAt } from "./sound-feed.ts";

test("a cluster is found wherever it begins, and none where none does", () => {
  const cluster = [0x1f, 0x43, 0xb6, 0x75];
  expect(clusterAt(Uint8Array.from(cluster))).toBe(0);
  expect(clusterAt(Uint8Array.from([1, 0x1f, 0x43, ...cluster, 9]))).toBe(3);
  expect(clusterAt(Uint8Array.from(cluster.slice(0, 3)))).toBe(-1);
  expect(clusterAt(new Uint8Array())).toBe(-1);
});
