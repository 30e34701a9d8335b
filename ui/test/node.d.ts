/** What little the tests of pages use of Node, whose types would hide what browsers lack. */
declare module "node:fs" {
  export function appendFileSync(path: string, text: string): void;
}
declare module "node:process" {
  export const env: Readonly<Record<string, string | undefined>>;
  export const pid: number;
}
