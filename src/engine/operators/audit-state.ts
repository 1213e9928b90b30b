/**
 * State derived from operators' audit actions. A start reads their entries in the audit log, and each commit adds later
 * entries. The state therefore includes an action exactly when it is durable.
 */
import { handleAuditEntry } from "../../core/events/audit-actions.ts";
import type { AuditHandlers, AuditStateEntry } from "../../core/events/audit-actions.ts";
import type { Engine } from "../engine.ts";

export type AuditStateOptions = {
  /** Entries so far, the earliest first. */
  readonly entries: readonly AuditStateEntry[];
  readonly engine: Pick<Engine, "follow">;
};

/**
 * Calls the handler of each committed entry's action. The returned function rebuilds the state from other entries, after
 * the exchange was put back to an earlier state.
 */
export function followAuditEntries(
  { entries, engine }: AuditStateOptions,
  clear: () => void,
  handlers: AuditHandlers,
): (entries: readonly AuditStateEntry[]) => void {
  function replace(all: readonly AuditStateEntry[]): void {
    clear();
    for (const entry of all) handleAuditEntry(handlers, entry);
  }
  replace(entries);
  engine.follow(({ events, at }) => {
    for (const event of events) if (event.type === "operated") handleAuditEntry(handlers, { ...event, at });
  });
  return replace;
}
