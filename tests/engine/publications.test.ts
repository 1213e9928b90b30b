/**
 * Publications of the engine, and of a follower of the engine, over random histories. Deltas alone rebuild every book, sequences have no gap, and dry
 * runs are never published.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { listLevels } from "../../src/core/orders/book.ts";
import type { Command } from "../../src/core/events/command.ts";
import { createExchange, decide } from "../../src/core/exchange.ts";
import type { Decision } from "../../src/core/exchange.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import { isRejection } from "../../src/core/rejection.ts";
import type { Exchange, Market } from "../../src/core/state.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
import type { CommandOutcome, Publication } from "../../src/engine/repeats/entry.ts";
import { nextCommand } from "../simulation/commands.ts";
import { createGenerator } from "../simulation/generator.ts";
import type { SimulatedCommand } from "../simulation/outcome.ts";
import { executeReference } from "../simulation/reference-exchange.ts";
import { createReference } from "../simulation/reference-state.ts";
import { followEngine } from "./followed-engine.ts";
import { plainEngineParts, UNREAD_TABLES } from "../support/engine-parts.ts";
import { createRandom } from "../support/random.ts";

const RULES = { selfTrade: "allow", autoRedeem: false, limits: STANDARD_LIMITS } as const;
const COMMANDS = 3_000;

type StartEngine = (time: { now: number }) => Promise<{ engine: Engine; exchange: Exchange }>;

/** Starts an engine whose batches are durable at once; `time.now` is its clock. */
function startLeader(time: { now: number }): { engine: Engine; exchange: Exchange } {
  const exchange = createExchange(RULES);
  const engine = createEngine({
    exchange,
    head: { seq: 0, at: 0, hash: Buffer.alloc(32) },
    clock: () => time.now,
    ...plainEngineParts,
    commit: () => Promise.resolve(),
    tables: UNREAD_TABLES,
    findOrders: () => Promise.resolve(new Set<string>()),
    findRequests: () => Promise.resolve([]),
    onFailure: (error) => {
      throw error;
    },
  });
  return { engine, exchange };
}

/** Starts an engine with a follower, through which all goes. */
async function startFollower(time: { now: number }): Promise<{ engine: Engine; exchange: Exchange }> {
  const { engine } = startLeader(time);
  const { follower } = await followEngine(engine, {
    clock: () => time.now,
    load: async () => ({ exchange: createExchange(RULES), head: engine.head() }),
  });
  return { engine: follower, exchange: follower.exchange };
}

const ENGINES: Readonly<Record<string, StartEngine>> = {
  "an engine": async (time) => startLeader(time),
  "a follower": startFollower,
};

/** Draws random commands that make sense together, each with its time. */
function* drawCommands(seed: number): Generator<{ command: SimulatedCommand; at: number }> {
  const reference = createReference(RULES);
  const generator = createGenerator(createRandom(seed), reference);
  for (let count = 0; count < COMMANDS; count += 1) {
    const drawn = nextCommand(generator);
    executeReference(reference, drawn.command, drawn.at);
    yield drawn;
  }
}

const isSubmitted = (command: SimulatedCommand): command is Command & SimulatedCommand =>
  command.type !== "record-prices" && command.type !== "operate";

type LocalBook = { sequence: number; readonly levels: Map<string, number> };

/** A follower that keeps every book by deltas only. */
function createLocalBooks() {
  const books = new Map<Market, LocalBook>();
  let told = 0;
  const follow = ({ books: changes }: Publication): void => {
    told += 1;
    for (const [market, { sequence, levels }] of changes) {
      const shown = books.get(market) ?? { sequence: 0, levels: new Map() };
      assert.equal(sequence, shown.sequence + 1, "a sequence has a gap");
      books.set(market, shown);
      shown.sequence = sequence;
      for (const { price, bid } of levels) {
        const level = listLevels(market.book, bid).find((one) => one.price === price);
        if (level === undefined) shown.levels.delete(`${bid} ${price}`);
        else shown.levels.set(`${bid} ${price}`, level.lots);
      }
    }
    for (const market of changes.keys()) checkBook(market, books.get(market)!);
  };
  return { follow, books, told: () => told };
}

function checkBook(market: Market, { levels }: LocalBook): void {
  const real = [true, false].flatMap((bid) =>
    listLevels(market.book, bid).map(({ price, lots }) => [`${bid} ${price}`, lots] as const),
  );
  assert.deepEqual(new Map([...levels].sort()), new Map(real.sort()), `book of ${market.conditionId}`);
}

const SEQUENCE = { build: (_market: Market, sequence: number): number => sequence };

/** Code of the rejection, or types of the events. */
const namesOf = (decision: Decision): unknown =>
  isRejection(decision) ? decision : decision.map(({ type }) => type);

function decisionOf(outcome: CommandOutcome): Decision {
  if (outcome.type === "duplicate") throw new Error(`${outcome.id} was placed before`);
  return outcome.type === "rejected" ? outcome.rejection : [...outcome.committed.events];
}

for (const [kind, startEngine] of Object.entries(ENGINES))
  describe(kind, () => {
    for (const seed of [1, 2, 3]) {
      test(`deltas rebuild every book, seed ${seed}`, async () => {
        const time = { now: 0 };
        const { engine, exchange } = await startEngine(time);
        const local = createLocalBooks();
        const stop = engine.follow(local.follow);
        const random = createRandom(seed);
        let batch: Promise<unknown>[] = [];
        for (const { command, at } of drawCommands(seed)) {
          if (!isSubmitted(command)) continue;
          time.now = at;
          batch.push(engine.submit(command));
          if (batch.length < random.between(1, 8)) continue;
          await Promise.all(batch);
          batch = [];
        }
        await Promise.all(batch);
        const traded = exchange.markets.filter((market) => market !== undefined && local.books.has(market));
        assert.ok(traded.length > 3, `${traded.length} markets traded`);
        for (const market of traded) {
          checkBook(market, local.books.get(market)!);
          assert.equal(await engine.reads.read(market, SEQUENCE), local.books.get(market)!.sequence);
        }
        const before = local.told();
        stop();
        await engine.submit({ type: "ban", address: "somebody" });
        assert.equal(local.told(), before, "who stopped following is told no more");
      });
    }

    test("a dry run is decided among the other commands, but neither published nor done", async () => {
      const time = { now: 0 };
      const { engine, exchange } = await startEngine(time);
      const local = createLocalBooks();
      engine.follow(local.follow);
      const types = new Set<string>();
      for (const { command, at } of drawCommands(4)) {
        if (!isSubmitted(command)) continue;
        time.now = at;
        await engine.submit({ type: "expire-orders" });
        const [seq, told, resting] = [engine.head().seq, local.told(), exchange.orders.size];
        const examined = await engine.examine((state, when) => decide(state, command, when));
        assert.deepEqual([engine.head().seq, local.told(), exchange.orders.size], [seq, told, resting]);
        const outcome = await engine.submit(command);
        assert.deepEqual(namesOf(examined), namesOf(decisionOf(outcome)));
        types.add(outcome.type);
      }
      assert.deepEqual([...types].sort(), ["committed", "rejected"]);
    });

    test("a dry run that throws fails for its caller alone", async () => {
      const { engine } = await startEngine({ now: 0 });
      const broken = engine.examine(() => {
        throw new Error("a bug of the look");
      });
      const taken = engine.submit({ type: "ban", address: "somebody" });
      await assert.rejects(broken, /a bug of the look/);
      assert.equal((await taken).type, "committed");
    });

    test("a dry run sees earlier commands, and is answered when they are durable", async () => {
      const { engine, exchange } = await startEngine({ now: 0 });
      const told: string[] = [];
      const stop = engine.follow(() => void told.push("committed"));
      const taken = engine.submit({ type: "ban", address: "somebody" });
      const looked = engine
        .examine((state) => state.bans.has("somebody"))
        .then((found) => void told.push(`seen: ${String(found)}`));
      // A follower may see later commands too, where they are in the same batch.
      const later = kind === "an engine" ? engine.submit({ type: "unban", address: "somebody" }) : undefined;
      await Promise.all([taken, looked, later]);
      stop();
      assert.deepEqual(told, ["committed", "seen: true"]);
      assert.equal(exchange.bans.has("somebody"), later === undefined);
    });
  });
