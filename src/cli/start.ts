/** `presage start`: opens the exchange, serves its interfaces, and stops cleanly on SIGTERM and Ctrl-C. */
import { demoCatalog } from "../catalog/demo-catalog.ts";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import type { Addresses } from "../http/interfaces.ts";
import { listen } from "../serve.ts";
import type { OpenServers } from "../serve.ts";
import { writeInstance } from "../store/server/data-directory.ts";
import { readCommandLine, refuseOperands } from "./command-line.ts";
import { listExposures } from "./exposures.ts";
import { exitOnDatabaseFailure, exitOnUncaughtErrors, onInterrupt } from "./interrupt.ts";
import { openExchange } from "./open-exchange.ts";
import { settingsText } from "./settings-text.ts";
import { welcomeText } from "./welcome.ts";

export const START_HELP = `Usage: presage start [--accept-clock] [settings]

Starts the exchange and prints its addresses; Ctrl-C stops it. A start is refused when the journal ends more than a minute
ahead of this machine's clock. --accept-clock goes on all the same: what is done carries the journal's last time until the
clock has caught up.

  presage start
  presage start --data-dir ./data --trading-port 8001 --json

Settings are flags, or variables of the environment, which flags override:

${settingsText()}`;

/** Runs the exchange; returns after it has stopped. */
export async function start(args: readonly string[]): Promise<number> {
  const { config, operands, flags } = readCommandLine("start", args, { "--accept-clock": "switch" });
  refuseOperands("start", operands);
  let asked = false;
  const stop = new Promise<void>((resolve) => {
    onInterrupt(() => {
      asked = true;
      resolve();
    });
  });
  const exchange = await openExchange(config, exitOnDatabaseFailure, {
    acceptClock: flags.has("--accept-clock"),
  });
  const { log } = exchange.context;
  exitOnUncaughtErrors(log);
  let listening: OpenServers | undefined;
  try {
    await listDemoCatalog(exchange.context);
    listening = await listen(exchange.context);
    writeInstance(exchange.directory, { pid: process.pid, adminAddress: listening.addresses.admin });
    for (const exposure of listExposures(config)) log.warn(exposure);
    if (!asked) announce(config, listening.addresses);
    await stop;
    return 0;
  } finally {
    await listening?.close();
    await exchange.close();
  }
}

/** Lists the demo catalog in an empty sandbox, so that it starts with markets to trade. */
async function listDemoCatalog(context: Context): Promise<void> {
  if (context.config.mode !== "sandbox" || context.engine.head().seq > 0) return;
  await Promise.all(
    demoCatalog(context.clock()).map((listing) => context.engine.submit({ type: "list", listing })),
  );
}

function announce(config: Config, addresses: Addresses): void {
  process.stdout.write(config.json ? `${JSON.stringify(addresses)}\n` : welcomeText(config, addresses));
}
