/**
 * Clients that trade with each other at gateways, and an operator that credits and debits them, all of whose operations are
 * recorded. An operation whose outcome is not known is sent again, to another gateway, until it is. Each client has one
 * operation underway.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { signOrder } from "../../bench/support/order-requests.ts";
import type { Trader } from "../../bench/support/order-requests.ts";
import { decimalText } from "../../src/core/units.ts";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";
import { toUnits } from "../torture/balance-checks.ts";
import type { BalanceState } from "../torture/balance-checks.ts";
import { callAs, callAsOperator, callPublic } from "../torture/exchange-calls.ts";
import type { Reply, Request } from "../torture/exchange-calls.ts";
import type { OrderState } from "../torture/order-checks.ts";
import { isCommand } from "./history.ts";
import type { Cancellation, FoundOrder, Operation, Transfer } from "./history.ts";
import { levelOf } from "./exchange-models.ts";

/** Base addresses at which the exchange is reached. */
export type Entrances = {
  readonly trading: readonly string[];
  readonly operators: readonly string[];
  readonly adminToken: string;
};

export type Market = { readonly conditionId: string; readonly tokens: readonly string[] };

/** A market of its own, and the traders in it, whose accounts are known by their index. */
export type Scene = {
  readonly entrances: Entrances;
  readonly market: Market;
  readonly traders: readonly Trader[];
};

export type Load = {
  readonly operations: readonly Operation[];
  /** Answers that no client should get. */
  readonly surprises: readonly string[];
  /** Moments at which commands were acknowledged or refused, by `performance.now()`. */
  readonly answered: readonly { readonly at: number }[];
  /** Ends the load; resolves when all outcomes are known, or clients have asked for long enough. */
  stop(): Promise<void>;
};

const PAUSE_MS = 30;
/** Most time that a client waits for an answer. */
const PATIENCE_MS = 1_000;
const RETRY_MS = 20;
/** Most time after the end of a load in which clients ask for outcomes. */
const LAST_QUESTIONS_MS = 60_000;
/** Orders of which a client has more open than this are cancelled. */
const OPEN_ORDERS = 12;
export const LOTS_PER_SHARE = 100;
const MICRO_PLACES = 6;

/** Refusals that a client may get at any time. */
const EXPECTED_REFUSALS = new Set(["insufficient_balance"]);

/** `idle`: nothing was done, and the same may be sent again. */
type Verdict = "done" | "refused" | "idle" | "unknown";

const CONFLICT = 409;

function judge(reply: Reply | undefined): Verdict {
  if (reply === undefined) return "unknown";
  if (reply.status === 200) return "done";
  if (reply.status === 503 && reply.body["code"] === "not_accepting") return "idle";
  return reply.status >= 500 || reply.status === CONFLICT ? "unknown" : "refused";
}

type Sent = {
  readonly reply: Reply | undefined;
  readonly calledAt: number;
  readonly returnedAt: number;
  readonly sentAgain: boolean;
  readonly refused?: string;
};

/** A client's own way through the entrances: it stays at one, and goes on to the next where it gets no answer. */
type Actor = {
  readonly number: number;
  readonly random: Random;
  readonly urls: readonly string[];
  at: number;
};

type Recorder = {
  readonly operations: Operation[];
  readonly surprises: string[];
  readonly answered: { at: number }[];
  transfers: number;
  readonly stopping: AbortSignal;
  readonly givingUp: AbortSignal;
};

const entranceOf = (actor: Actor): string => actor.urls[actor.at % actor.urls.length] ?? "";

/** Percentage of requests for which a client goes to any other gateway. */
const MOVES = 25;

function move({ random, urls, ...actor }: Actor): number {
  return random.chance(MOVES) ? random.below(urls.length) : actor.at;
}

type Ask = (url: string) => Promise<Reply | undefined>;

/** Sends a command until its outcome is known. */
async function sendUntilKnown(actor: Actor, recorder: Recorder, ask: Ask): Promise<Sent> {
  const calledAt = performance.now();
  let sentAgain = false;
  actor.at = move(actor);
  for (;;) {
    const reply = await ask(entranceOf(actor));
    const verdict = judge(reply);
    if (reply !== undefined && reply.status >= 500 && reply.status !== 503)
      recorder.surprises.push(`${reply.status} ${JSON.stringify(reply.body)}`);
    if (verdict === "done" || verdict === "refused") {
      const returnedAt = performance.now();
      const code = String(reply?.body["code"]);
      recorder.answered.push({ at: returnedAt });
      if (verdict === "refused" && !EXPECTED_REFUSALS.has(code))
        recorder.surprises.push(JSON.stringify(reply));
      return { reply, calledAt, returnedAt, sentAgain, ...(verdict === "refused" && { refused: code }) };
    }
    sentAgain ||= verdict === "unknown";
    if (recorder.givingUp.aborted)
      return sentAgain
        ? { reply: undefined, calledAt, returnedAt: Infinity, sentAgain }
        : { reply, calledAt, returnedAt: performance.now(), sentAgain, refused: "not_accepting" };
    actor.at++;
    await delay(RETRY_MS);
  }
}

type Session = {
  readonly scene: Scene;
  readonly recorder: Recorder;
  readonly actor: Actor;
  readonly trader: Trader;
  readonly open: string[];
};

const request = (given: Pick<Request, "method" | "path" | "body" | "key">): Request => ({
  ...given,
  patienceMs: PATIENCE_MS,
});

const callOf = ({ number }: Actor, { calledAt, returnedAt, sentAgain, refused }: Sent) => ({
  client: number,
  calledAt,
  returnedAt,
  sentAgain,
  ...(refused !== undefined && { refused }),
});

async function place({ scene, recorder, actor, trader, open }: Session): Promise<void> {
  const { random } = actor;
  const token = random.below(2);
  const terms = {
    side: random.chance(70) ? ("BUY" as const) : ("SELL" as const),
    cents: 44 + 4 * random.below(4),
    shares: random.between(1, 5),
  };
  const { id, body } = signOrder(trader, { ...terms, tokenId: scene.market.tokens[token] ?? "" });
  const post = request({ method: "POST", path: "/order", body });
  const sent = await sendUntilKnown(actor, recorder, (url) => callAs(trader, url, post));
  const trades = (sent.reply?.body["tradeIDs"] as string[] | undefined) ?? [];
  const { side, cents, shares } = terms;
  recorder.operations.push({
    kind: "place",
    ...callOf(actor, sent),
    id,
    token,
    side,
    cents,
    lots: shares * LOTS_PER_SHARE,
    trades,
  });
  if (sent.refused === undefined && sent.reply?.body["status"] === "live") open.push(id);
}

async function cancel({ recorder, actor, trader, open }: Session): Promise<void> {
  const id = open.shift();
  if (id === undefined) return;
  const ask = request({ method: "DELETE", path: "/order", body: { orderID: id } });
  const sent = await sendUntilKnown(actor, recorder, (url) => callAs(trader, url, ask));
  recorder.operations.push({ kind: "cancel", ...callOf(actor, sent), id, result: resultOf(id, sent.reply) });
}

function resultOf(id: string, reply: Reply | undefined): Cancellation["result"] {
  if (reply?.status !== 200) return undefined;
  if ((reply.body["canceled"] as string[]).includes(id)) return "cancelled";
  const reasons = reply.body["not_canceled"] as Record<string, string>;
  return reasons[id]?.includes("not known") === true ? "absent" : "gone";
}

/** Draws an amount that no other transfer of the load has. */
function drawMicros({ random }: Actor, recorder: Recorder): number {
  recorder.transfers++;
  return recorder.transfers * 1_000 + random.below(1_000);
}

async function withdraw({ recorder, actor, trader }: Session): Promise<void> {
  const micros = -drawMicros(actor, recorder);
  const amount = decimalText(BigInt(-micros), MICRO_PLACES);
  const ask = request({ method: "POST", path: "/withdrawals", body: { amount }, key: randomUUID() });
  const sent = await sendUntilKnown(actor, recorder, (url) => callAs(trader, url, ask));
  recorder.operations.push(transferOf("withdrawal", actor.number, micros, { actor, sent }));
}

function transferOf(
  kind: Transfer["kind"],
  account: number,
  micros: number,
  { actor, sent }: { readonly actor: Actor; readonly sent: Sent },
): Transfer {
  const told = sent.reply?.status === 200 ? sent.reply.body["balance"] : undefined;
  const balance = typeof told === "string" ? toUnits(told, MICRO_PLACES) : undefined;
  return { kind, ...callOf(actor, sent), account, micros, balance };
}

/** Has the operator credit or debit a trader. */
async function operate(
  actor: Actor,
  recorder: Recorder,
  { entrances: { adminToken }, traders }: Scene,
): Promise<void> {
  const account = actor.random.below(traders.length);
  const kind = actor.random.chance(60) ? "credit" : "debit";
  const micros = drawMicros(actor, recorder);
  const amount = decimalText(BigInt(micros), MICRO_PLACES);
  const body = { address: traders[account]?.address, amount, reason: "load" };
  const ask = request({ method: "POST", path: `/${kind}s`, body, key: randomUUID() });
  const sent = await sendUntilKnown(actor, recorder, (admin) => callAsOperator({ adminToken, admin }, ask));
  recorder.operations.push(transferOf(kind, account, kind === "credit" ? micros : -micros, { actor, sent }));
}

/** Reads once, and records what was found. An entrance that does not answer tells nothing. */
async function read(
  { actor, recorder }: Session,
  ask: Ask,
  found: (reply: Reply, times: Omit<Sent, "reply"> & { client: number }) => Operation,
): Promise<void> {
  actor.at = move(actor);
  const calledAt = performance.now();
  const reply = await ask(entranceOf(actor));
  const times = { client: actor.number, calledAt, returnedAt: performance.now(), sentAgain: false };
  if (reply?.status === 200 || reply?.body["code"] === "order_not_found")
    recorder.operations.push(found(reply, times));
  else if (reply !== undefined && reply.status !== 503) recorder.surprises.push(JSON.stringify(reply));
  else actor.at++;
}

export const foundOrder = (order: OrderState): NonNullable<FoundOrder> => ({
  status: order.status as NonNullable<FoundOrder>["status"],
  matched: toUnits(order.size_matched, 2),
});

/** Reads an order of any client, of the latest. */
async function readOrder(session: Session, id: string): Promise<void> {
  const ask = request({ method: "GET", path: `/data/order/${id}` });
  await read(
    session,
    (url) => callPublic(url, ask),
    ({ status, body }, times) => ({
      kind: "order",
      ...times,
      id,
      found: status === 200 ? foundOrder(body as unknown as OrderState) : undefined,
    }),
  );
}

export const holdingsOf = (
  { collateral, positions }: BalanceState,
  { tokens }: Market,
): readonly number[] => [
  toUnits(collateral.balance, MICRO_PLACES),
  ...tokens.map((token) => {
    const position = positions.find(({ asset_id: asset }) => asset === token);
    return position === undefined ? 0 : toUnits(position.balance, 2);
  }),
];

async function readBalance(session: Session): Promise<void> {
  const { trader, scene, actor } = session;
  const ask = request({ method: "GET", path: "/balances" });
  await read(
    session,
    (url) => callAs(trader, url, ask),
    ({ body }, times) => {
      const [balance] = body["data"] as BalanceState[];
      if (balance === undefined) throw new Error(`no balance in ${JSON.stringify(body)}`);
      return {
        kind: "balance",
        ...times,
        account: actor.number,
        holdings: holdingsOf(balance, scene.market),
      };
    },
  );
}

export type BookAnswer = { readonly bids: readonly Level[]; readonly asks: readonly Level[] };
type Level = { readonly price: string; readonly size: string };

/** Levels of a book in terms of the first token. */
export function levelsOf({ bids, asks }: BookAnswer, token: number): Record<string, number> {
  const side = (levels: readonly Level[], name: "BUY" | "SELL") =>
    levels.map(
      ({ price, size }) =>
        [levelOf({ token, side: name, cents: toUnits(price, 2) }), toUnits(size, 2)] as const,
    );
  return Object.fromEntries([...side(bids, "BUY"), ...side(asks, "SELL")]);
}

async function readBook(session: Session): Promise<void> {
  const token = session.actor.random.below(2);
  const ask = request({ method: "GET", path: `/book?token_id=${session.scene.market.tokens[token]}` });
  await read(
    session,
    (url) => callPublic(url, ask),
    ({ body }, times) => ({ kind: "book", ...times, levels: levelsOf(body as unknown as BookAnswer, token) }),
  );
}

/** Commands that an order is read of. */
const LATEST = 20;

async function act(session: Session): Promise<void> {
  const { actor, open, recorder } = session;
  const die = actor.random.below(100);
  if (die < 20 || open.length > OPEN_ORDERS) return cancel(session);
  if (die < 55) return place(session);
  if (die < 65) return withdraw(session);
  if (die < 80) return readBalance(session);
  if (die < 90) return readBook(session);
  const latest = recorder.operations
    .filter(isCommand)
    .slice(-LATEST)
    .filter((one) => "id" in one);
  return latest.length === 0 ? undefined : readOrder(session, actor.random.pick(latest).id);
}

/** Starts a client for each trader, and an operator. */
export function startLoad(scene: Scene, seed: number): Load {
  const stopping = new AbortController();
  const givingUp = new AbortController();
  const recorder: Recorder = {
    operations: [],
    surprises: [],
    answered: [],
    transfers: 0,
    stopping: stopping.signal,
    givingUp: givingUp.signal,
  };
  const repeat = async (once: () => Promise<void>) => {
    while (!stopping.signal.aborted) {
      await once();
      await delay(PAUSE_MS);
    }
  };
  const { trading, operators } = scene.entrances;
  const createActor = (number: number, urls: readonly string[]): Actor => ({
    number,
    urls,
    random: createRandom(seed * 100 + number),
    at: number,
  });
  const running = scene.traders.map((trader, number) => {
    const session = { scene, recorder, trader, actor: createActor(number, trading), open: [] };
    return repeat(() => act(session));
  });
  const operator = createActor(running.length, operators);
  running.push(repeat(() => operate(operator, recorder, scene)));
  const ended = Promise.all(running);
  ended.catch(() => stopping.abort());
  return {
    ...recorder,
    async stop() {
      stopping.abort();
      const timer = setTimeout(() => givingUp.abort(), LAST_QUESTIONS_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
