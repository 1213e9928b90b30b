/**
 * Exchanges within the process of a test that needs neither their output nor a kill: most of the time of a process of their
 * own goes into loading modules.
 */
import type { TestContext } from "node:test";
import { startExchange } from "../../src/library.ts";
import { isLong } from "./depth.ts";
import { SPEC_PORTS, spawnPresage, whenStarted } from "./presage.ts";
import type { Started } from "./presage.ts";

/** An exchange, in this process or one of its own. */
export type ServedExchange = Pick<Started, "addresses">;

export type StartedHere = ServedExchange & { stop(): Promise<void> };

const SPEC_ALONE = { PRESAGE_POLYMARKET_PORTS: "off", PRESAGE_KUEST_PORTS: "off" };

/** Starts an exchange on a data directory, on free ports of one dialect; in a long run as a process of its own. */
export async function startHere(
  test: TestContext,
  directory: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<StartedHere> {
  if (isLong()) {
    const args = ["start", "--data-dir", directory, "--json", ...SPEC_PORTS];
    const { addresses, stop } = await whenStarted(spawnPresage(test, args, settings));
    return { addresses, stop: async () => void (await stop("SIGTERM")) };
  }
  const { addresses, close } = await startExchange({
    dataDirectory: directory,
    settings: { ...SPEC_ALONE, ...settings },
  });
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= close());
  test.after(stop);
  return { addresses, stop };
}
