/**
 * State derived from operators' audit actions. A start reads their entries in the audit log, and later ones come with
 * each commit. The state therefore includes an action exactly when it is durable.
 */
import type { AuditStateEntry } from "../../store/reads/audit.ts";
import type { Engine } from "../engine.ts";

export type AuditStateOptions = {
  /** Entries so far, the earliest first. */
  readonly entries: readonly AuditStateEntry[];
  readonly engine: Pick<Engine, "follow">;
};

export type AuditState = {
  /** Adds an entry, which may be about something else. */
  readonly add: (entry: AuditStateEntry) => void;
  /** Resets to the state before all entries. */
  readonly clear: () => void;
};

/** Adds each committed entry to the state. The returned function replaces all entries: the exchange was put back. */
export function followAuditEntries(
  { entries, engine }: AuditStateOptions,
  { add, clear }: AuditState,
): (entries: readonly AuditStateEntry[]) => void {
  function replace(all: readonly AuditStateEntry[]): void {
    clear();
    for (const entry of all) add(entry);
  }
  replace(entries);
  engine.follow(({ events, at }) => {
    for (const event of events) if (event.type === "operated") add({ ...event, at });
  });
  return replace;
}
