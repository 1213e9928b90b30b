/** `presage config`: prints the settings of the running exchange or of a start here, or all errors in the latter. */
import { once } from "node:events";
import { constants, existsSync, statSync } from "node:fs";
import { access, mkdtemp, rmdir } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { checkConfig } from "../settings/config.ts";
import type { Config } from "../settings/config.ts";
import { openPort } from "../http/server/connection/inherited-sockets.ts";
import { ADMIN_HOST } from "../settings/address-settings.ts";
import type { ListenAddress } from "../settings/address-settings.ts";
import { collectSettings } from "../settings/read-settings.ts";
import { SETTINGS } from "../settings/settings-table.ts";
import { createOperatorRegister } from "../signing/operators.ts";
import { checkCertificate, operatorFilesSource, readNamed } from "../tls/certificate.ts";
import { explainDirectoryError } from "../operate/archive/directory-storage.ts";
import type { PrintedSettings } from "../http/admin/exchange/settings.ts";
import { listPrintedSettings } from "../settings/printed-settings.ts";
import type { PrintedSetting } from "../settings/printed-settings.ts";
import { formatFlag } from "../settings/setting.ts";
import { askRunning, describeFallback } from "./operator/ask-running.ts";
import { readCommandLine, splitArguments, URL_FLAG } from "./terminal/command-line.ts";
import type { CommandLine, Subcommands } from "./terminal/command-line.ts";
import { listExposures } from "./start.ts";
import { columnsText, printResult } from "./terminal/table.ts";

const CONFIG_HELP = `Usage: presage config print [settings]
       presage config check [settings]

print asks the running exchange, and writes every setting that it has with its value and where it comes from: the default, the
environment, a file or a flag. Of secrets it says only if they are set. Where no exchange runs, or with flags of settings, it writes those
that a start here would have, and says so. A setting that cannot be used is refused as presage start refuses it, with code 1.

check looks at the settings of a start here, reads the files that they name, tries the hosts, and says everything that is wrong at once,
with code 1; warnings alone are code 0. Neither opens the ports, and no exchange has to run.

  presage config print
  presage config print --url http://127.0.0.1:7004
  presage config print --mode production --json
  presage config check --mode production
`;

export async function config(args: readonly string[]): Promise<number> {
  const { operands } = splitArguments("config", args, PRINT_FLAGS);
  const [action, ...more] = operands;
  if (action === "print" && more.length === 0) return print(args);
  if (action === "check" && more.length === 0) return check(args);
  const got = action === undefined ? "nothing" : `"${operands.join(" ")}"`;
  throw new Error(`config: expected print or check, got ${got}; see presage config --help`);
}

const PRINT_FLAGS = { [URL_FLAG]: "text" } as const;

/** Flags that choose an exchange or a form of the output, and no setting of a start. */
const CHOOSING: ReadonlySet<string> = new Set([SETTINGS.dataDirectory.name, SETTINGS.json.name]);

/** Settings with a line about whose they are, and a note for JSON unless they are those of the running exchange. */
type Printed = {
  readonly rows: readonly PrintedSetting[];
  readonly title: string;
  readonly note?: string;
};

async function print(args: readonly string[]): Promise<number> {
  const line = readCommandLine("config", args, PRINT_FLAGS);
  const { rows, title, note } = await findSettings(line);
  const json = Object.fromEntries(rows.map(({ name, ...row }) => [name, row]));
  if (line.config.json && note !== undefined) process.stderr.write(`Note: ${note}\n`);
  printResult(line.config, json, `${title}\n\n${formatRows(rows)}`);
  return 0;
}

async function findSettings(line: CommandLine): Promise<Printed> {
  const rows = listPrintedSettings(line.settings);
  const given = line.settings.find(({ setting, source }) => source === "flag" && !CHOOSING.has(setting.name));
  if (given !== undefined) {
    const flag = formatFlag(given.setting);
    if (line.flags.has(URL_FLAG))
      throw new Error(
        `config print: ${URL_FLAG} asks the running exchange, and ${flag} is for a start: give one of them`,
      );
    const title = `These are the settings of a start here with ${flag}, not those of a running exchange:`;
    return { rows, title, note: title.replace(/:$/, ".") };
  }
  const running = await askRunning<PrintedSettings>(line, "/settings");
  if (running !== undefined)
    return {
      rows: running.answer,
      title: `The exchange that runs at ${running.adminAddress} has these settings:`,
    };
  const title = describeFallback(line, "these are the settings of a start here:");
  return { rows, title, note: title.replace(/:$/, ".") };
}

async function check(args: readonly string[]): Promise<number> {
  const { texts, faults } = collectSettings(process.env, splitArguments("config", args, {}).settingFlags);
  const checked = checkConfig(texts);
  const problems = [...faults, ...checked.faults, ...(await listDeeperFaults(checked.config))];
  const warnings = [
    ...texts.flatMap(({ warning }) => warning ?? []),
    ...(problems.length > 0 ? [] : listExposures(checked.config)),
  ];
  const json = texts.some(({ setting, text }) => setting.name === SETTINGS.json.name && text === "true");
  printResult({ json }, { problems, warnings }, reportText(texts.length, { problems, warnings }));
  return problems.length === 0 ? 0 : 1;
}

/** Lists errors in the files and hosts that settings name, and in secrets that contradict each other. */
async function listDeeperFaults(checked: Config): Promise<string[]> {
  const { tls, adminToken, operators, host, adminHost, backup } = checked;
  const { certificate, key } = tls;
  const checks = [
    async () => {
      if (certificate === undefined || key === undefined) return;
      const { names } = operatorFilesSource({ certificate, key });
      const texts = await awaitBoth([readNamed(names.certificate), readNamed(names.key)] as const);
      checkCertificate({ certificate: texts[0], key: texts[1] }, names);
    },
    async () => {
      if (backup.place?.kind === "directory")
        await checkWritable(SETTINGS.backup.place.name, backup.place.path);
    },
    async () => void (adminToken !== undefined && createOperatorRegister(adminToken, operators)),
    ...listHosts({ host, adminHost }).map((place) => () => tryHost(place)),
  ];
  const done = await Promise.allSettled(checks.map((one) => one()));
  return done.flatMap((one) => (one.status === "fulfilled" ? [] : listFaultLines(one.reason)));
}

function listFaultLines(reason: unknown): string[] {
  if (reason instanceof AggregateError) return reason.errors.flatMap(listFaultLines);
  return [reason instanceof Error ? reason.message : String(reason)];
}

/** Waits for two promises. Throws the errors of both. */
async function awaitBoth<T>(both: readonly [Promise<T>, Promise<T>]): Promise<readonly [T, T]> {
  const [first, second] = await Promise.allSettled(both);
  if (first.status === "fulfilled" && second.status === "fulfilled") return [first.value, second.value];
  throw new AggregateError([first, second].flatMap((one) => (one.status === "rejected" ? [one.reason] : [])));
}

/** Lists one address for each host, on any free port, so that the check does not collide with a running exchange. */
const listHosts = ({ host, adminHost }: Pick<Config, "host" | "adminHost">): ListenAddress[] => [
  { setting: SETTINGS.ports.web.name, host, port: 0 },
  ...(adminHost === host
    ? []
    : [{ setting: SETTINGS.ports.admin.name, hostSetting: ADMIN_HOST, host: adminHost, port: 0 }]),
];

/** Tries to listen on a host. Throws an Error that names the host's setting if listening fails. */
async function tryHost(place: ListenAddress): Promise<void> {
  const server = createServer();
  await openPort(place, () => once(server.listen(place.port, place.host), "listening"));
  server.close();
}

/** Throws an Error that names the setting unless its directory can be written or created. */
async function checkWritable(name: string, path: string): Promise<void> {
  let existing = path;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  if (!statSync(existing).isDirectory())
    throw new Error(`${name}: expected a directory, got ${path}: ${existing} is none`);
  try {
    await access(existing, constants.W_OK);
    // Permission bits do not show that some file systems, such as /proc, allow no new directory.
    if (existing !== path) await rmdir(await mkdtemp(join(existing, ".presage-check-")));
  } catch (error) {
    throw new Error(
      `${name}: expected a directory that can be written, got ${path}: ${explainDirectoryError(error)}`,
      {
        cause: error,
      },
    );
  }
}

type Report = { readonly problems: readonly string[]; readonly warnings: readonly string[] };

function reportText(count: number, { problems, warnings }: Report): string {
  const lines = [...problems, ...warnings.map((warning) => `warning: ${warning}`)];
  const end = problems.length === 0 ? [`All ${count} settings can be used.`] : [];
  return [...lines, ...end].map((line) => `${line}\n`).join("");
}

const formatRows = (rows: readonly PrintedSetting[]): string =>
  columnsText(rows, { SETTING: "name", FROM: "source", VALUE: ({ value }) => value ?? "not set" });

export const SUBCOMMANDS: Subcommands = { config: { help: CONFIG_HELP, asksRunning: true, run: config } };
