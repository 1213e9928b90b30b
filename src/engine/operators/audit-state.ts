/**
 * State derived from operators' audit actions. A start reads their entries in the audit log, and later ones come with
 * each commit. The state therefore includes an action exactly when it is durable.
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
 * Gives each committed entry to the handler of its action. The returned function clears the state and gives it other
 * entries: the exchange was put back.
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
