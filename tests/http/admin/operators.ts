/** An exchange with an operator for each role besides the first, and requests as one of them. */
import assert from "node:assert/strict";
import { adminEndpoints } from "../../../src/http/admin/endpoints.ts";
import { startTestExchange } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";

export const TOKENS = {
  admin: "ad".repeat(32),
  desk: "de".repeat(32),
  judge: "1d".repeat(32),
  bank: "ba".repeat(40),
  night: "0f".repeat(32),
} as const;
export type OperatorName = keyof typeof TOKENS;

/** What each of them may do, as it is configured. */
export const ROLES_OF = {
  desk: "market-admin",
  judge: "resolver",
  bank: "treasury",
  night: "market-admin+resolver",
} as const;

export const PRESAGE_OPERATORS = Object.entries(ROLES_OF)
  .map(([name, roles]) => `${name}=${roles}:${TOKENS[name as keyof typeof ROLES_OF]}`)
  .join(",");

export type Method = "GET" | "POST" | "DELETE";

export type OperatedExchange = TestExchange & {
  call(operator: OperatorName, method: Method, path: string, body?: unknown): Promise<Reply>;
  /** The body of an answer that must be a success; the first operator asks. */
  done(method: Method, path: string, body?: unknown): Promise<Reply["body"]>;
};

/** Nothing is listed in it. Close it in `after`. */
export async function startOperatedExchange(
  settings: Readonly<Record<string, string>> = {},
): Promise<OperatedExchange> {
  const exchange = await startTestExchange({
    endpoints: adminEndpoints(() => ({ web: "http://web.example" })),
    settings: { PRESAGE_OPERATORS, ...settings },
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
