/**
 * Entry point of the package for test suites: an exchange on free ports, with its own database, funded wallets, and
 * control of time and faults.
 */
import { assertSupportedRuntime } from "../base/oldest-runtime.ts";
import type { PresageOptions, TestExchange } from "./test-exchange.ts";

export type * from "./test-exchange.ts";

/**
 * Starts a sandbox with the demo catalog within this process; by default without seeded history and simulated traders,
 * which `settings` can add. Throws an Error of one line if an option or a setting is wrong.
 */
export async function startPresage(options: PresageOptions = {}): Promise<TestExchange> {
  assertSupportedRuntime();
  const { startTestExchange } = await import("./start-test-exchange.ts");
  return startTestExchange(options);
}
