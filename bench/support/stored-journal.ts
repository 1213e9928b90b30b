/** A journal of any length, drawn in memory and stored batch by batch, with empty read tables. */
import type { Command } from "../../src/core/events/command.ts";
import { encodeEvents } from "../../src/core/events/event-codec.ts";
import type { Event } from "../../src/core/events/event.ts";
import { createExchange, execute } from "../../src/core/exchange.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import { isRejection } from "../../src/core/rejection.ts";
import type { Exchange } from "../../src/core/state.ts";
import { batchHash, GENESIS_HASH } from "../../src/store/journal/journal.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { AT, drawFlow, parseBatch } from "./order-flow.ts";
import type { FlowTerms } from "./order-flow.ts";
import { sized } from "./sized.ts";

export type JournalTerms = {
  /** Number of drawn orders and cancels; cancels that come too late leave no event. */
  readonly commands: number;
  /** Commands of a batch. */
  readonly batch: number;
};

const FLOW: Omit<FlowTerms, "commands"> = {
  seed: 20_260_601,
  markets: sized(100, 4),
  accounts: sized(1_000, 40),
  traders: 50,
  resting: 200,
  outcomes: 2,
  selfTrade: "allow",
};
/** Engine time between two batches. */
const BETWEEN_MS = 20;
/** Batches in one insert. */
const STORED_AT_ONCE = 500;

type JournalWriter = {
  readonly sql: Sql;
  readonly exchange: Exchange;
  seq: number;
  hash: Buffer;
  events: number;
  rows: { seq: number; previous: number | null; at: number; events: string; hash: Buffer }[];
};

/** Stores a journal and gives the number of its events. */
export async function storeJournal(sql: Sql, { commands, batch }: JournalTerms): Promise<number> {
  const flow = drawFlow({ ...FLOW, commands });
  const exchange = createExchange({ selfTrade: FLOW.selfTrade, autoRedeem: false, limits: STANDARD_LIMITS });
  const writing: JournalWriter = { sql, exchange, seq: 0, hash: GENESIS_HASH, events: 0, rows: [] };
  await writeBatch(writing, flow.setup.map(numbered));
  for (const recorded of [...flow.fill, ...flow.commands]) {
    const parsed = parseBatch(recorded);
    for (let start = 0; start < parsed.length; start += batch)
      await writeBatch(writing, parsed.slice(start, start + batch));
  }
  await flush(writing);
  return writing.events;
}

/** Gives listings numeric ids, as a catalog's are. */
function numbered(command: Command): Command {
  if (command.type !== "list") return command;
  const markets = command.listing.markets.map((market, index) => ({ ...market, id: String(index + 1) }));
  return { ...command, listing: { ...command.listing, markets } };
}

async function writeBatch(writing: JournalWriter, commands: readonly Command[]): Promise<void> {
  const at = AT + writing.seq * BETWEEN_MS;
  const done: Event[] = [];
  for (const command of commands) {
    const decision = execute(writing.exchange, command, at);
    if (!isRejection(decision)) done.push(...decision);
  }
  if (done.length === 0) return;
  const events = encodeEvents(done);
  const seq = writing.seq + 1;
  writing.hash = batchHash(writing.hash, seq, at, events);
  writing.rows.push({ seq, previous: seq === 1 ? null : writing.seq, at, events, hash: writing.hash });
  writing.seq = seq;
  writing.events += done.length;
  if (writing.rows.length === STORED_AT_ONCE) await flush(writing);
}

async function flush({ sql, rows }: JournalWriter): Promise<void> {
  const stored = rows.splice(0);
  if (stored.length > 0) await sql`insert into journal ${sql(stored)}`;
}
