/**
 * An engine with a market and two wallets. Its time stands still, and its commits and look-ups wait until the test
 * lets them through.
 */
import type { Command } from "../../src/core/events/command.ts";
import { createExchange } from "../../src/core/exchange.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import { lots, micros, ticks } from "../../src/core/units.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
import type { CommandOutcome, FindOrders } from "../../src/engine/repeats/entry.ts";
import type { KnownEntries } from "../../src/engine/repeats/known-entries.ts";
import { NO_QUARANTINE } from "../../src/engine/operators/quarantine.ts";
import type { Quarantine } from "../../src/engine/operators/quarantine.ts";
import type { Batch } from "../../src/store/journal/journal.ts";
import { marketListing } from "../core/support/listing.ts";
import { NOT_SIGNED } from "../core/support/orders.ts";
import { ANY_KNOWN, UNREAD_TABLES } from "../support/engine-parts.ts";

type Gate = { open(): void; fail(error: Error): void };

export type GatedEngine = {
  readonly engine: Engine;
  /** Milliseconds of the monotonic clock. */
  readonly time: { now: number };
  /** Waiting commits, oldest first. */
  readonly commits: (Gate & { readonly batch: Batch })[];
  /** Answer of look-ups; by default no order is found. */
  readonly store: { find: FindOrders };
  readonly failures: unknown[];
  /** Runs everything that waits only for turns of the event loop. */
  settle(): Promise<void>;
  /** Submits a command and lets its commit through. */
  run(command: Command): Promise<CommandOutcome>;
};

/** Starts an engine with `ann` and `bob`, who have 1,000 each, and the market `rain`. */
export async function startGatedEngine(
  quarantine: Quarantine = NO_QUARANTINE,
  known: KnownEntries = ANY_KNOWN,
): Promise<GatedEngine> {
  const time = { now: 0 };
  const commits: GatedEngine["commits"] = [];
  const failures: unknown[] = [];
  const store: GatedEngine["store"] = { find: () => Promise.resolve(new Set()) };
  const engine = createEngine({
    exchange: createExchange({ selfTrade: "allow", autoRedeem: false, limits: STANDARD_LIMITS }),
    head: { seq: 0, at: 0, hash: Buffer.alloc(32) },
    clock: () => 1_000_000,
    monotonic: () => time.now,
    later: setImmediate,
    quarantine,
    commit: (batch) => new Promise((open, fail) => commits.push({ batch, open, fail })),
    tables: UNREAD_TABLES,
    known,
    findOrders: (ids) => store.find(ids),
    findRequests: () => Promise.resolve([]),
    onFailure: (error) => failures.push(error),
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const run = async (command: Command): Promise<CommandOutcome> => {
    const outcome = engine.submit(command);
    await settle();
    commits.shift()?.open();
    return outcome;
  };
  const gated = { engine, time, commits, failures, store, settle, run };
  await run({ type: "list", listing: marketListing({ name: "rain" }) });
  for (const address of ["ann", "bob"])
    await run({ type: "open-account", address, owner: address, credit: micros(1_000_000_000) });
  return gated;
}

export const orderOf = (owner: string, id: string): Command => ({
  type: "place-order",
  id,
  maker: owner,
  owner,
  tokenId: "rain-yes",
  side: "BUY",
  kind: "GTC",
  postOnly: false,
  expiresAt: 0,
  limit: ticks(1_000),
  lots: lots(500),
  budget: undefined,
  apiKey: "key",
  signed: NOT_SIGNED,
});

export const cancelsOf = (owner: string): Command => ({ type: "cancel-orders", owner, reason: "by-owner" });

/** Code of the rejection, or type of the outcome. */
export const codeOf = (outcome: CommandOutcome): string =>
  outcome.type === "rejected" ? outcome.rejection.code : outcome.type;
