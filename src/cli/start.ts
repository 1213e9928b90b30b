/** `presage start`: opens the exchange, serves its interfaces, and stops cleanly on SIGTERM and Ctrl-C. */
import { setImmediate } from "node:timers/promises";
import type { Config } from "../config.ts";
import type { Addresses } from "../http/interfaces.ts";
import { inheritSockets } from "../http/server/inherited-sockets.ts";
import type { OpenServers } from "../serve.ts";
import { openTemporaryDirectory } from "../store/server/temporary-directory.ts";
import { readCommandLine, refuseOperands } from "./command-line.ts";
import type { CommandLine } from "./command-line.ts";
import { listExposures } from "./exposures.ts";
import { exitOnDatabaseFailure, exitOnUncaughtErrors, onInterrupt } from "./interrupt.ts";
import type { OpenExchange } from "./open-exchange.ts";
import { settingsText } from "./settings-text.ts";
import { failedJson, startedJson } from "./started-json.ts";
import { createStartSteps } from "./start-steps.ts";
import type { StartSteps } from "./start-steps.ts";
import { choosePlace, THROW_AWAY_FLAGS } from "./throw-away.ts";
import { welcomeText } from "./welcome.ts";

export const START_HELP = `Usage: presage start [--accept-clock] [--free-ports] [--temporary] [settings]

Starts the exchange and prints its addresses; Ctrl-C stops it. A start is refused when the journal ends more than a minute
ahead of this machine's clock. --accept-clock goes on all the same: what is done carries the journal's last time until the
clock has caught up.

For tests: --free-ports opens each address that no setting names on any free port. --temporary keeps a sandbox in a new
directory, which is removed at its end. --json prints one line of JSON once it runs, or {"error": ...}; logs go to
standard error.

A secret may stand in a file: PRESAGE_ADMIN_TOKEN_FILE names the file of PRESAGE_ADMIN_TOKEN, and so of all that have no flag and
of DATABASE_URL.

  presage start
  presage start --data-dir ./data --trading-port 8001 --json
  presage start --temporary --free-ports --json

Settings are flags, the last of which counts, or variables of the environment, which flags override:

${settingsText()}`;

/** Runs the exchange; returns after it has stopped. */
export async function start(args: readonly string[]): Promise<number> {
  try {
    const line = readCommandLine("start", args, { "--accept-clock": "switch", ...THROW_AWAY_FLAGS });
    refuseOperands("start", line.operands);
    const place = choosePlace(line);
    const steps = createStartSteps((text) => void (place.config.json || process.stdout.write(text)));
    steps.tell("loading the exchange");
    const [temporary, parts] = await Promise.all([
      place.temporary ? openTemporaryDirectory({ database: true }) : undefined,
      setImmediate().then(loadExchange),
    ]);
    const config =
      temporary === undefined ? place.config : { ...place.config, dataDirectory: temporary.path };
    const acceptClock = line.flags.has("--accept-clock");
    return await run(parts, { config, acceptClock, steps, warnings: listWarnings(line) }).finally(() => {
      steps.end();
      temporary?.remove();
    });
  } catch (error) {
    // Settings that cannot be read may be what failed.
    if (args.includes("--json") || process.env["PRESAGE_JSON"] === "true")
      process.stdout.write(failedJson(error));
    throw error;
  }
}

/**
 * Loads the exchange: only once the settings are known to be right, since it takes longest of a start. PostgreSQL's programs
 * make a temporary database meanwhile.
 */
async function loadExchange() {
  const { openExchange } = await import("./open-exchange.ts");
  const { serveExchange } = await import("./serve-exchange.ts");
  return { openExchange, serveExchange };
}

type StartOptions = {
  readonly config: Config;
  readonly acceptClock: boolean;
  readonly steps: StartSteps;
  /** Sentences about files of secrets that others can read. */
  readonly warnings: readonly string[];
};

const listWarnings = ({ settings }: CommandLine): string[] =>
  settings.flatMap(({ warning }) => warning ?? []);

async function run(
  { openExchange, serveExchange }: Awaited<ReturnType<typeof loadExchange>>,
  { config, acceptClock, steps, warnings }: StartOptions,
): Promise<number> {
  const sockets = inheritSockets(config);
  const { promise: stop, resolve } = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const { signal } = stopping;
  onInterrupt(() => {
    stopping.abort();
    resolve();
  });
  const exchange = await openExchange(config, exitOnDatabaseFailure, {
    acceptClock,
    serves: true,
    tellStep: steps.tell,
    sockets,
    signal,
  }).catch((error: unknown) => {
    // Sessions that wait for locks end with the process.
    if (signal.aborted && error === signal.reason) process.exit(0);
    throw error;
  });
  const { log } = exchange.context;
  exitOnUncaughtErrors(log);
  let listening: OpenServers | undefined;
  try {
    listening = await serveExchange(exchange, steps.tell);
    steps.end();
    log.info({ event: "exchange_started", ...listening.addresses }, "the addresses are open");
    for (const warning of warnings) log.warn({ event: "secret_readable" }, warning);
    for (const exposure of listExposures(config)) log.warn({ event: "exposed" }, exposure);
    if (!signal.aborted) announce(exchange, listening.addresses);
    await stop;
    log.info({ event: "exchange_stopping" }, "the exchange stops");
    return 0;
  } finally {
    await listening?.close();
    await exchange.close();
  }
}

function announce(exchange: OpenExchange, addresses: Addresses): void {
  const { context, certificate } = exchange;
  const { config } = context;
  const trusted = config.tls.selfSigned ? certificate?.file : undefined;
  process.stdout.write(
    config.json ? startedJson(exchange, addresses) : welcomeText(config, addresses, trusted),
  );
}
