/**
 * A follower that joins late, that is behind, and that cannot follow: it has the engine's state or ends, and never
 * answers with an older state than was acknowledged.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { listLevels } from "../../src/core/orders/book.ts";
import { createReplay, replayBatch } from "../../src/core/events/event-codec.ts";
import { createExchange } from "../../src/core/exchange.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import type { Exchange } from "../../src/core/state.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { encodeMessage } from "../../src/engine/follower/bus.ts";
import type { BatchMessage, Note } from "../../src/engine/follower/bus.ts";
import type { Publication, Replacement } from "../../src/engine/repeats/entry.ts";
import { nextCommand } from "../simulation/commands.ts";
import { createGenerator } from "../simulation/generator.ts";
import { executeReference } from "../simulation/reference-exchange.ts";
import { createReference } from "../simulation/reference-state.ts";
import { plainEngineParts, UNREAD_TABLES } from "../support/engine-parts.ts";
import { createRandom } from "../support/random.ts";
import { followEngine } from "./followed-engine.ts";

const RULES = { selfTrade: "allow", autoRedeem: false, limits: STANDARD_LIMITS } as const;
const GENESIS = { seq: 0, at: 0, hash: Buffer.alloc(32) };
const CLOCK = { now: 0 };

/** An engine with the journal of all that it committed. */
function startJournaled(): { readonly engine: Engine; readonly journal: Publication[] } {
  const journal: Publication[] = [];
  const engine = createEngine({
    exchange: createExchange(RULES),
    head: GENESIS,
    clock: () => CLOCK.now,
    ...plainEngineParts,
    commit: () => Promise.resolve(),
    tables: UNREAD_TABLES,
    findOrders: () => Promise.resolve(new Set<string>()),
    findRequests: () => Promise.resolve([]),
    onFailure: (error) => {
      throw error;
    },
  });
  engine.follow((publication) => void journal.push(publication));
  return { engine, journal };
}

/** Loads the state of a journal, as another process finds it. */
async function load(journal: readonly Publication[]): Promise<Replacement> {
  const replay = createReplay();
  for (const { encoded, at } of journal) replayBatch(replay, encoded, at);
  const { seq, at, hash } = journal.at(-1) ?? GENESIS;
  return { exchange: replay.exchange, head: { seq, at, hash } };
}

/** Returns a function that submits so many more random commands that make sense together. */
function createTrading(engine: Engine, seed: number): (count: number) => Promise<void> {
  const reference = createReference(RULES);
  const generator = createGenerator(createRandom(seed), reference);
  return async (count) => {
    for (let index = 0; index < count; index += 1) {
      const { command, at } = nextCommand(generator);
      executeReference(reference, command, at);
      // Operators' commands are left out, and so are failures of matches that only their funds made possible.
      if (command.type === "record-prices" || command.type === "operate") continue;
      if (command.type === "fail-settlement") continue;
      CLOCK.now = at;
      await engine.submit(command);
    }
  };
}

/** Describes the parts that two copies of a state must share. */
const summaryOf = ({
  accounts,
  markets,
  mode,
  deposits,
  nextOrder,
  nextTrade,
  orders,
  orderGroups,
}: Exchange): unknown => ({
  accounts: accounts.map(({ address, collateral, held, positions }) => ({
    address,
    collateral,
    held,
    positions: [...positions],
  })),
  markets: markets.map(({ conditionId, status, book }) => ({
    conditionId,
    status,
    levels: [true, false].map((bid) => listLevels(book, bid).map(({ price, lots }) => [price, lots])),
  })),
  mode,
  deposits,
  nextOrder,
  nextTrade,
  orders: [...orders.values()].map(({ id, remaining, group }) => [id, remaining, group?.name]),
  orderGroups: [...orderGroups].map(([owner, groups]) => [owner, [...groups]]),
});

const SEQUENCE = { build: (_market: unknown, sequence: number): number => sequence };

describe("a follower", () => {
  for (const seed of [5, 6, 7])
    test(`that joins late has the engine's state, books and sequences, seed ${seed}`, async () => {
      const { engine, journal } = startJournaled();
      const trade = createTrading(engine, seed);
      await trade(400);
      const before = journal.length;
      // Commands go on while the follower loads and joins.
      const [{ follower }] = await Promise.all([
        followEngine(engine, { clock: () => CLOCK.now, load: () => load(journal) }),
        trade(200),
      ]);
      await trade(200);
      await follower.catchUp?.();
      assert.ok(journal.length > before, "commands were carried out meanwhile");
      assert.deepEqual(summaryOf(follower.exchange), summaryOf(engine.exchange));
      assert.deepEqual([follower.run, follower.head()], [engine.run, engine.head()]);
      for (const market of engine.exchange.markets.filter((listed) => listed !== undefined))
        assert.equal(
          await follower.reads.read(follower.exchange.markets[market.no]!, SEQUENCE),
          await engine.reads.read(market, SEQUENCE),
        );
    });

  test("waits for what was acknowledged elsewhere, and for nothing once it has it", async () => {
    const { engine, journal } = startJournaled();
    const { follower } = await followEngine(engine, { clock: () => CLOCK.now, load: () => load(journal) });
    await engine.submit({ type: "ban", address: "somebody" });
    assert.equal(follower.exchange.bans.has("somebody"), false, "the message is still underway");
    const caughtUp = follower.catchUp?.();
    assert.ok(caughtUp instanceof Promise);
    await caughtUp;
    assert.equal(follower.exchange.bans.has("somebody"), true);
    assert.equal(follower.catchUp?.(), undefined);
    assert.equal(await follower.examine(({ bans }) => bans.size), 1);
  });

  test("answers reads after a note only when its copies are up to date", async () => {
    const { engine, journal } = startJournaled();
    const { follower, hub } = await followEngine(engine, {
      clock: () => CLOCK.now,
      load: () => load(journal),
    });
    const told: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    follower.followNotes((note: Note) => {
      told.push(note.about);
      return promise.then(() => void told.push("copied"));
    });
    hub.note({ about: "name", wallet: "somebody" });
    const read = follower.catchUp?.()?.then(() => void told.push("read"));
    setImmediate(() => setImmediate(resolve));
    await read;
    assert.deepEqual(told, ["name", "copied", "read"]);
  });

  test("replaces its state when the engine's is replaced", async () => {
    const { engine, journal } = startJournaled();
    const { follower } = await followEngine(engine, { clock: () => CLOCK.now, load: () => load(journal) });
    let replaced = 0;
    follower.followReplacements(() => void (replaced += 1));
    await engine.submit({ type: "ban", address: "first" });
    const [kept] = journal;
    await engine.submit({ type: "ban", address: "second" });
    journal.splice(1);
    await engine.alone(async ({ replace }) => replace(() => load([kept!])));
    await engine.submit({ type: "ban", address: "third" });
    await follower.catchUp?.();
    assert.deepEqual([...follower.exchange.bans.keys()], ["first", "third"]);
    assert.deepEqual([replaced, follower.head()], [1, engine.head()]);
  });

  test("passes requests on, and refuses work of the engine's own process", async () => {
    const { engine, journal } = startJournaled();
    const { follower } = await followEngine(engine, { clock: () => CLOCK.now, load: () => load(journal) });
    const request = { at: "web", method: "GET", headers: {}, body: "", from: "127.0.0.1" };
    const { body } = await follower.passOn({ ...request, url: "/name" });
    assert.equal(Buffer.from(body, "base64").toString(), "/name");
    assert.throws(() => void follower.alone(async () => {}), /belongs to the process of the engine/);
  });
});

const BATCH: Omit<BatchMessage, "seq" | "hash"> = { type: "batch", at: 0, stored: 0, events: "[]" };

describe("a follower that cannot follow ends, and says why", () => {
  const FAULTS: Readonly<Record<string, { readonly message: string; readonly expected: RegExp }>> = {
    "a batch is missing": {
      message: encodeMessage({ ...BATCH, seq: 3, hash: "00" }),
      expected: /batch 3 does not follow batch 1, where the copy stands/,
    },
    "a batch has another hash": {
      message: encodeMessage({ ...BATCH, seq: 2, hash: "00".repeat(32) }),
      expected: /batch 2 does not follow batch 1/,
    },
  };
  for (const [name, { message, expected }] of Object.entries(FAULTS))
    test(name, async () => {
      const { engine, journal } = startJournaled();
      const { promise: failed, resolve } = Promise.withResolvers<unknown>();
      const { follower, tell } = await followEngine(engine, {
        clock: () => CLOCK.now,
        load: () => load(journal),
        onFailure: resolve,
      });
      await follower.submit({ type: "ban", address: "somebody" });
      tell(message);
      const waiting = follower.submit({ type: "ban", address: "another" });
      assert.match(String(await failed), expected);
      const outcome = await waiting;
      assert.equal(outcome.type === "rejected" && outcome.rejection.code, "outcome_unknown");
    });
});
