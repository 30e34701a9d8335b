/** Runs work one at a time: requests that come during a run are merged into one more. */

/** Makes a function that starts `work` unless it runs; asked meanwhile, it runs once more. What fails is not reported. */
export function oneAtATime(work: () => Promise<unknown>): () => void {
  let isRunning = false;
  let isAsked = false;
  const run = async () => {
    isRunning = true;
    while (isAsked) {
      isAsked = false;
      await work().catch(() => undefined);
    }
    isRunning = false;
  };
  return () => {
    isAsked = true;
    if (!isRunning) void run();
  };
}
