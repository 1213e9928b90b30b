/** Compares the requests that are remembered with those that the journal has of the same time. */
import type { Event } from "../../core/event.ts";
import { compareValues, addDifference } from "../journal/differences.ts";
import type { Differences } from "../journal/differences.ts";
import type { JournalHead } from "../journal/journal.ts";
import { resultText } from "../projector/requests.ts";
import type { RememberedRows, RequestRow } from "../projector/requests.ts";
import type { Sql } from "../sql/database.ts";
import { SHORT_ROWS, streamRows, walkRows } from "../sql/table-stream.ts";

/** Gathers the requests of a batch. */
export function noteRequests(
  rows: RememberedRows,
  batch: Pick<JournalHead, "seq" | "at">,
  events: readonly Event[],
): void {
  rows.add(
    batch,
    [...events.entries()].flatMap(([place, event]) =>
      event.type === "request-done" ? { place, event } : [],
    ),
  );
}

type StoredRow = {
  readonly batch: number;
  readonly place: number;
  readonly [column: string]: unknown;
};

export async function compareRequests(
  sql: Sql,
  rows: RememberedRows,
  differences: Differences,
): Promise<void> {
  const walk = walkRows(streamRows<StoredRow>(sql, REQUEST_ROWS), {
    placeOf: ({ batch, place }) => [batch, place, 0],
    onExtra: (row) => addDifference(differences, `${named(row)}: it is in the table, and not in the journal`),
  });
  for (const row of rows.list()) {
    const found = await walk.take(row.batch, row.place, 0);
    if (found === undefined) addDifference(differences, `${named(row)}: it is not in the table`);
    else compareValues(differences, named(row), valuesOf(row), found);
  }
  await walk.finish();
}

const REQUEST_ROWS = {
  cursor: "request_rows",
  page: SHORT_ROWS,
  text: `
    select batch, place, at, age, caller, encode(key, 'hex') as key, encode(signed, 'hex') as signed,
      encode(content, 'hex') as content, result
    from requests order by batch, place`,
};

const named = ({ batch, place }: Pick<RequestRow, "batch" | "place">): string =>
  `request ${place} of batch ${batch}`;

const valuesOf = ({ at, age, event: { caller, key, signed, content, result } }: RequestRow) => ({
  at,
  age,
  caller,
  key,
  signed,
  content,
  result: resultText(result),
});
