/** The writer's own connection. It holds the writer's lock, which is required to append to the journal. */
import type { Client } from "pg";
import { GENESIS_HASH } from "./journal.ts";
import type { JournalHead } from "./journal.ts";
import { openLockedSession } from "./locked-session.ts";
import type { DatabaseSession, LockedSession } from "./locked-session.ts";
import { WRITER_LOCK } from "./writer-lock.ts";

export type WriterSession = LockedSession & {
  /** The journal's last batch when this session got the lock; only this session appends after it. */
  readonly last: JournalHead;
};

/**
 * Connects and takes the lock; throws one clear sentence if another exchange has it. `after` is the session that this
 * one replaces, which is ended if it still exists.
 */
export const openWriterSession = (url: string, after?: DatabaseSession): Promise<WriterSession> =>
  openLockedSession({ url, name: "presage writer", lock: WRITER_LOCK, after }, async (client) => ({
    last: await readLast(client),
  }));

async function readLast(client: Client): Promise<JournalHead> {
  const { rows } = await client.query<{ seq: string; at: string; hash: Buffer }>(
    "select seq, at, hash from journal order by seq desc limit 1",
  );
  const [last] = rows;
  if (last === undefined) return { seq: 0, at: 0, hash: GENESIS_HASH };
  return { seq: Number(last.seq), at: Number(last.at), hash: last.hash };
}
