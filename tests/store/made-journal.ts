/** A journal that is made of commands without an engine: batches of any size and any time. */
import type { Command } from "../../src/core/events/command.ts";
import { encodeEvents } from "../../src/core/events/event-codec.ts";
import type { Event } from "../../src/core/events/event.ts";
import { createExchange, execute } from "../../src/core/exchange.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import { isRejection } from "../../src/core/rejection.ts";
import type { Rules, Side } from "../../src/core/state.ts";
import { lots, micros, ticks } from "../../src/core/units.ts";
import type { Batch, JournalHead } from "../../src/store/journal/journal.ts";
import { batchHash, GENESIS_HASH } from "../../src/store/journal/journal.ts";
import { NOT_SIGNED } from "../core/support/orders.ts";
import { hashOf, START_AT, testListing, tokenOf, walletOf } from "../support/exchange.ts";
import { withSql } from "../support/history.ts";

const MOST = 1_000_000;
const limits = { ...STANDARD_LIMITS, ofAccountInMarket: MOST, ofAccount: MOST };
const RULES: Rules = { selfTrade: "allow", autoRedeem: true, limits };

export type MadeJournal = {
  /** Adds a batch of what these commands do, and of further events that change nothing. */
  batch(at: number, commands: readonly Command[], events?: readonly Event[]): void;
  readonly batches: readonly Batch[];
  /** Writes the journal into a database without one. */
  write(url: string): Promise<void>;
};

export function createMadeJournal(): MadeJournal {
  const exchange = createExchange(RULES);
  const batches: Batch[] = [];
  let head: JournalHead = { seq: 0, at: 0, hash: GENESIS_HASH };
  return {
    batch(at, commands, further = []) {
      const done = commands.flatMap((command) => {
        const decision = execute(exchange, command, at);
        if (isRejection(decision)) throw new Error(`${command.type}: ${decision.code}`);
        return decision;
      });
      const events = encodeEvents([...done, ...further]);
      const seq = head.seq + 1;
      const batch: Batch = { seq, at, events, hash: batchHash(head.hash, seq, at, events) };
      batches.push(batch);
      head = batch;
    },
    batches,
    write: (url) =>
      withSql(url, async (sql) => {
        for (const { seq, at, events, hash } of batches)
          await sql`
            insert into journal (seq, previous, at, events, hash)
            values (${seq}, ${seq === 1 ? null : seq - 1}, ${at}, ${events}, ${hash})`;
      }),
  };
}

export const openAccounts = (names: readonly string[]): Command[] =>
  names.map((name) => {
    const address = walletOf(name);
    return { type: "open-account", address, owner: address, credit: micros(5_000_000_000) };
  });

export type MadeOrder = {
  readonly name: string;
  readonly by: string;
  /** The market's name, and "yes" or "no". */
  readonly token: string;
  readonly side: Side;
  readonly cents: number;
  readonly shares: number;
  readonly builder?: string;
};

export const placed = ({ name, by, token, side, cents, shares, builder }: MadeOrder): Command => ({
  type: "place-order",
  id: hashOf(name),
  maker: walletOf(by),
  owner: walletOf(by),
  tokenId: tokenOf(token),
  side,
  kind: "GTC",
  postOnly: false,
  expiresAt: 0,
  limit: ticks(cents * 100),
  lots: lots(shares * 100),
  budget: undefined,
  apiKey: "00000000-0000-4000-8000-000000000000",
  signed: builder === undefined ? NOT_SIGNED : { ...NOT_SIGNED, builder: hashOf(builder) },
});

/** A short journal with sums, operations, fills and cancels: to write one of its batches twice is an error or shows. */
export function createTradedJournal(): MadeJournal {
  const journal = createMadeJournal();
  const listing = testListing([{ name: "rain" }]);
  const split = { address: walletOf("bob"), owner: walletOf("bob"), conditionId: hashOf("rain") };
  const order = { by: "ann", token: "rain yes", cents: 50, shares: 10, builder: "a builder" } as const;
  journal.batch(START_AT, [{ type: "list", listing }, ...openAccounts(["ann", "bob"])]);
  journal.batch(START_AT + 1, [{ type: "split", ...split, lots: lots(400_000) }]);
  journal.batch(START_AT + 2, [placed({ ...order, name: "sale", by: "bob", side: "SELL", shares: 100 })]);
  journal.batch(START_AT + 3, [placed({ ...order, name: "one", side: "BUY" })]);
  journal.batch(START_AT + 4, [placed({ ...order, name: "two", side: "BUY" })]);
  journal.batch(START_AT + 5, [{ type: "cancel-order", id: hashOf("sale"), owner: walletOf("bob") }]);
  return journal;
}
