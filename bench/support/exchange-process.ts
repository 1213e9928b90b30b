/** The exchange as a process of its own, as a user starts it, on any free ports. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import type { InterfaceAddresses } from "../../src/http/listen.ts";

export type ExchangeProcess = {
  /** Base addresses of the specification's dialect. */
  readonly addresses: InterfaceAddresses;
  readonly pid: number;
  stop(): Promise<void>;
};

const PROGRAM = join(import.meta.dirname, "..", "..", "src", "main.ts");
const PORTS = [
  ...["port", "trading-port", "data-port", "catalog-port", "admin-port"].map((name) => `--${name}=0`),
  "--polymarket-ports=off",
  "--kuest-ports=off",
];

export async function startProcess(directory: string): Promise<ExchangeProcess> {
  const child = spawn(process.execPath, [PROGRAM, "--json", `--data-dir=${directory}`, ...PORTS], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString("utf8")));
    child.once("exit", (code) => reject(new Error(`the exchange ended with ${code}`)));
  });
  const stop = async (): Promise<void> => {
    child.removeAllListeners("exit");
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  };
  return { addresses: JSON.parse(line).spec, pid: child.pid ?? 0, stop };
}
