/** The end of a run: nothing goes wrong any more, and so everything must come right within a bounded time. */
import assert from "node:assert/strict";
import type { PlaceOrder } from "../../src/core/command.ts";
import { lots, micros, ticks } from "../../src/core/units.ts";
import type { OnceOutcome, Outcome } from "../../src/engine/entry.ts";
import { marketListing } from "../core/support/listing.ts";
import { NOT_SIGNED } from "../core/support/orders.ts";
import { checkState } from "../simulation/invariants.ts";
import type { SimulatedCommand } from "../simulation/outcome.ts";
import { count } from "../simulation/statistics.ts";
import { viewExchange } from "../simulation/view.ts";
import { cureClock } from "./clock-faults.ts";
import type { WholeCommand } from "./once-command.ts";
import type { Serving } from "./simulated-process.ts";
import type { Run } from "./whole.ts";

const ANSWERED_MS = 60_000;
/** The longest that a message is underway. */
const LATE_MS = 5_000;
const BEAT_MS = 30_000;
const BEATS_OVER_MS = 15_000;
const FRESH_MS = 10_000;
/** The longest that an order rests beyond its expiration, as while the process starts. */
const EXPIRED_MS = 5_000;
/** Longer than it takes to be placed. */
const EXPIRES_MS = 3_000;

export async function finish(run: Run): Promise<void> {
  const { faults, clients, beating, store, process, trace } = run;
  trace.note("nothing goes wrong any more");
  faults.stop();
  clients.stop();
  cureClock(run);
  const { counts } = clients;
  const isQuiet = (): boolean => counts.over === counts.begun && process.serving() !== undefined;
  await until(run, isQuiet, { within: ANSWERED_MS, what: "everybody has an answer" });
  await pass(run, LATE_MS);
  await answerOf(run, { type: "set-mode", mode: "normal" });
  await acquitSuspects(run);
  for (const order of clients.unknown()) await findOut(run, order);
  const { taken } = beating.counts;
  const isBeating = (): boolean => beating.counts.taken > taken;
  await until(run, isBeating, { within: BEAT_MS, what: "a key beats again" });
  beating.stop();
  const isOver = (): boolean => store.heartbeats.size === 0;
  await until(run, isOver, { within: BEATS_OVER_MS, what: "the session of a key that stopped is over" });
  await placeFresh(run);
  await pass(run, 1_000);
  await until(run, () => !store.isWriting(), { within: 1_000, what: "what is decided is committed" });
  checkAll(run);
  process.die("the end");
  await until(run, () => process.serving() !== undefined, { within: FRESH_MS, what: "it serves again" });
  checkAll(run);
}

/** Goes on until it is so, which must be within so many milliseconds. */
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

async function pass(run: Run, milliseconds: number): Promise<void> {
  const last = run.time.now() + milliseconds;
  while (run.time.now() < last) await run.step();
}

function checkAll({ process, witness, clients, store, machine, beating }: Run): void {
  const { engine, session } = getServing(process.serving());
  const { exchange } = engine;
  assert.equal(witness.waiting(session), 0, "somebody waits for an answer");
  witness.compareMemory(viewExchange(exchange));
  witness.checkFolds();
  checkState(exchange, machine.now() - EXPIRED_MS);
  const open = new Set(Array.from(exchange.orders.values(), ({ id }) => id));
  clients.checkPromises(open);
  assert.equal(store.rows.length, engine.head().seq);
  const { address, apiKey } = beating.key;
  for (const order of exchange.orders.values())
    assert.ok(
      order.account.owner !== address || order.apiKey !== apiKey,
      `${order.id} is of a key that beats no more`,
    );
}

function getServing(serving: Serving | undefined): Serving {
  if (serving === undefined) throw new Error("the process does not serve");
  return serving;
}

/** An order that is sent again finds out what became of it. */
async function findOut(run: Run, order: WholeCommand): Promise<void> {
  const isDone = order.type === "place-order" && run.store.orderIds.has(order.id);
  const outcome = await answerOf(run, order);
  assert.equal(
    outcome.type === "duplicate",
    isDone,
    "an order that is sent again is not told what became of it",
  );
  count(run.statistics.done, isDone ? "unknown and done" : "unknown and not done");
}

/** Whoever was decided beside poison is taken like everybody else, and poison is set aside. */
async function acquitSuspects(run: Run): Promise<void> {
  const listSuspects = (): SimulatedCommand[] => run.process.suspects().filter((one) => !setsMode(one));
  for (const suspect of listSuspects()) await answerOf(run, suspect);
  assert.deepEqual(listSuspects(), [], "what was asked for again is suspect still");
}

/** Asked for again, it would have others refused. */
const setsMode = (command: SimulatedCommand): boolean =>
  (command.type === "operate" ? command.command : command)?.type === "set-mode";

/** A new wallet trades in a new market. */
async function placeFresh(run: Run): Promise<void> {
  const market = marketListing({ name: "fresh", minimumLots: 1 });
  const [tokenId] = market.markets[0]!.tokenIds;
  const wallet = { address: "fresh", owner: "fresh" };
  const opened = await answerOf(run, { type: "open-account", ...wallet, credit: micros(10_000) });
  if (opened.type === "rejected" && opened.rejection.code === "amount_too_large") return;
  assert.equal((await answerOf(run, { type: "list", listing: market })).type, "committed");
  await placeOrder(run, { id: "fresh-order", tokenId, kind: "GTC", expiresAt: 0 });
  const canceled = await answerOf(run, { type: "cancel-order", id: "fresh-order", owner: "fresh" });
  assert.equal(canceled.type, "committed");
  await seeExpiry(run, tokenId);
}

type Fresh = Pick<PlaceOrder, "id" | "tokenId" | "kind" | "expiresAt">;

async function placeOrder(run: Run, order: Fresh): Promise<void> {
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

/** An order expires although nobody asks for anything, also while engine time stands. */
async function seeExpiry(run: Run, tokenId: string): Promise<void> {
  const { machine, process } = run;
  const { engine } = getServing(process.serving());
  const id = "fresh-order-that-expires";
  await placeOrder(run, { id, tokenId, kind: "GTD", expiresAt: machine.now() + EXPIRES_MS });
  const isOver = (): boolean => !engine.exchange.orders.has(id);
  await until(run, isOver, { within: 2 * EXPIRES_MS, what: "an order expires" });
}

async function answerOf(run: Run, command: WholeCommand): Promise<Outcome | OnceOutcome> {
  let answer: Outcome | OnceOutcome | undefined;
  run.clients.ask(command, (outcome) => (answer = outcome));
  await until(run, () => answer !== undefined, { within: FRESH_MS, what: `${command.type} is answered` });
  if (answer === undefined) throw new Error("there is no answer");
  return answer;
}
