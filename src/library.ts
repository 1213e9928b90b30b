/**
 * The package as a library: an exchange within the process of a test or a bot. The package publishes the types of this
 * file only, so this file exposes no types of other files.
 */
import { setImmediate } from "node:timers/promises";
import { assertSupportedRuntime } from "./base/oldest-runtime.ts";

export type ExchangeOptions = {
  /** Folder of the database and the secrets, created if missing. Default: a new folder, which `close` removes. */
  readonly dataDirectory?: string;
  /**
   * Settings by their names in docs/reference/configuration.md, such as { PRESAGE_CHAIN_IDS: "137" }. The environment is ignored.
   */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * Called after a permanent failure of the database: the exchange no longer answers, and must be closed. The default
   * ends the process.
   */
  readonly onFailure?: (error: unknown) => void;
};

/** Base URLs, without a trailing slash. */
export type InterfaceAddresses = {
  readonly trading: string;
  readonly data: string;
  readonly catalog: string;
};

/** Base URLs, without a trailing slash; a dialect that is off has none. */
export type ExchangeAddresses = {
  readonly web: string;
  readonly admin: string;
  readonly spec: InterfaceAddresses;
  readonly polymarket: InterfaceAddresses | undefined;
  readonly kuest: InterfaceAddresses | undefined;
};

export type RunningExchange = {
  readonly addresses: ExchangeAddresses;
  /** The token of the operator API. */
  readonly adminToken: string;
  /** Certificate of the addresses in PEM, for the `ca` of clients; `undefined` for plain HTTP. */
  readonly certificate: string | undefined;
  /** Absolute path of the folder of its database and secrets. */
  readonly dataDirectory: string;
  /** Completes running requests, closes the addresses and stops the database. */
  close(): Promise<void>;
};

/** Chooses the demo catalog without seeded history, so that a test suite need not wait for it. */
const demoOf = (settings: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  settings["PRESAGE_MODE"] === "production" ? {} : { PRESAGE_DEMO: "catalog" };

/**
 * Starts a sandbox with the demo catalog on free ports of this machine. By default without seeded history and simulated
 * traders, which { PRESAGE_DEMO: "full", PRESAGE_RESIDENTS: "normal" } as `settings` would add. Throws an Error of one
 * line if a setting is wrong, the folder is in use or the runtime is too old.
 */
export async function startExchange(options: ExchangeOptions = {}): Promise<RunningExchange> {
  assertSupportedRuntime();
  assertKnownOptions(options);
  const { dataDirectory, settings = {}, onFailure = fail } = options;
  const { readConfig, FREE_PORTS, openTemporaryDirectory } = await loadSlotPools();
  const given = { ...FREE_PORTS, PRESAGE_RESIDENTS: "off", ...demoOf(settings), ...settings };
  const chosen = readConfig({ ...given, PRESAGE_DATA_DIR: dataDirectory }, []);
  const opening =
    dataDirectory === undefined
      ? openTemporaryDirectory({ database: chosen.databaseUrl === undefined })
      : undefined;
  const [temporary, { openExchange, serveExchange, failureText }] = await Promise.all([
    opening,
    setImmediate().then(loadExchange),
  ]);
  try {
    const config = temporary === undefined ? chosen : { ...chosen, dataDirectory: temporary.path };
    const exchange = await openExchange(config, onFailure, { serves: true });
    const listening = await serveExchange(exchange).catch(async (error: unknown) => {
      await exchange.close();
      throw error;
    });
    const close = async (): Promise<void> => {
      await listening.close();
      await exchange.close();
      await temporary?.remove();
    };
    const { context, certificate } = exchange;
    return {
      addresses: listening.addresses,
      adminToken: context.adminToken,
      certificate: certificate?.current().certificate,
      dataDirectory: exchange.directory,
      close,
    };
  } catch (error) {
    await temporary?.remove();
    throw new Error(failureText(error), { cause: error });
  }
}

/** Refuses options that would have no effect: unknown options, unknown settings and values that are not texts. */
function assertKnownOptions(options: ExchangeOptions): void {
  const { dataDirectory, settings = {} } = options;
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined) throw new Error(`${unknown}: expected one of ${OPTIONS.join(", ")}`);
  if (dataDirectory === "") throw new Error("dataDirectory: expected a folder, got an empty text");
  for (const [name, value] of Object.entries(settings)) {
    if (name === "PRESAGE_DATA_DIR")
      throw new Error(`${name}: expected the option dataDirectory in its place`);
    if (!/^(PRESAGE_\w+|DATABASE_URL(_FILE)?)$/.test(name))
      throw new Error(`${name}: expected the name of a setting, such as PRESAGE_PORT`);
    if (typeof value !== "string") throw new Error(`${name}: expected a text, got ${String(value)}`);
  }
}

const OPTIONS = ["dataDirectory", "settings", "onFailure"];

/** Loads the few modules that check settings and prepare a folder. */
async function loadSlotPools() {
  const { readConfig } = await import("./settings/config.ts");
  const { FREE_PORTS } = await import("./settings/address-settings.ts");
  const { openTemporaryDirectory } = await import("./store/server/temporary-directory.ts");
  return { readConfig, FREE_PORTS, openTemporaryDirectory };
}

/**
 * Loads the exchange's modules, which blocks this thread for about as long as PostgreSQL's programs take to create a
 * database.
 */
async function loadExchange() {
  const { openExchange } = await import("./cli/open-exchange.ts");
  const { serveExchange } = await import("./cli/serve-exchange.ts");
  const { failureText } = await import("./cli/terminal/failure-text.ts");
  return { openExchange, serveExchange, failureText };
}

function fail(error: unknown): never {
  throw error;
}
