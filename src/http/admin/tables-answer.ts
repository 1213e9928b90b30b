/** The state of the read tables, which follow the journal, as operators see it. */
import { Type } from "typebox";
import type { Blocker } from "../../store/sql/blockers.ts";
import type { TablesState } from "../../store/projector/projector.ts";
import { OrNull } from "../resolution-answer.ts";

export const TablesAnswer = Type.Object(
  {
    sequence: Type.Integer({ description: "The batch up to which they stand" }),
    behind: Type.Integer({ description: "Committed batches that they do not have yet" }),
    rows: Type.Integer({ description: "Rows that wait to be written" }),
    bytes: Type.Integer({ description: "Memory that these rows take, about" }),
    waitingReads: Type.Integer({ description: "Reads that wait for rows" }),
    holdsWriter: Type.Boolean({
      description: "True while the writer waits for them, since too many rows or bytes wait to be written",
    }),
    failing: OrNull(
      Type.String({
        description: "The error with which writing them fails and is tried again; null while it succeeds",
      }),
    ),
    flushSeconds: Type.Integer({
      description: "Seconds for which the write underway has been running; 0 while none is",
    }),
    blockedBy: Type.Array(
      Type.Object({
        pid: Type.Integer({ description: "Process id of the session on the server of the database" }),
        name: Type.String({ description: "Name that its program gave, such as psql; may be empty" }),
      }),
      {
        description:
          "Sessions of the database for whose locks a write waits that has been running for a second",
      },
    ),
  },
  { description: "The read tables, which are written behind the journal" },
);

/** Time for which a write runs before it is asked which locks it waits for, ms. */
const ASKED_AFTER_MS = 1_000;

export async function tablesAnswer(
  { seq, rows, ends, failing, flushMs, ...waiting }: TablesState,
  listBlockers: () => Promise<Blocker[]>,
): Promise<Type.Static<typeof TablesAnswer>> {
  return {
    sequence: seq,
    ...waiting,
    rows: rows + ends,
    failing: failing ?? null,
    flushSeconds: Math.floor(flushMs / 1_000),
    blockedBy: flushMs < ASKED_AFTER_MS ? [] : await listBlockers(),
  };
}
