/** A program that runs in the network of a host, or of the test's own, and writes its log into a file. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync, closeSync, readFileSync, existsSync } from "node:fs";
import type { Environment } from "./configurations.ts";
import { commandAs } from "./host.ts";
import type { Host } from "./host.ts";

export type ServiceDescription = {
  readonly host: Host | undefined;
  readonly user: "nobody" | "postgres" | "root";
  readonly command: readonly string[];
  readonly logFile: string;
  readonly env?: Environment;
};

export type Service = {
  /** Starts it, or starts it again, with variables beside its own; throws while it runs. */
  start(more?: Environment): void;
  /** Id of its last process; `undefined` before the first start. */
  pid(): number | undefined;
  /** Sends a signal to the program; throws when it does not run. */
  signal(name: NodeJS.Signals): void;
  /** Resolves when the program has ended. */
  ended(): Promise<void>;
  isRunning(): boolean;
  readLog(): string;
};

/** Folders in which programs find others. */
export const SHELL_PATH = "/usr/sbin:/usr/bin:/sbin:/bin";

export function describeService({ host, user, command, logFile, env }: ServiceDescription): Service {
  let child: ChildProcess | undefined;
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  return {
    start(more) {
      if (isRunning()) throw new Error(`${command[0]} runs already`);
      const log = openSync(logFile, "a");
      const [program, ...args] = [...commandAs(user, host), ...command] as const;
      child = spawn(program, args, {
        stdio: ["ignore", log, log],
        // Nothing of this process' own settings reaches the program.
        env: { PATH: SHELL_PATH, LANG: "C.UTF-8", ...env, ...more },
      });
      closeSync(log);
    },
    pid: () => child?.pid,
    signal(name) {
      if (!isRunning()) throw new Error(`${command[0]} does not run`);
      child?.kill(name);
    },
    async ended() {
      if (child !== undefined && isRunning()) await once(child, "exit");
    },
    isRunning,
    readLog: () => (existsSync(logFile) ? readFileSync(logFile, "utf8") : ""),
  };
}
