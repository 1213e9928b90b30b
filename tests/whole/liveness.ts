/** The end of a run: without further faults, the exchange must recover within a bounded time. */
import assert from "node:assert/strict";
import type { PlaceOrder } from "../../src/core/events/command.ts";
import type { Order } from "../../src/core/state.ts";
import { lots, micros, ticks } from "../../src/core/units.ts";
import type { OnceOutcome, CommandOutcome } from "../../src/engine/repeats/entry.ts";
import { marketListing } from "../core/support/listing.ts";
import { NOT_SIGNED } from "../core/support/orders.ts";
import { checkState } from "../simulation/invariants.ts";
import type { SimulatedCommand } from "../simulation/outcome.ts";
import { count } from "../simulation/statistics.ts";
import { viewExchange } from "../simulation/view.ts";
import { endClockFault } from "./clock-faults.ts";
import type { WholeCommand } from "./once-command.ts";
import { compareRegisters } from "./due-tables.ts";
import { LONGEST_GAP_MS } from "./simulated-projector.ts";
import type { ServingProcess } from "./simulated-process.ts";
import type { Run } from "./whole.ts";

const ANSWERED_MS = 60_000;
/** The longest delay of a message. */
const LATE_MS = 5_000;
const BEAT_MS = 30_000;
const BEATS_OVER_MS = 15_000;
const LOST_OVER_MS = 25_000;
const FRESH_MS = 10_000;
/** The longest gap between flushes, and the time that a flush takes. */
const TABLES_MS = LONGEST_GAP_MS + 50;
/** The longest time that an order rests after its expiration, as while the process starts. */
const EXPIRED_MS = 5_000;
/** The longest time until what is due is done. */
const DUE_MS = 5_000;
/** Time until an order expires; it must be placed before. */
const EXPIRES_MS = 3_000;

export async function finish(run: Run): Promise<void> {
  const { faults, clients, delayed, operator, beating, connected, store, tables, process, trace } = run;
  trace.note("nothing goes wrong any more");
  faults.stop();
  clients.stop();
  delayed.stop();
  operator.stop();
  endClockFault(run);
  const { counts } = clients;
  const isQuiet = (): boolean =>
    counts.ended === counts.begun &&
    delayed.isQuiet() &&
    operator.isQuiet() &&
    process.serving() !== undefined;
  await until(run, isQuiet, { within: ANSWERED_MS, what: "everybody has an answer" });
  await passTime(run, LATE_MS);
  await answerOf(run, { type: "set-mode", mode: "normal" });
  await untilDone(run);
  await resubmitSuspects(run);
  for (const order of clients.unknown()) await checkUnknownOrder(run, order);
  const { taken } = beating.counts;
  const isBeating = (): boolean => beating.counts.taken > taken;
  await until(run, isBeating, { within: BEAT_MS, what: "a key beats again" });
  beating.stop();
  const isOver = (): boolean => store.heartbeats.size === 0;
  await until(run, isOver, { within: BEATS_OVER_MS, what: "the session of a key that stopped is over" });
  const { stored } = connected.counts;
  connected.stay();
  const isHeld = (): boolean => connected.counts.stored > stored;
  await until(run, isHeld, { within: BEAT_MS, what: "a key is connected again" });
  connected.stop();
  const isLost = (): boolean => store.connectedKeys.size === 0;
  await until(run, isLost, {
    within: LOST_OVER_MS,
    what: "the orders of a key without connections are gone",
  });
  await tradeInNewMarket(run);
  await passTime(run, 1_000);
  await until(run, () => !store.isWriting(), { within: 1_000, what: "what is decided is committed" });
  const isReached = (): boolean => tables.seq() === store.rows.length;
  await until(run, isReached, { within: TABLES_MS, what: "the tables have the whole journal" });
  checkAll(run);
  process.die("the end");
  await until(run, () => process.serving() !== undefined, { within: FRESH_MS, what: "it serves again" });
  checkAll(run);
}

/** Steps on until the process has done what is due by now of delayed orders and settlements. */
async function untilDone(run: Run): Promise<void> {
  const now = run.machine.now();
  const { delayed, settlements } = run.store.due;
  const isDone = (): boolean =>
    [...delayed.values()].every(({ reason, due }) => reason !== null || due > now) &&
    [...settlements.values()].every(({ outcome, due }) => outcome !== null || due > now);
  await until(run, isDone, { within: DUE_MS, what: "delayed orders and settlements are decided" });
}

/** Steps on until `isSo`, and fails when it is not within `within` milliseconds. */
async function until(
  run: Run,
  isSo: () => boolean,
  { within, what }: { readonly within: number; readonly what: string },
): Promise<void> {
  const last = run.time.now() + within;
  while (!isSo()) {
    assert.ok(run.time.now() <= last, `after ${within} ms without faults it is not so that ${what}`);
    await run.step();
  }
}

async function passTime(run: Run, milliseconds: number): Promise<void> {
  const last = run.time.now() + milliseconds;
  while (run.time.now() < last) await run.step();
}

function checkAll(run: Run): void {
  const { process, witness, clients, delayed, store, tables, machine } = run;
  const { engine, session, timed } = getServing(process.serving());
  const { exchange } = engine;
  assert.equal(witness.waiting(session), 0, "somebody waits for an answer");
  witness.compareMemory(viewExchange(exchange));
  witness.checkFolds();
  tables.check();
  checkState(exchange, machine.now() - EXPIRED_MS);
  const open = new Set(Array.from(exchange.orders.values(), ({ id }) => id));
  clients.checkPromises(open);
  delayed.checkPromises(machine.now());
  compareRegisters(store.due, timed);
  assert.equal(store.rows.length, engine.head().seq);
  for (const order of exchange.orders.values())
    for (const part of [run.beating, run.connected])
      assert.ok(!isLeftOpen(run, part, order), `${order.id} is of a key that beats or is connected no more`);
}

/** True for an order of a key that ended, unless its delay was over only after that. */
function isLeftOpen(
  { delayed }: Run,
  { key, isCovered }: Pick<Run["beating"], "key" | "isCovered">,
  { id, account, apiKey }: Order,
): boolean {
  if (account.owner !== key.address || apiKey !== key.apiKey) return false;
  return isCovered(id) || !delayed.isSent(id);
}

function getServing(serving: ServingProcess | undefined): ServingProcess {
  if (serving === undefined) throw new Error("the process does not serve");
  return serving;
}

/** Sends an order of unknown outcome again, and checks that the answer tells its outcome. */
async function checkUnknownOrder(run: Run, order: WholeCommand): Promise<void> {
  const isDone = order.type === "place-order" && run.store.orderIds.has(order.id);
  const outcome = await answerOf(run, order);
  assert.equal(
    outcome.type === "duplicate",
    isDone,
    "an order that is sent again is not told what became of it",
  );
  count(run.statistics.done, isDone ? "unknown and done" : "unknown and not done");
}

/** Sends suspects again, which clears commands that were decided together with poison, and quarantines poison. */
async function resubmitSuspects(run: Run): Promise<void> {
  const listSuspects = (): SimulatedCommand[] => run.process.suspects().filter((one) => !setsMode(one));
  for (const suspect of listSuspects()) await answerOf(run, suspect);
  assert.deepEqual(listSuspects(), [], "what was asked for again is suspect still");
}

/** Sent again, such a command would have others refused. */
const setsMode = (command: SimulatedCommand): boolean =>
  (command.type === "operate" ? command.command : command)?.type === "set-mode";

/** Trades with a new wallet in a new market. */
async function tradeInNewMarket(run: Run): Promise<void> {
  const market = marketListing({ name: "fresh", minimumLots: 1 });
  const [tokenId] = market.markets[0]!.tokenIds;
  const wallet = { address: "fresh", owner: "fresh" };
  const opened = await answerOf(run, { type: "open-account", ...wallet, credit: micros(10_000) });
  if (opened.type === "rejected" && opened.rejection.code === "amount_too_large") return;
  assert.equal((await answerOf(run, { type: "list", listing: market })).type, "committed");
  await placeOrder(run, { id: "fresh-order", tokenId, kind: "GTC", expiresAt: 0 });
  const canceled = await answerOf(run, { type: "cancel-order", id: "fresh-order", owner: "fresh" });
  assert.equal(canceled.type, "committed");
  await checkExpiry(run, tokenId);
}

type FreshOrder = Pick<PlaceOrder, "id" | "tokenId" | "kind" | "expiresAt">;

async function placeOrder(run: Run, order: FreshOrder): Promise<void> {
  const placed = await answerOf(run, {
    ...order,
    type: "place-order",
    maker: "fresh",
    owner: "fresh",
    side: "BUY",
    postOnly: false,
    limit: ticks(5_000),
    lots: lots(1),
    budget: undefined,
    apiKey: "another key",
    signed: NOT_SIGNED,
  });
  const refusal = placed.type === "rejected" ? placed.rejection.hint : "";
  assert.equal(placed.type, "committed", `a fresh order is refused: ${refusal}`);
}

/** Checks that an order expires without any request, also while engine time stands still. */
async function checkExpiry(run: Run, tokenId: string): Promise<void> {
  const { machine, process } = run;
  const { engine } = getServing(process.serving());
  const id = "fresh-order-that-expires";
  await placeOrder(run, { id, tokenId, kind: "GTD", expiresAt: machine.now() + EXPIRES_MS });
  const isOver = (): boolean => !engine.exchange.orders.has(id);
  await until(run, isOver, { within: 2 * EXPIRES_MS, what: "an order expires" });
}

async function answerOf(run: Run, command: WholeCommand): Promise<CommandOutcome | OnceOutcome> {
  let answer: CommandOutcome | OnceOutcome | undefined;
  run.clients.sendUntilDecided(command, (outcome) => (answer = outcome));
  await until(run, () => answer !== undefined, { within: FRESH_MS, what: `${command.type} is answered` });
  if (answer === undefined) throw new Error("there is no answer");
  return answer;
}
