/** Credits, withdrawals, splits and merges of the clients under torture, and the promises made for them. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { decimalText } from "../../src/core/units.ts";
import { callAs, callPublic, isRefused, retryWhileBusy } from "./exchange-calls.ts";
import type { Reply } from "./exchange-calls.ts";
import type { GotAnswer, Clients, TraderSession } from "./clients.ts";
import { count } from "./promises.ts";
import type { Operation, SentRequest, TraderPromises } from "./promises.ts";

const MICROS_PER_SET = 1_000_000;
const MICRO_PLACES = 6;

/** Deposits or withdraws an amount that is hardly ever the same twice. */
export function moveCollateral(session: TraderSession): Promise<GotAnswer> {
  const { random } = session.clients;
  const amount = random.between(1, 2_000_000);
  const text = decimalText(BigInt(amount), MICRO_PLACES);
  const { address } = session.trader;
  if (random.chance(50)) {
    const operation: Operation = { kind: "withdrawal", collateral: -amount, conditionId: "" };
    return moveByKey(session, operation, { path: "/withdrawals", body: { amount: text } });
  }
  const credit = callPublic(session.url, {
    method: "POST",
    path: "/sandbox/faucet",
    body: { address, amount: text },
  });
  return move(session, { kind: "deposit", collateral: amount, conditionId: "" }, credit);
}

export function moveSets(session: TraderSession): Promise<GotAnswer> {
  const { random, markets } = session.clients;
  const { conditionId } = random.pick(markets);
  const kind = random.chance(65) ? "split" : "merge";
  const sets = random.between(1, 5);
  const collateral = (kind === "split" ? -1 : 1) * sets * MICROS_PER_SET;
  const body = { conditionId, amount: String(sets) };
  return moveByKey(session, { kind, collateral, conditionId }, { path: `/positions/${kind}`, body });
}

/** Number of a trader's latest requests that are sent again after a restart. */
const SENT_AGAIN = 3;

/** Sends an operation with an idempotency key of its own, so that it can be sent again. */
async function moveByKey(
  session: TraderSession,
  operation: Operation,
  { path, body }: { readonly path: string; readonly body: object },
): Promise<GotAnswer> {
  const { sent } = session.clients.promises.traders[session.index]!;
  const request = { method: "POST", path, body, key: randomUUID() } as const;
  const one: SentRequest = { request, operation, answer: undefined };
  sent.push(one);
  sent.splice(0, sent.length - SENT_AGAIN);
  const pending = callAs(session.trader, session.url, request).then((reply) => {
    if (reply?.status === 200) one.answer = reply.body;
    else if (reply !== undefined && isRefused(reply)) sent.splice(sent.indexOf(one), 1);
    return reply;
  });
  return move(session, operation, pending);
}

/**
 * Sends the latest requests of all traders again. An acknowledged one must get its first answer again. An unanswered
 * one is now done once, or refused and not done. Lists the faults.
 */
export async function settleRequests({ traders, promises, counts }: Clients, url: string): Promise<string[]> {
  const broken: string[] = [];
  for (const [index, trader] of traders.entries()) {
    const promised = promises.traders[index]!;
    for (const one of promised.sent) {
      const reply = await retryWhileBusy(() => callAs(trader, url, one.request));
      const got = JSON.stringify(reply?.body);
      if (one.answer !== undefined) {
        count(counts, "sent again");
        if (got !== JSON.stringify(one.answer))
          broken.push(
            `${one.request.path} was answered ${JSON.stringify(one.answer)}, and sent again ${got}`,
          );
      } else if (promised.unanswered === one.operation) settleUnanswered(promised, one, reply);
    }
    promised.sent.splice(0);
  }
  return broken;
}

function settleUnanswered(
  promised: TraderPromises,
  { operation }: SentRequest,
  reply: Reply | undefined,
): void {
  const hash = reply?.body["transaction_hash"];
  if (reply?.status === 200 && typeof hash === "string") promised.operations.push({ ...operation, hash });
  else assert.ok(reply !== undefined && isRefused(reply), `it is not refused: ${JSON.stringify(reply)}`);
  promised.unanswered = undefined;
}

async function move(
  { clients, index }: TraderSession,
  operation: Operation,
  pending: Promise<Reply | undefined>,
): Promise<GotAnswer> {
  const { promises, counts } = clients;
  const promised = promises.traders[index]!;
  const reply = await pending;
  if (reply !== undefined && reply.status >= 500 && reply.status !== 503)
    assert.fail(`a ${operation.kind} was answered with ${JSON.stringify(reply)}`);
  if (reply?.status === 200) {
    const hash = reply.body["transaction_hash"];
    promised.operations.push(typeof hash === "string" ? { ...operation, hash } : operation);
    count(counts, operation.kind);
    return true;
  }
  if (reply !== undefined && isRefused(reply)) {
    count(counts, "refused");
    return true;
  }
  promised.unanswered = operation;
  count(counts, "unanswered");
  return false;
}
