/** `presage start`: opens the exchange, serves its interfaces, and stops cleanly on SIGTERM and Ctrl-C. */
import type { Config } from "../config.ts";
import type { Addresses } from "../http/interfaces.ts";
import type { OpenServers } from "../serve.ts";
import type { ServedCertificate } from "../tls/served-certificate.ts";
import { readCommandLine, refuseOperands } from "./command-line.ts";
import { listExposures } from "./exposures.ts";
import { exitOnDatabaseFailure, exitOnUncaughtErrors, onInterrupt } from "./interrupt.ts";
import { openExchange } from "./open-exchange.ts";
import { serveExchange } from "./serve-exchange.ts";
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
  const { promise: stop, resolve } = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const { signal } = stopping;
  onInterrupt(() => {
    stopping.abort();
    resolve();
  });
  const exchange = await openExchange(config, exitOnDatabaseFailure, {
    acceptClock: flags.has("--accept-clock"),
    serves: true,
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
    listening = await serveExchange(exchange);
    for (const exposure of listExposures(config)) log.warn(exposure);
    if (!signal.aborted) announce(config, listening.addresses, exchange.certificate);
    await stop;
    return 0;
  } finally {
    await listening?.close();
    await exchange.close();
  }
}

function announce(config: Config, addresses: Addresses, certificate: ServedCertificate | undefined): void {
  const trusted = config.tls.selfSigned ? certificate?.file : undefined;
  process.stdout.write(
    config.json ? `${JSON.stringify(addresses)}\n` : welcomeText(config, addresses, trusted),
  );
}
