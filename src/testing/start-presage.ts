/** The package in a test suite: an exchange on free ports, with a database of its own, funded wallets, time and faults at hand. */
import { refuseOldRuntime } from "../oldest-runtime.ts";
import type { PresageOptions, TestExchange } from "./test-exchange.ts";

export type * from "./test-exchange.ts";

/**
 * Starts a sandbox with the demo catalog within this process, without a past and without resident traders; `settings` can
 * change that. Throws one clear line when an option or a setting is wrong.
 */
export async function startPresage(options: PresageOptions = {}): Promise<TestExchange> {
  refuseOldRuntime();
  const { startTestExchange } = await import("./start-test-exchange.ts");
  return startTestExchange(options);
}
