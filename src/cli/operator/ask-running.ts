/** Questions to the exchange that runs, for subcommands that can also work without one. */
import { URL_FLAG } from "../terminal/command-line.ts";
import type { CommandLine } from "../terminal/command-line.ts";
import { callOperator, findOperator } from "./operator-api.ts";

/** The answer of the running exchange, and the address of its operator API. */
export type RunningAnswer<Answer> = { readonly adminAddress: string; readonly answer: Answer };

/**
 * Asks the running exchange; `undefined` if none runs on the data directory. Throws if it refuses, does not answer, or is
 * one that this account may not ask.
 */
export async function askRunning<Answer>(
  { config }: Pick<CommandLine, "config">,
  path: string,
): Promise<RunningAnswer<Answer> | undefined> {
  const operator = findOperator(config);
  if (operator === undefined) return undefined;
  const answer: Answer = JSON.parse(await callOperator(operator, { method: "GET", path }));
  return { adminAddress: operator.adminAddress, answer };
}

/** Says that no exchange was asked, and what the output shows instead. */
export const describeFallback = ({ config }: Pick<CommandLine, "config">, instead: string): string =>
  `No exchange runs on ${config.dataDirectory} (${URL_FLAG} names one elsewhere): ${instead}`;
