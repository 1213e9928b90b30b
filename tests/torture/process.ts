/** The real exchange as a process that can be killed. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";

const PROGRAM = join(import.meta.dirname, "..", "..", "src", "main.ts");
const PORTS = [
  "--port=0",
  "--trading-port=0",
  "--admin-port=0",
  "--polymarket-ports=off",
  "--kuest-ports=off",
];

/** Without settings of the tests' own. */
const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith("PRESAGE_")),
);

export type RunningExchange = {
  /** Base address of the trading interface. */
  readonly url: string;
  /** kill -9; returns when the process is gone. Its PostgreSQL lives on. */
  kill(): Promise<void>;
  /** SIGTERM; gives the exit code. */
  stop(): Promise<number | null>;
};

/** Starts the exchange on a data directory; throws what it printed when it does not come up. */
export async function startExchange(directory: string): Promise<RunningExchange> {
  const child = spawn(process.execPath, [PROGRAM, "--json", `--data-dir=${directory}`, ...PORTS], {
    env: ENVIRONMENT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString("utf8")));
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString("utf8")));
    child.once("exit", (code) => reject(new Error(`the exchange did not start (${code}): ${complaint}`)));
  });
  const { trading }: { trading: string } = JSON.parse(line);
  return {
    url: trading,
    kill: async () => {
      await end(child, "SIGKILL");
    },
    stop: () => end(child, "SIGTERM"),
  };
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.kill(signal);
  return ended;
}

/** Runs `presage verify` on the data directory; throws what it found. */
export function verify(directory: string): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, "verify", `--data-dir=${directory}`], {
    env: ENVIRONMENT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (printed += chunk.toString("utf8")));
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`presage verify: ${printed}`))));
  });
}
