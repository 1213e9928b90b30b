/**
 * Announcements to traders. They follow from what operators did, so that one is shown exactly when it is durable.
 */
import type { DeedEntry } from "../store/reads/audit.ts";
import { ANNOUNCE, readAnnouncement, WITHDRAW_ANNOUNCEMENT } from "./announcement-terms.ts";
import type { AnnouncementTerms } from "./announcement-terms.ts";
import { followDeeds } from "./operator-deeds.ts";
import type { DeedOptions } from "./operator-deeds.ts";

export type Announcement = AnnouncementTerms & {
  readonly id: string;
  readonly operator: string;
  /** Time at which it was made, milliseconds. */
  readonly at: number;
};

export type Announcements = {
  /** Lists those that are shown at this time or will be, the first that is shown first. */
  list(now: number): readonly Announcement[];
  /** Takes these entries for all that there are: the exchange was put back to an earlier state. */
  replace(entries: readonly DeedEntry[]): void;
};

export function createAnnouncements(deeds: DeedOptions): Announcements {
  const known = new Map<string, Announcement>();
  const add = ({ action, subject, details, at, operator }: DeedEntry): void => {
    if (action === ANNOUNCE) known.set(subject, { ...readAnnouncement(details), id: subject, at, operator });
    if (action === WITHDRAW_ANNOUNCEMENT) known.delete(subject);
  };
  // One that has ended stays known: a clock that was ahead may be set back.
  const list = (now: number): readonly Announcement[] =>
    [...known.values()]
      .filter(({ until }) => until === undefined || until > now)
      .toSorted((a, b) => a.from - b.from || a.at - b.at);
  return { list, replace: followDeeds(deeds, { add, clear: () => known.clear() }) };
}

/** True of an announcement that is shown at this time; one that has ended is not listed. */
export const isShown = ({ from }: Announcement, now: number): boolean => from <= now;
