/** Copies of an exchange in a test: a file of its state, and a second exchange that begins with such a state. */
import { resolve } from "node:path";
import { copyExchange, restoreState, writeState } from "../cli/database/copy-exchange.ts";
import type { RestoredState } from "../cli/database/copy-exchange.ts";
import { assertWritable } from "../cli/terminal/output-file.ts";
import { startExchange } from "../library.ts";
import type { RunningExchange } from "../library.ts";
import { FREE_PORTS } from "../settings/address-settings.ts";
import { readConfig } from "../settings/config.ts";
import type { Config } from "../settings/config.ts";
import { openTemporaryDirectory } from "../store/server/temporary-directory.ts";

export type TestSettings = Readonly<Record<string, string>>;

/** A started exchange with the settings that it goes by. */
export type StartedCopy = { readonly exchange: RunningExchange; readonly settings: TestSettings };

/** Writes the state into a file, which appears once it is complete. */
export async function saveState(
  directory: string,
  file: string,
  snapshot: string | undefined,
): Promise<void> {
  if (typeof file !== "string") throw new Error(`expected the name of a file, got ${String(file)}`);
  const path = resolve(file);
  assertWritable(file === "" ? file : path, "state");
  await writeState(configOf(directory), path, snapshot);
}

/** Starts an exchange with the state of a file. Throws an Error of one line. */
export const startFromFile = (file: string, settings: TestSettings): Promise<StartedCopy> =>
  startCopy(settings, (directory) => restoreState(configOf(directory), resolve(file)));

type Original = {
  /** Data directory of the exchange to copy. */
  readonly directory: string;
  readonly settings: TestSettings;
};

/** Starts a copy of a running exchange, on free ports. */
export const startFork = (
  { directory: original, settings }: Original,
  snapshot: string | undefined,
): Promise<StartedCopy> =>
  startCopy(withFreePorts(settings), (directory) => copyExchange(configOf(original), directory, snapshot));

/** Returns the standard configuration of an exchange in a data directory. */
const configOf = (directory: string): Config => readConfig({ PRESAGE_DATA_DIR: directory }, []);

/** Opens each address on a free port; one that is off stays off. */
const withFreePorts = (settings: TestSettings): TestSettings => ({
  ...settings,
  ...Object.fromEntries(
    Object.entries(FREE_PORTS).filter(([name]) => settings[name] !== undefined && settings[name] !== "off"),
  ),
});

/** Starts an exchange in a temporary directory, into which `fill` puts a state. */
async function startCopy(
  settings: TestSettings,
  fill: (directory: string) => Promise<RestoredState>,
): Promise<StartedCopy> {
  const temporary = await openTemporaryDirectory({ database: true });
  try {
    const { virtual } = await fill(temporary.path);
    const clock = { PRESAGE_CLOCK: settings["PRESAGE_CLOCK"] ?? (virtual ? "virtual" : "system") };
    const chosen = withoutClockStart({ ...settings, ...clock });
    const exchange = await startExchange({ dataDirectory: temporary.path, settings: chosen });
    const close = (): Promise<void> => exchange.close().finally(temporary.remove);
    return { exchange: { ...exchange, close }, settings: chosen };
  } catch (error) {
    await temporary.remove();
    throw error;
  }
}

/** Omits the time at which a clock begins, since that of a copy goes on. */
const withoutClockStart = (settings: TestSettings): TestSettings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name !== "PRESAGE_CLOCK_START"));
