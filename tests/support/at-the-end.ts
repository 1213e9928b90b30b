/**
 * Closes what all test files of a process share, once the last of their tests has ended. A process that something left
 * open keeps alive after that, such as a server whose set-up failed, is ended as failed.
 */
import { AsyncResource } from "node:async_hooks";
import { after } from "node:test";

/** The level above all suites. This module must be loaded there: by the program of the tests, not from within a suite. */
const above = new AsyncResource("all tests of the process");

/** Runs `close` after the last test of this process, whichever test asks for it. */
export const atTheEnd = (close: () => Promise<void>): void =>
  above.runInAsyncScope(() => {
    after(close);
  });

/** Time for which a process may live on after its last test. */
const GRACE_MS = 120_000;

after(() => {
  const endAsFailed = (): void => {
    process.stderr.write(
      `The process of these tests still lives after ${GRACE_MS / 1000} s: something is left open.\n`,
    );
    process.exit(1);
  };
  setTimeout(endAsFailed, GRACE_MS).unref();
});
