/** The rows of one or more committed batches that the read tables do not have yet, with an estimate of their memory. */
import type { Event } from "../../core/event.ts";
import type { Exchange } from "../../core/state.ts";
import type { Batch } from "../journal/commit-batch.ts";
import { collectTouched } from "./projection.ts";
import { countRows, mergeRows, readRows } from "./table-rows.ts";
import type { TableRows } from "./table-rows.ts";

export type BatchRows = {
  /** The last of the batches, and its hash. */
  readonly seq: number;
  readonly hash: Buffer;
  readonly rows: TableRows;
  /** Characters of listings and decisions, which are stored as they came. */
  readonly characters: number;
};

/** Approximate bytes of one row: an array of twelve values, and its entry in a map. */
const ROW_BYTES = 300;

/** Reads the rows of a batch from the exchange, which must be as the batch left it. */
export function readBatchRows(
  exchange: Exchange,
  events: readonly Event[],
  batch: Batch,
  manyEnds?: number,
): BatchRows {
  const rows = readRows(collectTouched(exchange, events, manyEnds), batch);
  const { listings, decisions } = rows;
  const { steps, audited, requests } = decisions;
  const isKept = listings.events.size + steps.length + audited.length + requests.length > 0;
  return { seq: batch.seq, hash: batch.hash, rows, characters: isKept ? batch.events.length : 0 };
}

/** Merges the rows of the next batch into `earlier`, which must not be used any more. */
export function mergeBatchRows(earlier: BatchRows | undefined, next: BatchRows): BatchRows {
  if (earlier === undefined) return next;
  mergeRows(earlier.rows, next.rows);
  return {
    seq: next.seq,
    hash: next.hash,
    rows: earlier.rows,
    characters: earlier.characters + next.characters,
  };
}

/**
 * Rows in memory, their approximate bytes, and rows of terminal orders and redemptions, which are built when they are
 * written.
 */
export type BatchSize = { readonly rows: number; readonly bytes: number; readonly ends: number };

/** Returns the size of batches; zero for `undefined`. */
export function sizeOf(batches: BatchRows | undefined): BatchSize {
  if (batches === undefined) return { rows: 0, bytes: 0, ends: 0 };
  const rows = countRows(batches.rows);
  const bytes = rows * ROW_BYTES + 2 * batches.characters;
  return { rows, bytes, ends: batches.rows.ends.reduce((count, ends) => count + ends.rows, 0) };
}
