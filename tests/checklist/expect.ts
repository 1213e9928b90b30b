/** Assertions on answers: refusals, successes and answers that must look the same. */
import assert from "node:assert/strict";
import type { Reply } from "../support/exchange.ts";

const shown = ({ status, text }: Reply): string => `${status} ${text.slice(0, 300)}`;

/** A refusal with one of these statuses, and on the trading interface with this code. */
export function refused(
  reply: Reply,
  what: string,
  status: number | readonly number[],
  code?: string | RegExp,
): void {
  const isWanted = [status].flat().includes(reply.status);
  const isCode =
    code === undefined ||
    (typeof code === "string" ? reply.body?.code === code : code.test(reply.body?.code));
  assert.ok(
    isWanted && isCode,
    `${what}: expected ${String(status)} ${String(code ?? "")}, got ${shown(reply)}`,
  );
}

export function accepted(reply: Reply, what: string): void {
  assert.equal(reply.status, 200, `${what}: expected 200, got ${shown(reply)}`);
}

/** The refusal without what tells one request from another. */
export const sameness = ({ status, body }: Reply): string =>
  JSON.stringify([status, { ...body, request_id: undefined }]);
