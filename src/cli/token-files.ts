/** Files of operators' tokens, which are read again when they change: so a leaked token ends without a restart. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { repeatTask } from "../base/async.ts";
import type { Context } from "../context.ts";
import type { Config } from "../settings/config.ts";
import { fileVariableName } from "../settings/read-settings.ts";
import { SETTINGS } from "../settings/settings-table.ts";
import { ADMIN_TOKEN, readOrCreateSecret } from "../store/server/data-directory.ts";
import { failureText } from "./terminal/failure-text.ts";

/** Milliseconds between two polls of the files. */
const POLL_MS = 1_000;

type TokenFiles = {
  /** Reads the settings as a start would. Throws an Error of one line. */
  readonly readConfig: () => Config;
  /** Data directory with the token that the exchange made for itself; `undefined` where it makes none. */
  readonly directory: string | undefined;
  /** The running exchange, which has the tokens of its start. */
  readonly context: Pick<Context, "adminToken" | "changes" | "config" | "log" | "operators">;
};

type Tokens = { readonly adminToken: string; readonly operators: Config["operators"] };

/** Watches the files until the returned function is called. Tokens stay as they are while the files cannot be used. */
export function watchTokenFiles({ readConfig, directory, context }: TokenFiles): () => void {
  const files = listFiles(directory);
  let used: Tokens = { adminToken: context.adminToken, operators: context.config.operators };
  const read = (): Tokens => {
    const { adminToken, operators, seed } = readConfig();
    if (adminToken !== undefined) return { adminToken, operators };
    if (directory === undefined) return { adminToken: used.adminToken, operators };
    return { adminToken: readOrCreateSecret(directory, ADMIN_TOKEN, 32, seed), operators };
  };
  const replace = (): void => {
    try {
      const tokens = read();
      if (JSON.stringify(tokens) === JSON.stringify(used)) return;
      context.operators.replace(tokens.adminToken, tokens.operators);
      used = tokens;
      context.changes.endOpen("the operators' tokens were replaced");
      const names = tokens.operators.map(({ name }) => name);
      context.log.warn(
        { event: "operators_replaced", names },
        "the operators' tokens were read again from their files",
      );
    } catch (error) {
      context.log.error(
        { event: "operators_fault" },
        `the operators' tokens stay as they are: ${failureText(error)}`,
      );
    }
  };
  let seen: string | undefined;
  return repeatTask(async () => {
    const now = (await Promise.all(files.map(describeFile))).join();
    // The first poll reads the files, too: they may have changed since the settings were read.
    if (now !== seen) replace();
    seen = now;
  }, POLL_MS);
}

function listFiles(directory: string | undefined): readonly string[] {
  const [token, operators] = [SETTINGS.adminToken, SETTINGS.operators].map(
    (setting) => process.env[fileVariableName(setting)],
  );
  const made = directory === undefined ? undefined : join(directory, ADMIN_TOKEN);
  return [token ?? made, operators].filter((path) => path !== undefined);
}

/** Describes the version of a file; a missing file has none. */
const describeFile = (path: string): Promise<string> =>
  stat(path).then(
    ({ ino, mtimeMs, size }) => `${ino}/${mtimeMs}/${size}`,
    () => "none",
  );
