/** `presage exec -- COMMAND`: runs a command, such as a test suite, while an exchange of its own serves. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { isatty } from "node:tty";
import type { Addresses } from "../http/mounts/interfaces.ts";
import { fileVariableName, readSettings, WEB_VARIABLE } from "../settings/read-settings.ts";
import type { SettingText } from "../settings/read-settings.ts";
import { SETTINGS } from "../settings/settings-table.ts";
import type { OpenExchange } from "./open-exchange.ts";
import { chooseStartConfig, clientVariables, findTrusted, listWarnings, runExchange } from "./start.ts";
import { assertNoOperands, splitArguments } from "./terminal/command-line.ts";
import type { Subcommands } from "./terminal/command-line.ts";
import { printFailure } from "./terminal/failure-text.ts";

const EXEC_HELP = `Usage: presage exec [settings] -- COMMAND [ARGUMENTS...]

Starts an exchange, runs COMMAND once the exchange serves, and stops the exchange when COMMAND has ended. COMMAND finds
the addresses in its environment: CLOB_API_URL, DATA_API_URL, GAMMA_API_URL, WS_CLOB_URL and more, which docs/start/testing-exec.md
lists. PRESAGE_ADMIN_URL and PRESAGE_ADMIN_TOKEN are set too, so that presage subcommands within COMMAND ask this exchange.

The exchange is a sandbox with the demo catalog alone, on free ports, in a temporary directory that is removed at its end.
Settings change that: presage start --help lists them. Without --data-dir the exchange has a database of its own, and
leaves DATABASE_URL of the environment to COMMAND. Progress and log go to standard error; --log-level silent omits both.

Ends with the exit code of COMMAND, or 128 and the number of the signal that ended COMMAND; with 125 when the exchange
cannot start or fails, 126 when COMMAND cannot be executed, and 127 when COMMAND is not found.

  presage exec -- pytest
  presage exec --clock virtual --residents normal -- npm test
  presage exec -- sh -c 'curl --fail "$CLOB_API_URL/markets"'
`;

/** Exit codes of failures that are not those of the command, as env and timeout have them. */
const [EXCHANGE_FAILED, NOT_EXECUTABLE, NOT_FOUND] = [125, 126, 127];

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const exitCodeOf = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];

async function exec(args: readonly string[]): Promise<number> {
  try {
    const [program, given] = splitCommand(args);
    const settings = readExchangeSettings(args.slice(0, args.indexOf("--")));
    const place = chooseStartConfig({ settings, flags: chooseFlags(settings) });
    // A signal ends the start, once it can be stopped, or is passed on to the command.
    let receive = (signal: NodeJS.Signals): void => void (process.exitCode = exitCodeOf(signal));
    for (const signal of SIGNALS) process.on(signal, () => receive(signal));
    return await runExchange(place, {
      acceptClock: false,
      warnings: listWarnings({ settings }),
      printStep: (line) => void (place.config.logLevel === "silent" || process.stderr.write(line)),
      onStop: (stop) => {
        if (process.exitCode !== undefined) stop();
        receive = (signal) => {
          process.exitCode = exitCodeOf(signal);
          stop();
        };
      },
      use: async (exchange, addresses, stopped) => {
        if (stopped.aborted) return Number(process.exitCode);
        const env = commandEnvironment(exchange, addresses);
        const child = spawn(program, given, { stdio: "inherit", env });
        receive = (signal) => passOn(child, signal);
        return await waitFor(child, program);
      },
    });
  } catch (error) {
    printFailure(error);
    return EXCHANGE_FAILED;
  }
}

/** Returns the program after the `--`, and its arguments. */
function splitCommand(args: readonly string[]): readonly [program: string, given: readonly string[]] {
  const [program, ...given] = args.includes("--") ? args.slice(args.indexOf("--") + 1) : [];
  if (program !== undefined && program !== "") return [program, given];
  throw new Error("exec needs a command after --, as in presage exec -- npm test; see presage exec --help");
}

/** Defaults of settings for test suites, which need not wait for a past, and count orders of their own. */
const SUITE_DEFAULTS: Readonly<Record<string, string>> = {
  [SETTINGS.demo.name]: "catalog",
  [SETTINGS.residents.name]: "off",
};

/** Settings that have names of other programs too: those of the environment are the command's. */
const SHARED = [SETTINGS.databaseUrl, SETTINGS.nats.servers];
const WITHOUT_SHARED = Object.fromEntries(
  SHARED.flatMap((setting) => [setting.name, fileVariableName(setting)]).map((name) => [name, undefined]),
);

/** Reads the settings; those of SHARED come from the environment only if a data directory is named. */
function readExchangeSettings(args: readonly string[]): SettingText[] {
  const { settingFlags, operands } = splitArguments("exec", args, {});
  assertNoOperands("exec", operands);
  const alone = readSettings({ ...process.env, ...WITHOUT_SHARED }, settingFlags);
  const settings = isTemporary(alone) ? alone : readSettings(process.env, settingFlags);
  return settings.map(withSuiteDefault);
}

const isTemporary = (settings: readonly SettingText[]): boolean =>
  settings.some(
    ({ setting, source }) => setting.name === SETTINGS.dataDirectory.name && source === "default",
  );

/** Replaces a default of the sandbox; production has others. */
function withSuiteDefault(given: SettingText): SettingText {
  const { setting, text, source } = given;
  const isStandard = source === "default" && text === setting.standard;
  return isStandard ? { ...given, text: SUITE_DEFAULTS[setting.name] ?? text } : given;
}

const chooseFlags = (settings: readonly SettingText[]): ReadonlyMap<string, readonly string[]> =>
  new Map(["--free-ports", ...(isTemporary(settings) ? ["--temporary"] : [])].map((flag) => [flag, []]));

/** Makes the environment of the command: this process's, with the exchange's addresses. */
function commandEnvironment(exchange: OpenExchange, addresses: Addresses): NodeJS.ProcessEnv {
  const { config, adminToken } = exchange.context;
  const { web, admin, polymarket } = addresses;
  const channels = polymarket?.trading.replace(/^http/, "ws");
  return {
    ...process.env,
    ...clientVariables(config, { ...addresses, trusted: findTrusted(exchange) }),
    ...(channels !== undefined && {
      WS_CLOB_URL: `${channels}/ws/market`,
      WS_USER_URL: `${channels}/ws/user`,
      RTDS_URL: channels,
      RELAYER_URL: polymarket?.trading,
    }),
    [WEB_VARIABLE]: web,
    [SETTINGS.adminUrl.name]: admin,
    [SETTINGS.adminToken.name]: adminToken,
    // A token may be given once.
    [fileVariableName(SETTINGS.adminToken)]: undefined,
  };
}

/** Passes a signal on. A terminal sends a Ctrl-C to the command itself; a second one would cut its end short. */
function passOn(child: ChildProcess, signal: NodeJS.Signals): void {
  if (signal !== "SIGINT" || !isatty(0)) child.kill(signal);
}

/** Waits for the end of the command, and returns the exit code. An exchange that fails first ends the command. */
async function waitFor(child: ChildProcess, program: string): Promise<number> {
  const endCommand = (): void => {
    process.stderr.write(`presage: the exchange ended before ${program}, which is stopped\n`);
    child.kill();
    process.exitCode = EXCHANGE_FAILED;
  };
  process.once("exit", endCommand);
  try {
    const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    return signal === null ? (code ?? EXCHANGE_FAILED) : exitCodeOf(signal);
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const cause = error instanceof Error ? error.message : String(error);
    const why = isMissing
      ? "is not found: name a file, or a program on PATH"
      : `cannot be executed: ${cause}`;
    process.stderr.write(`presage: ${program} ${why}\n`);
    return isMissing ? NOT_FOUND : NOT_EXECUTABLE;
  } finally {
    process.off("exit", endCommand);
  }
}

export const SUBCOMMANDS: Subcommands = { exec: { help: EXEC_HELP, run: exec } };
