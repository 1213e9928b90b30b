/** The state of the read tables, which follow the journal, as operators see it. */
import { Type } from "typebox";
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
  },
  { description: "The read tables, which are written behind the journal" },
);

export function tablesAnswer({ seq, failing, ...waiting }: TablesState): Type.Static<typeof TablesAnswer> {
  return { sequence: seq, ...waiting, failing: failing ?? null };
}
