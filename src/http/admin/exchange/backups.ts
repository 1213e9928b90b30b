/**
 * GET and POST /backups: state of the scheduled backups; starts a full backup at once. GET /backups/files: restorable
 * files.
 */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { durationText } from "../../../base/duration-text.ts";
import { SETTINGS } from "../../../settings/settings-table.ts";
import type { Archive } from "../../../operate/archive/archive-thread.ts";
import type { ArchiveState } from "../../../operate/archive/schedule.ts";
import { valueWithTimeout } from "../../../base/async.ts";
import { OrNull, Time, timeAt } from "../../values/resolution-answer.ts";
import { changeOperation, readOperation, ReasonBody, BACKUPS } from "../operation.ts";

// Scheduled backups in the answers to operators, with their state.

export const BackupsAnswer = Type.Object({
  place: Type.String({ description: "The directory or bucket" }),
  last: OrNull(
    Type.Object(
      {
        file: Type.String(),
        time: Time,
        ageSeconds: Type.Integer(),
        bytes: Type.Integer(),
        sequence: Type.Integer({ description: "The last batch that it has" }),
        verified: Type.Boolean({
          description: "True if it was read back since the start; else it was there before",
        }),
      },
      { description: "The last whole backup; null before the first" },
    ),
  ),
  covered: OrNull(
    Type.String({
      description: "ISO 8601: up to then all that was committed is in the place; null if unknown",
    }),
  ),
  lagSeconds: OrNull(Type.Integer({ description: "Seconds since then, which would be lost with the disk" })),
  lateSeconds: Type.Integer({
    description: "Seconds by which that is later than planned; 0 while it is not",
  }),
  underway: OrNull(Type.String({ description: "ISO 8601: since then a whole backup is being written" })),
  failing: OrNull(Type.Object({ why: Type.String(), since: Time })),
  trouble: Type.Array(Type.String(), { description: "Why an operator should look; empty while all is well" }),
});
export type BackupsAnswer = Type.Static<typeof BackupsAnswer>;

/** Delay from which a late archive needs an operator, seconds; the alert uses the same value. */
const LATE_SECONDS = 3_600;

const secondsBetween = (from: number, to: number): number => Math.max(0, Math.floor((to - from) / 1_000));

/** Describes the state of the backups at a time in milliseconds since 1970. */
export function describeBackups(state: ArchiveState, now: number): BackupsAnswer {
  const { place, last, covered, due, underway, failing } = state;
  const delays = {
    lagSeconds: covered === undefined ? null : secondsBetween(covered, now),
    lateSeconds: secondsBetween(due, now),
    failing: failing === undefined ? null : { why: failing.why, since: timeAt(failing.since) },
  };
  return {
    place,
    last:
      last === undefined
        ? null
        : {
            file: last.name,
            time: timeAt(last.made),
            ageSeconds: secondsBetween(last.made, now),
            bytes: last.bytes,
            sequence: last.seq,
            verified: last.verified,
          },
    covered: covered === undefined ? null : timeAt(covered),
    ...delays,
    underway: underway === undefined ? null : timeAt(underway),
    trouble: listBackupTroubles(delays),
  };
}

function listBackupTroubles({
  failing,
  lateSeconds,
  lagSeconds,
}: Pick<BackupsAnswer, "failing" | "lateSeconds" | "lagSeconds">): string[] {
  if (failing !== null) return [failing.why];
  if (lateSeconds < LATE_SECONDS) return [];
  const lost = lagSeconds === null ? "" : `: the last ${durationText(lagSeconds)} are in none`;
  return [`backups are ${durationText(lateSeconds)} late${lost}`];
}

/** Maximum files in a list, the newest ones. */
const MAX_LISTED = 100;
/** Timeout of a request to the backup location, ms: shorter than an operation's timeout. */
const STORAGE_TIMEOUT_MS = 15_000;

const findArchive = ({ archive }: Context): Archive | Rejection =>
  archive ??
  reject(
    "no_backup_place",
    `no setting names a place for backups: set ${SETTINGS.backup.place.name} and restart, or run presage backup FILE`,
  );

export const getBackups = readOperation({
  path: "/backups",
  summary: "Get how scheduled backups stand",
  group: BACKUPS,
  refuses: ["no_backup_place"],
  answer: BackupsAnswer,
  read: ({ context }) => {
    const archive = findArchive(context);
    if (isRejection(archive)) return archive;
    return describeBackups(archive.state(), Date.now());
  },
});

export const BackupFiles = Type.Object({
  place: Type.String(),
  unreadable: OrNull(Type.String({ description: "Why the place cannot be read now; null if it can" })),
  total: Type.Integer(),
  data: Type.Array(
    Type.Object({
      file: Type.String({ description: "The whole backup" }),
      time: Time,
      journalFiles: Type.Integer({ description: "Files of the journal after it" }),
      bytes: Type.Integer({ description: "Of all these files" }),
      sequence: Type.Integer({ description: "The last batch that can be restored from them" }),
      until: Type.String({ description: "ISO 8601: all that was committed before is in them" }),
    }),
    { description: `The last that was made comes first; at most ${MAX_LISTED}` },
  ),
  gaps: Type.Array(Type.String(), { description: "A sentence for each file that is missing before others" }),
});

export const listBackupFiles = readOperation({
  path: "/backups/files",
  summary: "List the backups that the place has",
  group: BACKUPS,
  refuses: ["no_backup_place"],
  answer: BackupFiles,
  read: async ({ context }) => {
    const archive = findArchive(context);
    if (isRejection(archive)) return archive;
    const { place } = archive.state();
    const found = (await valueWithTimeout(archive.list(), STORAGE_TIMEOUT_MS)) ?? {
      failed: `${place}, or the thread of backups, did not answer in ${STORAGE_TIMEOUT_MS / 1_000} s`,
    };
    if ("failed" in found) return { place, unreadable: found.failed, total: 0, data: [], gaps: [] };
    const data = found.chains
      .toReversed()
      .slice(0, MAX_LISTED)
      .map(({ backup, made, files, bytes, seq, until }) => ({
        file: backup,
        time: timeAt(made),
        journalFiles: files - 1,
        bytes,
        sequence: seq,
        until: timeAt(until),
      }));
    return { place, unreadable: null, total: found.chains.length, data, gaps: [...found.gaps] };
  },
});

export const BegunBackup = Type.Object({
  place: Type.String(),
  previous: OrNull(
    Type.String({
      description: "File of the last whole backup before it: GET /backups has another one after",
    }),
  ),
});

export const beginBackup = changeOperation({
  path: "/backups",
  summary: "Begin a whole backup; GET /backups tells when it is written and read back",
  group: BACKUPS,
  refuses: ["no_backup_place", "backup_underway"],
  body: ReasonBody,
  answer: BegunBackup,
  act: async (call) => {
    const archive = findArchive(call.context);
    if (isRejection(archive)) return archive;
    const { place, last } = archive.state();
    if (!(await archive.begin())) return rejectUnderway(archive);
    return call.execute({ action: "backup", subject: place }, () => ({
      place,
      previous: last?.name ?? null,
    }));
  },
});

function rejectUnderway(archive: Archive): Rejection {
  const { underway: since } = archive.state();
  const sinceText = since === undefined ? "" : ` since ${timeAt(since)}`;
  return reject(
    "backup_underway",
    `a whole backup is being written${sinceText}; GET /backups tells when it is done`,
  );
}
