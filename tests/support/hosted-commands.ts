/** Subcommands that a process of this one's runs, one after the other: it takes a second to load, and the next ones none. */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import type { TestContext } from "node:test";
import type { Finished } from "./presage.ts";

export type HostedCommand = {
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
};

const HOST = fileURLToPath(new URL("command-host.ts", import.meta.url));

let host: Promise<ChildProcess> | undefined;
let before: Promise<unknown> = Promise.resolve();

async function startHost({ environment }: HostedCommand): Promise<ChildProcess> {
  const child = fork(HOST, {
    cwd: tmpdir(),
    env: environment,
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  child.once("exit", () => (host = undefined));
  await once(child, "message");
  return child;
}

/** Runs a subcommand after those before it; it is ended when `test` ends before it. */
export function runHosted(test: TestContext, command: HostedCommand): Promise<Finished> {
  const finished = before.then(() => runNext(test, command));
  before = finished.catch(() => undefined);
  return finished;
}

async function runNext(test: TestContext, command: HostedCommand): Promise<Finished> {
  const child = await (host ??= startHost(command));
  child.ref();
  child.channel?.ref();
  let ended = false;
  test.after(() => {
    if (!ended) child.kill("SIGKILL");
  });
  child.send(command);
  const [answer] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => [{ code, stdout: "", stderr: "" }]),
  ]);
  ended = true;
  child.unref();
  child.channel?.unref();
  return answer as Finished;
}
