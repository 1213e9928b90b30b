/** An exchange with an operator for each role besides the first, and requests as one of them. */
import assert from "node:assert/strict";
import type { Logger } from "pino";
import { adminEndpoints } from "../../../src/http/admin/endpoints.ts";
import { houseMakerEndpoints } from "../../../src/http/admin/exchange/house-maker-endpoints.ts";
import { countHouseMakerQuotes } from "../../../src/sandbox/simulated-traders/house-maker-plan.ts";
import { sandboxEndpoints } from "../../../src/http/sandbox/endpoints.ts";
import type { Endpoint } from "../../../src/http/operation/endpoint.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { noFaults } from "../../support/no-faults.ts";
import { noResidents } from "../../support/no-residents.ts";
import { startTestExchange, testListing } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";

export const TOKENS = {
  admin: "ad".repeat(32),
  desk: "de".repeat(32),
  judge: "1d".repeat(32),
  bank: "ba".repeat(40),
  night: "0f".repeat(32),
  watch: "3c".repeat(32),
  scrape: "5c".repeat(32),
} as const;
export type OperatorName = keyof typeof TOKENS;

/** Roles of each operator, as they are configured. */
export const ROLES_OF = {
  desk: "market-admin",
  judge: "resolver",
  bank: "treasury",
  night: "market-admin+resolver",
  watch: "viewer",
  scrape: "metrics",
} as const;

const PRESAGE_OPERATORS = Object.entries(ROLES_OF)
  .map(([name, roles]) => `${name}=${roles}:${TOKENS[name as keyof typeof ROLES_OF]}`)
  .join(",");

export type Method = "GET" | "POST" | "DELETE";

export type OperatedExchange = TestExchange & {
  call(operator: OperatorName, method: Method, path: string, body?: unknown): Promise<Reply>;
  /** The body of an answer that must be a success; the first operator asks. */
  done(method: Method, path: string, body?: unknown): Promise<Reply["body"]>;
};

type Settings = Readonly<Record<string, string>>;

const operations = [
  ...adminEndpoints(() => ({ web: "http://web.example" })),
  ...houseMakerEndpoints(countHouseMakerQuotes),
  ...sandboxEndpoints(noFaults(), noResidents()),
];

/** Starts the operator API alone, with nothing listed. Close it in `after`. */
export const startOperatedExchange = (settings: Settings = {}, log?: Logger): Promise<OperatedExchange> =>
  start(operations, settings, log);

/** Starts trading beside the operator API on one address, with the market `rain` listed. Close it in `after`. */
export async function startTradedExchange(settings: Settings = {}): Promise<OperatedExchange> {
  const trading = tradingEndpoints("sandbox");
  const place = ({ path }: Pick<Endpoint, "path">): string => path.replaceAll(/:\w+/g, ":");
  const taken = new Set(trading.map(place));
  // Operations of the same place there are left out.
  const others = operations.filter((endpoint) => endpoint.method !== "GET" || !taken.has(place(endpoint)));
  const exchange = await start([...trading, ...others], settings);
  await exchange.list(testListing([{ name: "rain" }]));
  return exchange;
}

async function start(
  endpoints: readonly Endpoint[],
  settings: Settings,
  log?: Logger,
): Promise<OperatedExchange> {
  const exchange = await startTestExchange({
    endpoints,
    settings: { PRESAGE_OPERATORS, ...settings },
    ...(log !== undefined && { log }),
  });
  const call: OperatedExchange["call"] = (operator, method, path, body) =>
    exchange.send(path, {
      method,
      headers: { authorization: `Bearer ${TOKENS[operator]}` },
      ...(body !== undefined && { body }),
    });
  const done: OperatedExchange["done"] = async (method, path, body) => {
    const reply = await call("admin", method, path, body);
    assert.equal(reply.status, 200, `${method} ${path}: ${reply.text}`);
    return reply.body;
  };
  return { ...exchange, call, done };
}
