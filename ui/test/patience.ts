/** How long tests wait for a state: a page takes long on a busy machine, and vitest's own waits give up after a second. */
export const patienceMs = 10_000;

/** For `vi.waitUntil`, which moves a faked clock on between two looks. */
export const patiently = { interval: 1, timeout: patienceMs } as const;
