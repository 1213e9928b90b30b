/**
 * Announcements to traders, derived from the audit log, so that an announcement is shown exactly when it is durable.
 */
import type { AuditStateEntry } from "../../store/reads/audit.ts";
import { followAuditEntries } from "./audit-state.ts";
import type { AuditStateOptions } from "./audit-state.ts";

// Announcements as the journal stores them: in the audit entry of the operator who made one.

export const ANNOUNCEMENT_KINDS = ["info", "warning"] as const;
type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number];

/** Actions of the audit log. */
export const ANNOUNCE = "announce";
export const WITHDRAW_ANNOUNCEMENT = "withdraw-announcement";

/** True if the action changes the announcements. */
export const changesAnnouncements = (action: string): boolean =>
  action === ANNOUNCE || action === WITHDRAW_ANNOUNCEMENT;

/** Contents of an announcement; times are engine time, milliseconds. */
export type AnnouncementContent = {
  readonly kind: AnnouncementKind;
  readonly text: string;
  /** An address that begins with https; `undefined` without one. */
  readonly link: string | undefined;
  readonly from: number;
  /** End of the announcement; `undefined` if it stays until it is withdrawn. */
  readonly until: number | undefined;
};

type Details = Readonly<Record<string, unknown>>;

const timeText = (at: number): string => new Date(at).toISOString();

/** Writes an announcement as the details of an audit entry. */
export const announcementDetails = ({ kind, text, link, from, until }: AnnouncementContent): Details => ({
  kind,
  text,
  link: link ?? null,
  from: timeText(from),
  until: until === undefined ? null : timeText(until),
});

/** Reads the details of an audit entry back; throws if they are not those of an announcement. */
function readAnnouncement(details: Details): AnnouncementContent {
  const { text, link, from, until } = details;
  const kind = ANNOUNCEMENT_KINDS.find((known) => known === details["kind"]);
  if (kind === undefined || typeof text !== "string" || typeof from !== "string") throw notOne(details);
  return {
    kind,
    text,
    link: typeof link === "string" ? link : undefined,
    from: Date.parse(from),
    until: typeof until === "string" ? Date.parse(until) : undefined,
  };
}

const notOne = (details: Details): Error =>
  new Error(`an entry of the audit log does not describe an announcement: ${JSON.stringify(details)}`);

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

export function createAnnouncements(deeds: AuditStateOptions): Announcements {
  const known = new Map<string, Announcement>();
  const add = ({ action, subject, details, at, operator }: AuditStateEntry): void => {
    if (action === ANNOUNCE) known.set(subject, { ...readAnnouncement(details), id: subject, at, operator });
    if (action === WITHDRAW_ANNOUNCEMENT) known.delete(subject);
  };
  // Expired announcements are still stored: a clock that was ahead may be set back.
  const list = (now: number): readonly Announcement[] =>
    [...known.values()]
      .filter(({ until }) => until === undefined || until > now)
      .toSorted((a, b) => a.from - b.from || a.at - b.at);
  return { list, replace: followAuditEntries(deeds, { add, clear: () => known.clear() }) };
}

/** True if the announcement is shown at this time. The list has no expired ones. */
export const isShown = ({ from }: Announcement, now: number): boolean => from <= now;
