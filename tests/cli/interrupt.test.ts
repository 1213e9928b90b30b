/** The line with which the process of an exchange ends that cannot go on. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { stopText } from "../../src/cli/interrupt.ts";
import { FlushImpossible, TablesMoved } from "../../src/store/projector/table-flusher.ts";

const coded = (code: string, message: string): Error => Object.assign(new Error(message), { code });
const batches = { from: 4, to: 7 };

const ROWS = [
  [
    "of a database that failed",
    coded("58030", "could not write to file"),
    "the database failed, stopping: could not write to file",
  ],
  [
    "of tables on a disk that failed",
    new FlushImpossible(batches, coded("58030", "could not extend file")),
    "the database failed, stopping: the read tables refuse the rows of batches 5 to 7: could not extend file. The journal has them; presage rebuild writes the tables again.",
  ],
  [
    "of tables that refuse rows",
    new FlushImpossible(batches, coded("23505", "duplicate key value")),
    "stopping: the read tables refuse the rows of batches 5 to 7: duplicate key value. The journal has them; presage rebuild writes the tables again.",
  ],
  [
    "of tables that somebody moved",
    new TablesMoved({ left: 7, found: 5 }),
    "stopping: the read tables stand at batch 5, and not at batch 7 as this exchange left them: somebody else changed them, or the database lost what it had. The journal has everything: run presage rebuild, which rebuilds the tables, and start again.",
  ],
  [
    "of a table that somebody holds",
    coded("55P03", "canceling statement due to lock timeout"),
    "the database failed, stopping: Another session of the database holds a table that this needs: end what that does, or the session, and try again",
  ],
] as const;

describe("the end", () => {
  for (const [what, error, text] of ROWS) it(what, () => assert.equal(stopText(error), text));
});
