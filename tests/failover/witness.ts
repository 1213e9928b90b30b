/** Keeps what clients were told, and compares it with what engines, gateways and the journal have. */
import assert from "node:assert/strict";
import { listLevels } from "../../src/core/orders/book.ts";
import type { NewTerm } from "../../src/store/journal/leadership.ts";
import type { JournalHead } from "../../src/store/journal/journal.ts";
import { batchHash, GENESIS_HASH } from "../../src/store/journal/journal.ts";
import type { Exchange } from "../../src/core/state.ts";
import type { JournalRow } from "./simulated-postgres.ts";
import { replayAll } from "./tables.ts";

/** A command of a client. */
export type Operation = {
  readonly no: number;
  /** Id of an order, or key of a request. */
  readonly mark: string | undefined;
  /** True if an attempt was accepted. */
  isAccepted: boolean;
  /** True if an attempt may have been carried out, although nobody said so. */
  isUnknown: boolean;
};

export type Witness = {
  /** Notes that a client was told of a batch. */
  tell(batch: number, hash: string | undefined, by: string): void;
  /** Begins a read: the returned function checks the batch that it was of. */
  beginRead(by: string): (head: JournalHead) => void;
  /** Returns the last batch that clients were told of. */
  told(): number;
  /** Checks the journal of an engine that opens. */
  checkTerm(engine: string, term: NewTerm): Promise<void>;
  /** Forgets what was lost with the operator's knowledge. */
  forget(last: number): void;
  /** Checks the journal at the end. */
  checkJournal(rows: readonly JournalRow[], operations: readonly Operation[]): void;
};

export function createWitness(): Witness {
  const batches = new Map<number, { readonly hash: string; readonly by: string }>();
  let last = 0;
  /** Number of times that an operator accepted a loss. */
  let losses = 0;
  const tell: Witness["tell"] = (seq, hash, by) => {
    last = Math.max(last, seq);
    if (hash === undefined) return;
    const known = batches.get(seq);
    assert.ok(
      known === undefined || known.hash === hash,
      `batch ${seq} has two contents, told by ${known?.by} and ${by}`,
    );
    batches.set(seq, { hash, by });
  };
  return {
    tell,
    told: () => last,
    async checkTerm(engine, { last: end }) {
      assert.ok(
        end.seq >= last,
        `${engine} opens at batch ${end.seq}, and clients were told of batch ${last}`,
      );
      const known = batches.get(end.seq);
      assert.ok(
        known === undefined || known.hash === end.hash.toString("hex"),
        `${engine} opens with another batch ${end.seq} than ${known?.by} told`,
      );
    },
    beginRead(by) {
      const [floor, began] = [last, losses];
      return ({ seq, hash }) => {
        if (began !== losses) return;
        assert.ok(
          seq >= floor,
          `a read at ${by} is of batch ${seq}, and clients were told of ${floor} before`,
        );
        tell(seq, hash.toString("hex"), by);
      };
    },
    forget(end) {
      losses += 1;
      last = Math.min(last, end);
      for (const seq of batches.keys()) if (seq > end) batches.delete(seq);
    },
    checkJournal(rows, operations) {
      checkChain(rows);
      const { loaded, batches: replayed } = replayAll(rows);
      assert.ok(loaded.head.seq >= last, `the journal ends with ${loaded.head.seq}, clients know ${last}`);
      for (const { seq, hash } of rows) {
        const known = batches.get(seq);
        assert.ok(
          known === undefined || known.hash === hash.toString("hex"),
          `the journal has another batch ${seq} than ${known?.by} told`,
        );
      }
      checkOperations(countMarks(replayed.flatMap(({ events }) => events)), operations);
    },
  };
}

function checkChain(rows: readonly JournalRow[]): void {
  let previous = GENESIS_HASH;
  rows.forEach(({ seq, at, events, hash }, place) => {
    assert.equal(seq, place + 1, "the journal has all numbers");
    assert.ok(batchHash(previous, seq, at, events).equals(hash), `batch ${seq} has a hash of its own`);
    previous = hash;
  });
}

type Replayed = ReturnType<typeof replayAll>["batches"][number]["events"];

/** Counts how often each order and request is in the journal. */
function countMarks(events: Replayed): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const event of events) {
    const mark =
      event.type === "order-placed" ? event.order.id : event.type === "request-done" ? event.key : undefined;
    if (mark !== undefined) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  return counts;
}

function checkOperations(counts: ReadonlyMap<string, number>, operations: readonly Operation[]): void {
  for (const { no, mark, isAccepted, isUnknown } of operations) {
    if (mark === undefined) continue;
    const count = counts.get(mark) ?? 0;
    assert.ok(count <= 1, `operation ${no} is in the journal ${count} times`);
    if (isAccepted) assert.equal(count, 1, `operation ${no} was accepted, and is not in the journal`);
    else if (!isUnknown) assert.equal(count, 0, `operation ${no} was refused, and is in the journal`);
  }
}

/** Describes the parts that two copies of a state must share. */
export const summaryOf = (exchange: Exchange): unknown => ({
  accounts: exchange.accounts.map(({ address, collateral, held, positions }) => ({
    address,
    collateral,
    held,
    positions: [...positions],
  })),
  markets: exchange.markets.map(({ conditionId, status, book }) => ({
    conditionId,
    status,
    levels: [true, false].map((bid) => listLevels(book, bid).map(({ price, lots }) => [price, lots])),
  })),
  mode: exchange.mode,
  deposits: exchange.deposits,
  nextOrder: exchange.nextOrder,
  nextTrade: exchange.nextTrade,
  orders: [...exchange.orders.values()].map(({ id, remaining }) => [id, remaining]),
});
