/**
 * Announcements to traders, derived from the audit log, so that an announcement is shown exactly when it is durable.
 */
import type { DeedEntry } from "../store/reads/audit.ts";
import { ANNOUNCE, readAnnouncement, WITHDRAW_ANNOUNCEMENT } from "./announcement-terms.ts";
import type { AnnouncementTerms } from "./announcement-terms.ts";
import { followDeeds } from "./operator-deeds.ts";
import type { DeedOptions } from "./operator-deeds.ts";

export type Announcement = AnnouncementTerms & {
  readonly id: string;
  readonly operator: string;
  /** Time of the announcement, ms. */
  readonly at: number;
};

export type Announcements = {
  /** Lists the announcements that are shown now or later, in the order of their starts. */
  list(now: number): readonly Announcement[];
  /** Replaces all entries: the exchange was put back to an earlier state. */
  replace(entries: readonly DeedEntry[]): void;
};

export function createAnnouncements(deeds: DeedOptions): Announcements {
  const known = new Map<string, Announcement>();
  const add = ({ action, subject, details, at, operator }: DeedEntry): void => {
    if (action === ANNOUNCE) known.set(subject, { ...readAnnouncement(details), id: subject, at, operator });
    if (action === WITHDRAW_ANNOUNCEMENT) known.delete(subject);
  };
  // Expired announcements are still stored: a clock that was ahead may be set back.
  const list = (now: number): readonly Announcement[] =>
    [...known.values()]
      .filter(({ until }) => until === undefined || until > now)
      .toSorted((a, b) => a.from - b.from || a.at - b.at);
  return { list, replace: followDeeds(deeds, { add, clear: () => known.clear() }) };
}

/** True if the announcement is shown at this time. The list has no expired ones. */
export const isShown = ({ from }: Announcement, now: number): boolean => from <= now;
