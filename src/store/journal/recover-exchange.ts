/**
 * Recovery: loads the exchange as of the last commit. The read tables lag behind the journal, so that a crash leaves them
 * some batches behind. The tables' state is loaded; the journal's remaining batches are applied to it and passed to the
 * projector.
 */
import { continueReplay, replayBatch } from "../../core/events/event-codec.ts";
import type { Replay } from "../../core/events/event-codec.ts";
import type { Event } from "../../core/events/event.ts";
import type { Exchange, Rules } from "../../core/state.ts";
import { readBatchRows } from "../projector/table-rows.ts";
import type { BatchRows } from "../projector/table-rows.ts";
import { loadTables } from "../projector/load-tables.ts";
import type { Projector } from "../projector/projector.ts";
import { streamRows } from "../sql/table-stream.ts";
import type { Snapshot } from "../sql/table-stream.ts";
import { getErrorMessage } from "../sql/unavailable.ts";
import { readTablesHead } from "./journal.ts";
import type { JournalHead } from "./journal.ts";
import type { Sql } from "../sql/database.ts";
import { namingRelease, rethrowNewerEvent } from "./differences.ts";
import { findDamage, journalRows } from "./verify-journal.ts";
import type { JournalRow } from "./verify-journal.ts";

export type RecoveredExchange = { readonly exchange: Exchange; readonly head: JournalHead };

/** Loads the exchange, and returns when the read tables have the whole journal. Throws if the journal is damaged. */
export async function recoverExchange(
  sql: Snapshot,
  rules: Rules,
  tables: Pick<Projector, "add" | "room" | "settle" | "manyEnds">,
): Promise<RecoveredExchange> {
  const loaded = await loadTables(sql, rules);
  const rest = streamRows<JournalRow>(sql, journalRows(loaded.head.seq));
  return namingRelease(sql, () => projectRest(loaded, rest, tables));
}

/** Applies the batches that the read tables lack, and returns when the tables have them. */
export async function projectRest(
  { exchange, head: stored }: RecoveredExchange,
  rest: AsyncIterable<JournalRow>,
  tables: Pick<Projector, "add" | "room" | "settle" | "manyEnds">,
): Promise<RecoveredExchange> {
  const replay = continueReplay(exchange);
  let head = stored;
  for await (const batch of rest) {
    const [damage] = findDamage(head, batch);
    if (damage !== undefined) throw new JournalDamaged(damage);
    await tables.room();
    const events = tryReplay(replay, batch, stored.seq);
    tables.add(readBatchRows(exchange, events, batch, tables.manyEnds));
    head = { seq: batch.seq, at: batch.at, hash: batch.hash };
  }
  await tables.settle();
  return { exchange, head };
}

/**
 * Writes the rows of the last batches into the tables, and returns when the tables have them. False if these are not all
 * that the tables lack up to `head`.
 */
export async function projectRows(
  { head, rows }: { readonly head: JournalHead; readonly rows: readonly BatchRows[] },
  sql: Sql,
  tables: Pick<Projector, "add" | "room" | "settle">,
): Promise<boolean> {
  const { seq } = await readTablesHead(sql);
  const missing = rows.filter((batch) => batch.seq > seq);
  if (missing.length !== head.seq - seq) return false;
  for (const batch of missing) {
    await tables.room();
    tables.add(batch);
  }
  await tables.settle();
  return true;
}

/** Replays a batch whose hash is right: if it fails, the tables are wrong rather than the journal. */
function tryReplay(replay: Replay, batch: JournalRow, stored: number): Event[] {
  try {
    return replayBatch(replay, batch.events, batch.at);
  } catch (error) {
    rethrowNewerEvent(error, batch.seq);
    throw new Error(
      `batch ${batch.seq} of the journal cannot follow the read tables, which say that they stand at batch ${stored}: ` +
        `${getErrorMessage(error)}. presage rebuild writes the tables again from the journal.`,
      { cause: error },
    );
  }
}

class JournalDamaged extends Error {
  constructor(damage: string) {
    super(`${damage}; see presage verify.`);
  }
}
