/**
 * Writes to the audit log while no exchange runs. The entry is a batch of its own, in the same transaction as the
 * change that it records, so that neither exists without the other. The next start of the exchange adds the entry to
 * the read tables.
 */
import type { Operate } from "../../core/events/command.ts";
import { encodeEvents } from "../../core/events/event-codec.ts";
import type { Event } from "../../core/events/event.ts";
import { readVirtualTime } from "../sandbox/virtual-time.ts";
import { batchHash, commitBatch } from "./journal.ts";
import type { WriterSession } from "./writer-session.ts";

export type AuditNote = Omit<Operate, "type" | "command">;

/** Appends an entry; it must be the first that this session adds to the journal. */
export async function appendAuditNote(
  { client, last }: Pick<WriterSession, "client" | "last">,
  note: AuditNote,
): Promise<void> {
  const events: Event[] = [{ type: "operated", ...note }];
  const text = encodeEvents(events);
  const seq = last.seq + 1;
  const virtual = await readVirtualTime(client);
  // The clock may step back, engine time does not.
  const at = Math.max(virtual?.time ?? Date.now(), last.at);
  const hash = batchHash(last.hash, seq, at, text);
  await commitBatch(client, { seq, at, events: text, hash });
}
