/**
 * Announcements to traders. They follow from what operators did: a start reads their entries, and later ones come with each
 * commit, so that one is shown exactly when it is durable. Those that have ended are in the audit log alone.
 */
import type { AnnouncementEntry } from "../store/reads/announcement-entries.ts";
import { ANNOUNCE, readAnnouncement, WITHDRAW_ANNOUNCEMENT } from "./announcement-terms.ts";
import type { AnnouncementTerms } from "./announcement-terms.ts";
import type { Engine } from "./engine.ts";

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
  replace(entries: readonly AnnouncementEntry[]): void;
};

export type AnnouncementOptions = {
  /** Entries so far, the earliest first. */
  readonly entries: readonly AnnouncementEntry[];
  readonly engine: Pick<Engine, "follow">;
};

export function createAnnouncements({ entries, engine }: AnnouncementOptions): Announcements {
  const known = new Map<string, Announcement>();
  const add = ({ action, subject, details, at, operator }: AnnouncementEntry): void => {
    if (action === ANNOUNCE) known.set(subject, { ...readAnnouncement(details), id: subject, at, operator });
    if (action === WITHDRAW_ANNOUNCEMENT) known.delete(subject);
  };
  const list = (now: number): readonly Announcement[] => {
    for (const { id, until } of known.values()) if (until !== undefined && until <= now) known.delete(id);
    return [...known.values()].toSorted((a, b) => a.from - b.from || a.at - b.at);
  };
  function replace(all: readonly AnnouncementEntry[]): void {
    known.clear();
    for (const entry of all) add(entry);
  }
  replace(entries);
  engine.follow(({ events, at }) => {
    for (const event of events) if (event.type === "operated") add({ ...event, at });
  });
  return { list, replace };
}

/** True of an announcement that is shown at this time; one that has ended is not listed. */
export const isShown = ({ from }: Announcement, now: number): boolean => from <= now;
