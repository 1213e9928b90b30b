/** `presage fork`: starts a second exchange beside a sandbox, from its current state or from a snapshot. */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../settings/config.ts";
import { readInstance } from "../store/server/data-directory.ts";
import { SETTINGS } from "../settings/settings-table.ts";
import { formatFlag } from "../settings/setting.ts";
import { readCommandLine, getTextFlag } from "./terminal/command-line.ts";
import type { CommandLine, Subcommands } from "./terminal/command-line.ts";
import { copyExchange } from "./database/copy-exchange.ts";
import { start } from "./start.ts";

const FORK_HELP = `Usage: presage fork PORT [--snapshot NAME] [settings]

Starts a second exchange from the state of a sandbox, which goes on beside it, until Ctrl-C: what is done there is thrown away
then. It has the same accounts, keys and operator. Its addresses take eleven ports: PORT is that of the web page; trading, data,
catalog and operators follow, then the three of Polymarket's dialect and the three of Kuest's. Where time is virtual, its clock
is virtual too and goes on from there.

  --snapshot NAME  the state of this snapshot; by default it is that of now

  presage fork 8100
  presage fork 8100 --snapshot before-the-storm
`;

/** Number of ports of a fork. */
const PORT_COUNT = 11;

export async function fork(args: readonly string[]): Promise<number> {
  const line = readCommandLine("fork", args, { "--snapshot": "text" });
  const { config } = line;
  const port = readPort(line.operands);
  rejectOtherFlags(config);
  const given = listGivenFlags(line);
  const directory = join(config.dataDirectory, "forks", String(port));
  if (readInstance(directory) !== undefined) throw new Error(`fork: there is one at port ${port} already`);
  const clear = (): void => rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  clear();
  try {
    const { virtual } = await copyExchange(config, directory, getTextFlag(line, "--snapshot"));
    return await start([...listAddressFlags(directory, port), ...chooseClockFlags(line, virtual), ...given]);
  } finally {
    clear();
  }
}

function readPort(operands: readonly string[]): number {
  const [text = "", ...more] = operands;
  const last = 65_536 - PORT_COUNT;
  const port = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= last && more.length === 0) return port;
  const got = operands.length === 0 ? "none" : `"${operands.join(" ")}"`;
  throw new Error(`fork: expected a port from 1 to ${last}, got ${got}; see presage fork --help`);
}

function rejectOtherFlags({ mode, databaseUrl, dataDirectory }: Config): void {
  if (mode !== "sandbox") throw new Error("fork: expected a sandbox, and PRESAGE_MODE is production");
  if (databaseUrl !== undefined)
    throw new Error(
      "fork: expected a sandbox with a database of its own, and DATABASE_URL names another: restore a backup into a second database",
    );
  if (!existsSync(dataDirectory)) throw new Error(`fork: there is no exchange in ${dataDirectory}`);
}

/** Gives a copied virtual state a virtual clock, unless a setting chooses the clock. */
function chooseClockFlags({ settings }: CommandLine, virtual: boolean): string[] {
  const isClockSet = settings.some(
    ({ setting, source }) => setting.name === SETTINGS.clock.name && source !== "default",
  );
  return virtual && !isClockSet ? [`${formatFlag(SETTINGS.clock)}=virtual`] : [];
}

const listAddressFlags = (directory: string, port: number): string[] =>
  Object.entries(computeForkAddresses(directory, port)).map(([flag, value]) => `${flag}=${value}`);

/** Returns the given settings for the fork. Rejects addresses: those of a fork follow from its first port. */
function listGivenFlags({ settings }: CommandLine): string[] {
  const own = Object.keys(computeForkAddresses("", 1));
  return settings.flatMap(({ setting, text, source }) => {
    const flag = formatFlag(setting);
    if (source !== "flag" || flag === "--data-dir") return [];
    if (own.includes(flag))
      throw new Error(`fork: expected no ${flag}: the addresses of a fork follow from PORT`);
    return [`${flag}=${text ?? ""}`];
  });
}

function computeForkAddresses(directory: string, port: number): Readonly<Record<string, string | number>> {
  const three = (first: number): string => [first, first + 1, first + 2].join(",");
  return {
    "--data-dir": directory,
    "--port": port,
    "--trading-port": port + 1,
    "--data-port": port + 2,
    "--catalog-port": port + 3,
    "--admin-port": port + 4,
    "--polymarket-ports": three(port + 5),
    "--kuest-ports": three(port + 8),
  };
}

export const SUBCOMMANDS: Subcommands = { fork: { help: FORK_HELP, run: fork } };
