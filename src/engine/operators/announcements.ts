/**
 * Announcements to traders, derived from the audit log, so that an announcement is shown exactly when it is durable.
 */
import type { AuditDetails, AuditStateEntry } from "../../core/events/audit-actions.ts";
import { followAuditEntries } from "./audit-state.ts";
import type { AuditStateOptions } from "./audit-state.ts";

/**
 * Contents of an announcement. A link begins with https, and times are engine time in ISO 8601. Without an end, the
 * announcement stays until it is withdrawn.
 */
export type AnnouncementContent = AuditDetails<"announce">;

export type Announcement = AnnouncementContent & {
  readonly id: string;
  readonly operator: string;
  /** Time of the announcement, ms. */
  readonly at: number;
};

export type Announcements = {
  /** Lists the announcements that are shown now or later, in the order of their starts. */
  list(now: number): readonly Announcement[];
  /** Replaces all entries: the exchange was put back to an earlier state. */
  replace(entries: readonly AuditStateEntry[]): void;
};

export function createAnnouncements(auditLog: AuditStateOptions): Announcements {
  const known = new Map<string, Announcement>();
  // Expired announcements are still stored: a clock that was ahead may be set back.
  const list = (now: number): readonly Announcement[] =>
    [...known.values()]
      .filter(({ until }) => until === undefined || Date.parse(until) > now)
      .toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from) || a.at - b.at);
  const replace = followAuditEntries(auditLog, () => known.clear(), {
    announce: ({ subject: id, details, at, operator }) =>
      void known.set(id, { ...details, id, at, operator }),
    "withdraw-announcement": ({ subject }) => void known.delete(subject),
  });
  return { list, replace };
}

/** True if the announcement is shown at this time. The list has no expired ones. */
export const isShown = ({ from }: Announcement, now: number): boolean => Date.parse(from) <= now;
