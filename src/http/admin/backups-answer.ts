/** Scheduled backups in the answers to operators, with how they stand. */
import { Type } from "typebox";
import { durationText } from "../../duration-text.ts";
import type { ArchiveState } from "../../store/archive/schedule.ts";
import { OrNull, Time, timeAt } from "../resolution-answer.ts";

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

/** Seconds from which an archive that is late needs an operator, as the alert has it. */
const LATE_SECONDS = 3_600;

const secondsBetween = (from: number, to: number): number => Math.max(0, Math.floor((to - from) / 1_000));

/** Describes how backups stand at a time in milliseconds since 1970. */
export function describeBackups(state: ArchiveState, now: number): BackupsAnswer {
  const { place, last, covered, due, underway, failing } = state;
  const standing = {
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
    ...standing,
    underway: underway === undefined ? null : timeAt(underway),
    trouble: troubleOf(standing),
  };
}

function troubleOf({
  failing,
  lateSeconds,
  lagSeconds,
}: Pick<BackupsAnswer, "failing" | "lateSeconds" | "lagSeconds">): string[] {
  if (failing !== null) return [failing.why];
  if (lateSeconds < LATE_SECONDS) return [];
  const lost = lagSeconds === null ? "" : `: the last ${durationText(lagSeconds)} are in none`;
  return [`backups are ${durationText(lateSeconds)} late${lost}`];
}
