/** The real exchange as a process that can be killed. */
import { once } from "node:events";
import type { Addresses } from "../../src/http/listen.ts";
import { ANY_PORTS, launchPresage } from "../support/presage.ts";

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
  const {
    process: child,
    output,
    finished,
    stop,
  } = launchPresage(["--json", "--data-dir", directory, ...ANY_PORTS]);
  const ended = finished.then(({ code, stderr }) => {
    throw new Error(`the exchange did not start (${code}): ${stderr}`);
  });
  await Promise.race([once(child.stdout!, "data"), ended]);
  const { spec }: Addresses = JSON.parse(output.stdout);
  return {
    url: spec.trading,
    kill: async () => {
      await stop("SIGKILL");
    },
    stop: async () => (await stop("SIGTERM")).code,
  };
}

/** Runs `presage verify` on the data directory; throws what it found. */
export async function verify(directory: string): Promise<void> {
  const { code, stdout, stderr } = await launchPresage(["verify", "--data-dir", directory]).finished;
  if (code !== 0) throw new Error(`presage verify: ${stdout}${stderr}`);
}
