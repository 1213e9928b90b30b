/** One bash that runs the shell blocks of a page in their order, so that what one of them sets the next ones have. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../support/until.ts";

export type Ran = {
  readonly output: string;
  /** Exit code of the last command that failed; 0 without one. */
  readonly code: number;
};

/** A program that runs on beside the blocks after it. */
export type Background = {
  readonly output: () => string;
  readonly hasEnded: () => boolean;
};

export type ShellSession = {
  run(script: string): Promise<Ran>;
  /** Starts a script that runs on. */
  start(script: string): Promise<Background>;
  /** Ends the programs that run on, as Ctrl-C does, and then the shell with all that it has started. */
  close(): Promise<void>;
};

/** Begins the line by which the shell tells that a block has ended. */
const MARK = "\u0001ended ";
/** Exit code of a command whose reader went away, as `head` does. */
const READER_GONE = 128 + 13;

const PRELUDE = `
exec 2>&1
set -o pipefail -o errtrace
trap 'code=$?; [ $code = ${READER_GONE} ] || failed=$code' ERR
`;

/** Opens a bash in a folder; scripts of blocks are written into another one, beside which readers see nothing. */
export function openShell(folder: string, scripts: string, environment: NodeJS.ProcessEnv): ShellSession {
  const bash = spawn("bash", ["--noprofile", "--norc"], {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  });
  let printed = "";
  let count = 0;
  const running: number[] = [];
  bash.stdout.setEncoding("utf8").on("data", (piece: string) => (printed += piece));
  bash.stdin.write(PRELUDE);

  function writeScript(script: string): string {
    count += 1;
    const path = join(scripts, `block-${count}.sh`);
    writeFileSync(path, script.endsWith("\n") ? script : `${script}\n`);
    return path;
  }

  /** Runs a line of the shell to its end. */
  async function runLine(line: string): Promise<Ran> {
    printed = "";
    bash.stdin.write(`failed=0; ${line}\nprintf '${MARK}%s\\n' "$failed"\n`);
    const ended = new RegExp(`${MARK}(\\d+)\\n$`);
    await until(`the shell has run ${line}`, () => ended.test(printed) || bash.exitCode !== null);
    const [mark, code] = ended.exec(printed) ?? [];
    if (mark === undefined) throw new Error(`the block ended the shell, which printed:\n${printed}`);
    return { output: printed.slice(0, -mark.length), code: Number(code) };
  }

  return {
    run: (script) => runLine(`. '${writeScript(script)}' < /dev/null`),
    async start(script) {
      const path = writeScript(script);
      const output = `${path}.output`;
      // With a process group of its own, and without the ear for SIGINT that a background job is denied.
      const { output: pid } = await runLine(
        `set -m; (. '${path}') < /dev/null > '${output}' 2>&1 & set +m; printf '%s' $!`,
      );
      running.push(Number(pid));
      return {
        output: () => (existsSync(output) ? readFileSync(output, "utf8") : ""),
        hasEnded: () => !isThere(Number(pid)),
      };
    },
    async close() {
      for (const pid of running) signal(pid, "SIGINT");
      await until("the programs that run on have ended", () => !running.some(isThere)).finally(() =>
        endAll(bash, running),
      );
    },
  };
}

/** True while a process of this group runs. */
const isThere = (group: number): boolean => signal(group, 0);

/** Sends a signal to a process group; false when there is none any more. */
function signal(group: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, name);
  } catch {
    return false;
  }
}

async function endAll(bash: ChildProcess, groups: readonly number[]): Promise<void> {
  for (const group of groups) signal(group, "SIGKILL");
  if (bash.exitCode !== null || bash.signalCode !== null) return;
  const closed = once(bash, "close");
  signal(bash.pid ?? 0, "SIGKILL");
  await closed;
}
