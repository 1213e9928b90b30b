/** Batches of the journal for the stream, up to the last one in the read tables: names of later ones are not available yet. */
import type { StoredEvent } from "../../core/event-codec.ts";
import type { SharesOfBoth } from "../../core/event.ts";
import { lots } from "../../core/units.ts";
import type { Sql } from "../sql/database.ts";
import { negative } from "./movements.ts";

/** Maximum characters of events read together; at least one batch is read. */
const PAGE_LENGTH = 1_048_576;
const PAGE_BATCHES = 500;

export type JournalBatch = {
  readonly seq: number;
  readonly at: number;
  readonly hash: string;
  readonly events: string;
};

export type JournalState = {
  /** The last batch that can be read. */
  readonly head: number;
  /** The journal's last batch. */
  readonly end: number;
  /** Hash of the requested batch; `null` if the journal has no such batch. */
  readonly hash: string | null;
  /** Number of markets in the read tables. */
  readonly markets: number;
};

/** Reads how far the journal can be read, and the hash of the last batch that a reader has read. */
export async function readJournalState(sql: Sql, last: number): Promise<JournalState> {
  const [state] = await sql<JournalState[]>`
    select coalesce((select seq from read_tables), 0)::int8 as head,
      coalesce((select max(seq) from journal), 0)::int8 as end,
      (select encode(hash, 'hex') from journal where seq = ${last}) as hash,
      coalesce((select max(no) + 1 from markets), 0)::int as markets`;
  if (state === undefined) throw new Error("the journal's state was not read");
  return state;
}

/** Reads batches from this one on, up to the last readable one. */
export const readBatches = (sql: Sql, from: number): Promise<JournalBatch[]> =>
  sql<JournalBatch[]>`
    select seq, at, events, encode(hash, 'hex') as hash from (
      select seq, at, events, hash, sum(octet_length(events)) over (order by seq) - octet_length(events) as before
      from journal
      where seq between ${from} and least((select seq from read_tables), ${from + PAGE_BATCHES - 1}::int8)
    ) as batches
    where before < ${PAGE_LENGTH} order by seq`;

/** Reads the shares that a redemption took from its row. */
export async function readRedeemed(sql: Sql, seq: number, place: number): Promise<SharesOfBoth | undefined> {
  const [row] = await sql<{ first: number; second: number }[]>`
    select first_lots as first, second_lots as second from operations
    where batch = ${seq} and place = ${place} and leg = 0`;
  return row && [negative(lots(row.first)), negative(lots(row.second))];
}

/** Number of batches with a listing that are parsed together. */
const LISTING_BATCHES = 20;

/**
 * Counts the markets listed before a batch, from the listings themselves. It reads all earlier batches, once per reader
 * that starts in the middle and meets a listing.
 */
export async function countMarketsBefore(sql: Sql, seq: number): Promise<number> {
  let known = 0;
  let last = 0;
  for (;;) {
    const rows = await sql<Pick<JournalBatch, "seq" | "events">[]>`
      select seq, events from journal
      where seq > ${last} and seq < ${seq} and strpos(events, '"type":"listed"') > 0
      order by seq limit ${LISTING_BATCHES}`;
    for (const row of rows) {
      const stored: StoredEvent[] = JSON.parse(row.events);
      for (const event of stored)
        if (event.type === "listed") for (const { no } of event.markets) known = Math.max(known, no + 1);
      last = row.seq;
    }
    if (rows.length < LISTING_BATCHES) return known;
  }
}
