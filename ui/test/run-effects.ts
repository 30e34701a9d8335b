/**
 * Makes the searches of React Testing Library (`findBy...`, `waitFor`) end after the effects of what they found. React
 * runs effects in a later turn when rendering took more than 5 ms, as on a busy machine, and a test would go on before
 * a component has begun to listen. Imported once for all files of a worker.
 */
import { configure, getConfig } from "@testing-library/react";
import { unstable_IdlePriority, unstable_scheduleCallback } from "scheduler";

const { asyncWrapper } = getConfig();

/** Resolves when React has done everything that it has planned. */
const untilIdle = () =>
  new Promise<void>((resolve) => {
    unstable_scheduleCallback(unstable_IdlePriority, () => resolve());
  });

configure({
  asyncWrapper: (search) =>
    asyncWrapper(async () => {
      const found = await search();
      await untilIdle();
      return found;
    }),
});
