/** Credits, withdrawals, splits and merges of the clients under torture, and what the exchange promised about them. */
import assert from "node:assert/strict";
import { decimalText } from "../../src/core/units.ts";
import { callPublic, isRefused } from "./exchange-calls.ts";
import type { Reply } from "./exchange-calls.ts";
import { ask } from "./clients.ts";
import type { Answered, Seat } from "./clients.ts";
import { count } from "./promises.ts";
import type { Operation } from "./promises.ts";

const MICROS_PER_SET = 1_000_000;
const MICRO_PLACES = 6;

/** Takes or gives an amount that is hardly ever the same twice. */
export function moveCollateral(seat: Seat): Promise<Answered> {
  const { random } = seat.clients;
  const amount = random.between(1, 2_000_000);
  const text = decimalText(BigInt(amount), MICRO_PLACES);
  const { address } = seat.trader;
  if (random.chance(50)) {
    const operation: Operation = { kind: "withdrawal", collateral: -amount, conditionId: "" };
    return move(seat, operation, ask(seat, "POST", "/withdrawals", { amount: text }));
  }
  const credit = callPublic(seat.url, {
    method: "POST",
    path: "/sandbox/faucet",
    body: { address, amount: text },
  });
  return move(seat, { kind: "deposit", collateral: amount, conditionId: "" }, credit);
}

export function moveSets(seat: Seat): Promise<Answered> {
  const { random, markets } = seat.clients;
  const { conditionId } = random.pick(markets);
  const kind = random.chance(65) ? "split" : "merge";
  const sets = random.between(1, 5);
  const collateral = (kind === "split" ? -1 : 1) * sets * MICROS_PER_SET;
  const reply = ask(seat, "POST", `/positions/${kind}`, { conditionId, amount: String(sets) });
  return move(seat, { kind, collateral, conditionId }, reply);
}

async function move(
  { clients, index }: Seat,
  operation: Operation,
  asked: Promise<Reply | undefined>,
): Promise<Answered> {
  const { promises, counts } = clients;
  const promised = promises.traders[index];
  const reply = await asked;
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
