/** `presage start`: opens the exchange, serves its interfaces, and stops cleanly on SIGTERM and Ctrl-C. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { BlockList, isIPv6 } from "node:net";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { canonicalAddress } from "../base/address-ranges.ts";
import { parseConfig } from "../settings/config.ts";
import type { Config } from "../settings/config.ts";
import type { Dialect } from "../http/dialects/dialect.ts";
import type { Addresses, InterfaceAddresses } from "../http/mounts/interfaces.ts";
import { listBaseAddresses } from "../http/page/public-addresses.ts";
import { inheritSockets } from "../http/server/connection/inherited-sockets.ts";
import { PACKAGE_ROOT } from "../release.ts";
import type { OpenServers } from "../serve.ts";
import { FREE_PORTS } from "../settings/address-settings.ts";
import { CLIENT_VARIABLES } from "../settings/read-settings.ts";
import type { SettingText } from "../settings/read-settings.ts";
import { formatDefault, formatFlag } from "../settings/setting.ts";
import { stripMarkdown } from "../settings/printed-settings.ts";
import type { Setting } from "../settings/setting.ts";
import { ALL_SETTINGS, SETTINGS } from "../settings/settings-table.ts";
import type { ReportStep } from "../base/start-steps.ts";
import { ADMIN_TOKEN } from "../store/server/data-directory.ts";
import { openTemporaryDirectory } from "../store/server/temporary-directory.ts";
import { readCommandLine, assertNoOperands } from "./terminal/command-line.ts";
import type { CommandLine, FlagKinds, Subcommands } from "./terminal/command-line.ts";
import { failureText } from "./terminal/failure-text.ts";
import { watchTokenFiles } from "./token-files.ts";
import { exitOnDatabaseFailure, exitOnUncaughtErrors, onInterrupt } from "./terminal/interrupt.ts";
import type { OpenExchange } from "./open-exchange.ts";

// Printer of the steps of a start, with the seconds since the process began.

type StartSteps = { readonly tell: ReportStep; end(): void };

/** Milliseconds after which a running step is printed again. */
const REPRINT_MS = 1_500;

/**
 * Creates the printer of steps; `write` gets complete lines. The printer writes at least every two seconds, unless a
 * step blocks the thread.
 */
export function createStartSteps(
  write: (line: string) => void,
  clock: () => number = () => performance.now(),
): StartSteps {
  let current: { readonly text: string; readonly since: number } | undefined;
  let printedAt = -Infinity;
  let reported: string | undefined;

  const print = (text: string): void => {
    printedAt = clock();
    write(`${(printedAt / 1_000).toFixed(1).padStart(6)} s  ${text}\n`);
  };
  const printAgain = (): void => {
    if (current === undefined || clock() - printedAt < REPRINT_MS) return;
    print(`still ${current.text}, for ${((clock() - current.since) / 1_000).toFixed(1)} s`);
  };
  const timer = setInterval(printAgain, REPRINT_MS).unref();
  return {
    tell(step, progress) {
      const isNew = current?.text !== step;
      if (isNew) current = { text: step, since: clock() };
      const line = progress === undefined ? step : `${step}: ${progress}`;
      if (!isNew && (line === reported || clock() - printedAt < REPRINT_MS)) return;
      reported = line;
      print(line);
    },
    end: () => clearInterval(timer),
  };
}

/**
 * Makes the writer of step lines: to standard output, which has the addresses alone with `--json`. Then the lines go to
 * standard error beside the log, unless the log is silent.
 */
export const stepWriter =
  ({ json, logLevel }: Pick<Config, "json" | "logLevel">) =>
  (line: string): void => {
    if (!json) process.stdout.write(line);
    else if (logLevel !== "silent") process.stderr.write(line);
  };

// Flags of `presage start` for a throw-away exchange: free ports, and a data directory that is removed with it.

export const THROW_AWAY_FLAGS = {
  "--free-ports": "switch",
  "--temporary": "switch",
} as const satisfies FlagKinds;

type StartConfig = { readonly config: Config; readonly temporary: boolean };

/** Returns the configuration as the flags change it. Throws an Error of one line if a setting contradicts a flag. */
export function chooseStartConfig({ settings, flags }: Pick<CommandLine, "settings" | "flags">): StartConfig {
  const config = parseConfig(flags.has("--free-ports") ? settings.map(withFreePort) : settings);
  const temporary = flags.has("--temporary");
  if (!temporary) return { config, temporary };
  for (const { name } of [SETTINGS.dataDirectory, SETTINGS.databaseUrl])
    if (settings.some(({ setting, source }) => setting.name === name && source !== "default"))
      throw new Error(
        `A temporary exchange brings a data directory and a database of its own: leave ${name} out`,
      );
  if (config.mode === "production")
    throw new Error(
      "A temporary exchange removes all that was acknowledged, which production promises to keep",
    );
  return { config, temporary };
}

/** Replaces a default port by a free one; an address that is off by default stays off. */
function withFreePort(given: SettingText): SettingText {
  const freePort = FREE_PORTS[given.setting.name];
  return freePort === undefined || given.source !== "default" || given.text === "off"
    ? given
    : { ...given, text: freePort };
}

// The line that `presage start --json` prints for programs: the addresses, or the reason for a failed start.

/** Formats the addresses and other facts that a program needs to trade on, operate and stop the exchange. */
function startedJson({ context, directory, certificate }: OpenExchange, addresses: Addresses): string {
  const { adminToken, chainIds, domains } = context.config;
  const contracts = domains.map(({ id, venue, name, version, chainId, verifyingContract, negRisk }) => ({
    id,
    venue,
    name,
    version,
    chainId,
    address: verifyingContract,
    negRisk,
  }));
  return asOneLine({
    ...addresses,
    pid: process.pid,
    dataDirectory: directory,
    // A token that was set by the environment is in no file.
    adminTokenFile: adminToken === undefined ? join(directory, ADMIN_TOKEN) : null,
    certificateFile: certificate?.file ?? null,
    chainIds,
    contracts,
  });
}

/** Formats the reason why an exchange did not start. */
const failedJson = (error: unknown): string => asOneLine({ error: failureText(error) });

const asOneLine = (value: object): string => `${JSON.stringify(value)}\n`;

// Warnings for an operator who opens addresses beyond the machine in plain HTTP.

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** Tells if a host is this machine only. Names other than localhost may be any address. */
function isLoopback(host: string): boolean {
  const address = canonicalAddress(host);
  if (address === undefined) return host === "localhost";
  return LOOPBACK.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** Lists a warning for each address that is open to the network without TLS, by the exchange or by a proxy. */
export function listExposures({
  host,
  adminHost,
  trustedProxies,
  tls,
}: Pick<Config, "host" | "adminHost" | "trustedProxies" | "tls">): string[] {
  if (tls.selfSigned || tls.certificate !== undefined) return [];
  const warnings: string[] = [];
  if (!isLoopback(host) && trustedProxies.isEmpty)
    warnings.push(
      `PRESAGE_HOST ${host} is open to the network in plain HTTP, and no proxy is trusted: clients should reach it ` +
        "through a proxy with TLS, which PRESAGE_TRUSTED_PROXIES names, or with PRESAGE_TLS_CERT; see docs/operating/public.md",
    );
  if (!isLoopback(adminHost))
    warnings.push(
      `PRESAGE_ADMIN_HOST ${adminHost} opens the operator API to the network in plain HTTP: whoever listens has the ` +
        "operator's token; keep it on loopback or in a private network",
    );
  return warnings;
}

// Settings as lines of text for a person.

/** Formats the settings for `presage start --help`: flag, variable and default in one line, the meaning in the next. */
const settingsText = (): string =>
  ALL_SETTINGS.filter(({ kind }) => kind !== "commands")
    .map(settingText)
    .join("");

function settingText(setting: Setting): string {
  const { name, kind, meaning } = setting;
  const names = kind === "secret" ? `${name}, which has no flag` : `${formatFlag(setting)}, ${name}`;
  const standard = formatDefault(setting);
  return `  ${stripMarkdown(names)}${standard === "" ? "" : ` (${stripMarkdown(standard)})`}\n      ${stripMarkdown(meaning)}\n`;
}

// The text that a started exchange prints: its addresses, and variables to paste into the shell of a client.

/**
 * Formats the addresses and variables; `trusted` is the file of a certificate that clients must be configured to trust.
 */
export function welcomeText(config: Config, addresses: Addresses, trusted?: string): string {
  const { web, admin, spec, polymarket, kuest } = addresses;
  const { web: publicUrl } = config.publicUrls;
  const published = (dialect: Dialect, open: InterfaceAddresses): InterfaceAddresses =>
    listBaseAddresses(config, dialect, (name) => open[name]);
  const lines = [
    `Presage is running in ${config.mode} mode. Data: ${config.dataDirectory}`,
    "",
    row("", "trading", "data", "catalog"),
    addressRow("As specified", spec),
    ...(polymarket === undefined ? [] : [addressRow("For Polymarket clients", polymarket)]),
    ...(kuest === undefined ? [] : [addressRow("For Kuest clients", kuest)]),
    row("Web page, and all", web),
    ...(publicUrl === undefined ? [] : [row("  in public", publicUrl)]),
    row("Operators (/admin)", admin),
    ...(config.adminToken === undefined
      ? [row("  token of admin", join(config.dataDirectory, ADMIN_TOKEN))]
      : []),
    "",
    "Paste into the shell of a client:",
    "",
    ...Object.entries(
      clientVariables(config, {
        spec: published("spec", spec),
        polymarket: polymarket && published("polymarket", polymarket),
        kuest: kuest && published("kuest", kuest),
        trusted,
      }),
    ).map(([name, value]) => `  export ${name}=${value}`),
    "",
    `${config.mode === "sandbox" ? `A first trade in that shell: ${EXAMPLE}. ` : ""}Stop with Ctrl-C.`,
    "",
  ];
  return lines.join("\n");
}

/** Command that runs the example; for an installed package, the command first installs the example's client. */
const EXAMPLE = existsSync(join(PACKAGE_ROOT, "src", "main.ts"))
  ? "npm run example"
  : "npm install @polymarket/clob-client-v2 viem && node node_modules/presage-exchange/examples/first-trade.js";

type ClientAddresses = Pick<Addresses, Dialect> & {
  /** File of a certificate that clients must be configured to trust. */
  readonly trusted: string | undefined;
};

/** Makes the environment of clients: a variable for each base address, the chain, and the certificate to trust. */
export function clientVariables(
  { chainIds }: Pick<Config, "chainIds">,
  { spec, polymarket, kuest, trusted }: ClientAddresses,
): Readonly<Record<string, string>> {
  return {
    ...named(CLIENT_VARIABLES, spec),
    ...(polymarket && named(["CLOB_API_URL", "DATA_API_URL", "GAMMA_API_URL"], polymarket)),
    ...(kuest && named(["KUEST_CLOB_URL", "KUEST_DATA_URL", "KUEST_GAMMA_URL"], kuest)),
    CHAIN_ID: String(chainIds[0]),
    ...(trusted !== undefined && Object.fromEntries(TRUST_VARIABLES.map((name) => [name, trusted]))),
  };
}

type Names = readonly [trading: string, data: string, catalog: string];

const named = (
  [tradingName, dataName, catalogName]: Names,
  { trading, data, catalog }: InterfaceAddresses,
): Readonly<Record<string, string>> => ({
  [tradingName]: trading,
  [dataName]: data,
  [catalogName]: catalog,
});

/**
 * Variables that name a certificate to trust. Node.js adds the certificate to its built-in ones; Python, Go and Rust
 * replace theirs.
 */
const TRUST_VARIABLES = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"];

const row = (title: string, ...cells: readonly string[]): string =>
  `  ${[title, ...cells].map((cell) => cell.padEnd(COLUMN_WIDTH)).join("  ")}`.trimEnd();

const addressRow = (title: string, { trading, data, catalog }: InterfaceAddresses): string =>
  row(title, trading, data, catalog);

/** Width of a column in characters: a title or a loopback address fits. */
const COLUMN_WIDTH = 23;

export const START_HELP = `Usage: presage start [--accept-clock] [--free-ports] [--temporary] [settings]

Starts the exchange and prints its addresses; Ctrl-C stops it. A start is refused when the journal ends more than a minute
ahead of this machine's clock. --accept-clock goes on all the same: what is done carries the journal's last time until the
clock has caught up.

For tests: --free-ports opens each address that no setting names on any free port. --temporary keeps a sandbox in a new
directory, which is removed at its end. --json prints one line of JSON once it runs, or {"error": ...}; the steps of the
start and logs go to standard error.

A secret may stand in a file: PRESAGE_ADMIN_TOKEN_FILE names the file of PRESAGE_ADMIN_TOKEN, and so of all that have no flag and
of DATABASE_URL.

  presage start
  presage start --data-dir ./data --trading-port 8001 --json
  presage start --temporary --free-ports --json

Settings are flags, the last of which counts, or variables of the environment, which flags override:

${settingsText()}`;

const START_FLAGS = { "--accept-clock": "switch", ...THROW_AWAY_FLAGS } as const satisfies FlagKinds;

/** Runs the exchange; returns after it has stopped. */
export async function start(args: readonly string[]): Promise<number> {
  try {
    const line = readCommandLine("start", args, START_FLAGS);
    assertNoOperands("start", line.operands);
    const place = chooseStartConfig(line);
    return await runExchange(place, {
      acceptClock: line.flags.has("--accept-clock"),
      warnings: listWarnings(line),
      printStep: stepWriter(place.config),
      onStop: onInterrupt,
      use: async (exchange, addresses, stopped) => {
        if (stopped.aborted) return 0;
        announce(exchange, addresses);
        const stopWatching = watchTokenFiles({
          readConfig: () => chooseStartConfig(readCommandLine("start", args, START_FLAGS)).config,
          ...exchange,
        });
        await once(stopped, "abort");
        stopWatching();
        return 0;
      },
    });
  } catch (error) {
    // Settings may be unreadable at this point, so the raw flag and variable decide about JSON.
    if (args.includes("--json") || process.env["PRESAGE_JSON"] === "true")
      process.stdout.write(failedJson(error));
    throw error;
  }
}

/** Lists warnings about secret files that other users can read. */
export const listWarnings = ({ settings }: Pick<CommandLine, "settings">): string[] =>
  settings.flatMap(({ warning }) => warning ?? []);

type RunOptions = {
  readonly acceptClock: boolean;
  readonly warnings: readonly string[];
  /** Prints a line about the progress of the start. */
  readonly printStep: (line: string) => void;
  /** Registers the function that stops the exchange, or its start. The latter ends the process with its exit code. */
  readonly onStop: (stop: () => void) => void;
  /** Runs while the exchange serves, and returns the exit code; a stop aborts `stopped`. */
  readonly use: (exchange: OpenExchange, addresses: Addresses, stopped: AbortSignal) => Promise<number>;
};

/** Starts an exchange, in a temporary directory if wanted; stops it once `use` has ended. */
export async function runExchange(
  { config, temporary: isTemporary }: StartConfig,
  options: RunOptions,
): Promise<number> {
  const steps = createStartSteps(options.printStep);
  steps.tell("loading the exchange");
  const [temporary, parts] = await Promise.all([
    isTemporary ? openTemporaryDirectory({ database: true }) : undefined,
    setImmediate().then(loadExchange),
  ]);
  const place = temporary === undefined ? config : { ...config, dataDirectory: temporary.path };
  return await run(parts, { ...options, config: place, steps }).finally(() => {
    steps.end();
    temporary?.remove();
  });
}

/**
 * Loads the exchange's modules. Called only with valid settings, since loading takes most of a start. Meanwhile
 * PostgreSQL's programs create a temporary database.
 */
async function loadExchange() {
  const { openExchange } = await import("./open-exchange.ts");
  const { serveExchange } = await import("./serve-exchange.ts");
  return { openExchange, serveExchange };
}

async function run(
  { openExchange, serveExchange }: Awaited<ReturnType<typeof loadExchange>>,
  options: RunOptions & { readonly config: Config; readonly steps: StartSteps },
): Promise<number> {
  const { config, acceptClock, steps, warnings, use } = options;
  const sockets = inheritSockets(config);
  const stopping = new AbortController();
  const { signal } = stopping;
  options.onStop(() => stopping.abort());
  // What a start that is cut short has underway fails with its database; the process ends, and nobody waits for it.
  const ignoreFailures = (): void => void process.on("uncaughtException", () => undefined);
  signal.addEventListener("abort", ignoreFailures);
  const exchange = await openExchange(config, exitOnDatabaseFailure, {
    acceptClock,
    serves: true,
    tellStep: steps.tell,
    sockets,
    signal,
  }).catch((error: unknown) => {
    // Sessions that wait for locks end with the process. What fails after the signal fails because of it, as a query does
    // that is underway when the database goes.
    if (signal.aborted) process.exit();
    throw error;
  });
  signal.removeEventListener("abort", ignoreFailures);
  const { log } = exchange.context;
  exitOnUncaughtErrors(log);
  let listening: OpenServers | undefined;
  try {
    listening = await serveExchange(exchange, steps.tell);
    steps.end();
    log.info({ event: "exchange_started", ...listening.addresses }, "the addresses are open");
    for (const warning of warnings) log.warn({ event: "secret_readable" }, warning);
    for (const exposure of listExposures(config)) log.warn({ event: "exposed" }, exposure);
    const code = await use(exchange, listening.addresses, signal);
    log.info({ event: "exchange_stopping" }, "the exchange stops");
    return code;
  } finally {
    try {
      await listening?.close();
    } finally {
      await exchange.close();
    }
  }
}

function announce(exchange: OpenExchange, addresses: Addresses): void {
  const { config } = exchange.context;
  process.stdout.write(
    config.json ? startedJson(exchange, addresses) : welcomeText(config, addresses, findTrusted(exchange)),
  );
}

/** Returns the file of the certificate that clients must be configured to trust, if there is one. */
export const findTrusted = ({ context, certificate }: OpenExchange): string | undefined =>
  context.config.tls.selfSigned ? certificate?.file : undefined;

export const SUBCOMMANDS: Subcommands = { start: { help: START_HELP, run: start } };
