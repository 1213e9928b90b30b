/** Closes what all test files of a process share, once the last of their tests has ended. */
import { AsyncResource } from "node:async_hooks";
import { after } from "node:test";

/** The level above all suites. This module must be loaded there: by the program of the tests, not from within a suite. */
const above = new AsyncResource("all tests of the process");

/** Runs `close` after the last test of this process, whichever test asks for it. */
export const atTheEnd = (close: () => Promise<void>): void =>
  above.runInAsyncScope(() => {
    after(close);
  });
