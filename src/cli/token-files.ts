/** Files of operators' tokens, which are read again when they change: so a leaked token ends without a restart. */
import { stat } from "node:fs/promises";
import type { Log } from "../base/log-event.ts";
import type { OperatorEntry, OperatorRegister } from "../signing/operators.ts";
import { failureText } from "./terminal/failure-text.ts";

/** Milliseconds between two polls of the files. */
const POLL_MS = 1_000;

export type OperatorTokens = { readonly adminToken: string; readonly operators: readonly OperatorEntry[] };

type TokenFiles = {
  readonly files: readonly string[];
  /** Reads the tokens as a start would. Throws an Error of one line. */
  readonly read: () => OperatorTokens;
  readonly register: OperatorRegister;
  /** Ends what was opened with tokens of before. */
  readonly endSessions: () => void;
  readonly log: Log;
};

/** Watches the files until the returned function is called. Tokens stay as they are while the files cannot be used. */
export function watchTokenFiles({ files, read, register, endSessions, log }: TokenFiles): () => void {
  const readVersions = async (): Promise<string> => (await Promise.all(files.map(describeFile))).join();
  const replace = (): void => {
    try {
      const { adminToken, operators } = read();
      register.replace(adminToken, operators);
      endSessions();
      const names = operators.map(({ name }) => name);
      log.warn(
        { event: "operators_replaced", names },
        "the operators' tokens were read again from their files",
      );
    } catch (error) {
      log.error(
        { event: "operators_fault" },
        `the operators' tokens stay as they are: ${failureText(error)}`,
      );
    }
  };
  let seen = readVersions();
  const timer = setInterval(() => {
    // Each poll waits for the one before, so that a change is found once.
    seen = seen.then(async (before) => {
      const now = await readVersions();
      if (now !== before) replace();
      return now;
    });
  }, POLL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Describes the version of a file; a missing file has none. */
const describeFile = (path: string): Promise<string> =>
  stat(path).then(
    ({ ino, mtimeMs, size }) => `${ino}/${mtimeMs}/${size}`,
    () => "none",
  );
