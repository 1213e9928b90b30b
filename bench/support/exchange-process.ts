/** The exchange as a process of its own, started as by a user, on free ports. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import type { InterfaceAddresses } from "../../src/http/mounts/interfaces.ts";

export type ExchangeProcess = {
  /** Base addresses of the specification's dialect. */
  readonly addresses: InterfaceAddresses;
  /** Base addresses of Polymarket's dialect, where the settings open it. */
  readonly polymarket: InterfaceAddresses | undefined;
  /** Base address of the operator API. */
  readonly admin: string;
  readonly pid: number;
  stop(): Promise<void>;
};

const PROGRAM = join(import.meta.dirname, "..", "..", "bin", "presage.js");
const PORTS = [
  ...["port", "trading-port", "data-port", "catalog-port", "admin-port"].map((name) => `--${name}=0`),
  "--polymarket-ports=off",
  "--kuest-ports=off",
];
/** Markets without a past, whose size the bench chooses. */
const CATALOG = "--demo=catalog";

export type ProcessOptions = {
  /** Flags of the exchange's settings. */
  readonly settings?: readonly string[];
  /** Flags of node, which come before the program. */
  readonly node?: readonly string[];
};

/** Limits high enough for few wallets to place the orders of many. */
export const NO_LIMITS = "--order-limits=1000000,1000000,1000000,2000000";

export async function startProcess(
  directory: string,
  { settings = [], node = [] }: ProcessOptions = {},
): Promise<ExchangeProcess> {
  const demo = settings.some((flag) => flag.endsWith("production")) ? [] : [CATALOG];
  const flags = [
    "--json",
    `--data-dir=${directory}`,
    ...PORTS,
    NO_LIMITS,
    "--residents=off",
    ...demo,
    ...settings,
  ];
  const child = spawn(process.execPath, [...node, PROGRAM, ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString("utf8")));
    child.once("exit", (code) => reject(new Error(`the exchange ended with ${code}`)));
  });
  const stop = async (): Promise<void> => {
    child.removeAllListeners("exit");
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  };
  const { spec, polymarket, admin } = JSON.parse(line);
  return { addresses: spec, polymarket, admin, pid: child.pid ?? 0, stop };
}
